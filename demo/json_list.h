#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "condyle/mesh/unfinished_file.h"

namespace condyle {

/// A JSON file of one list, written item by item, so that its size costs no memory. Nothing is left
/// of it without finish().
class JsonListFile {
 public:
  explicit JsonListFile(const std::filesystem::path& file) : file_(file) {}  ///< throws InputError

  void add(const nlohmann::ordered_json& item);  ///< throws InputError: disk full

  /// Hands all items to the disk, so that finish() has only a name to give. Throws InputError.
  void complete();
  void finish() { file_.publish(); }  ///< after complete(); throws InputError

 private:
  UnfinishedFile file_;
  bool is_empty_ = true;
};

}  // namespace condyle
