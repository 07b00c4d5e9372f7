#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "core/src/files/unfinished_file.h"

namespace condyle {

/// A JSON file that holds one list. It is written item by item, so memory use does not grow with
/// its size. Without finish() no file is left.
class JsonListFile {
 public:
  explicit JsonListFile(const std::filesystem::path& file) : file_(file) {}  ///< throws InputError

  void add(const nlohmann::ordered_json& item);  ///< throws InputError if the disk is full

  /// Flushes all items to disk, so that finish() only has to rename the file. Throws InputError.
  void complete();
  void finish() { file_.publish(); }  ///< call complete() first; throws InputError

 private:
  UnfinishedFile file_;
  bool is_empty_ = true;
};

}  // namespace condyle
