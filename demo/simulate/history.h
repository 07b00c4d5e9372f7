#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/src/files/unfinished_file.h"
#include "scene_world.h"

namespace condyle {

/// A value with its name and unit, for example "insert_femoral.medial.force [N]".
struct Figure {
  std::string name;
  double value = 0;
  bool exists = true;  ///< if false, `value` is a placeholder and is left out of the extremes
};

/// All values of a history row, in the groups that the scene chooses (scene::HistoryColumns):
/// readings, poses of dynamic bodies, contacts with their regions, strands. SI units except for the
/// readings. For one world the names and their order never change. A value that does not exist at
/// present is NaN, but the centres of a contact without pressure are (-1, -1, -1), as in all
/// results (ContactStatistics).
std::vector<Figure> figures_of(const SceneWorld& world);

/// Returns `text` as a field of a CSV file; a field with commas or quotes is quoted (RFC 4180).
std::string csv_field(const std::string& text);

/// Minimum, maximum and mean of the values that existed.
struct Extremes {
  double min = 0, max = 0, mean = 0;
  long count = 0;
};

/// Writes history.csv row by row: a header of names, then one row per step. Numbers are written so
/// that they read back exactly, NaN as an empty field. The file has a temporary name until finish()
/// and is removed if finish() is not called.
class HistoryFile {
 public:
  /// Throws InputError if the folder cannot be written to.
  explicit HistoryFile(const std::filesystem::path& file) : file_(file) {}

  /// Throws InputError if the disk is full.
  void add(double time, const std::vector<Figure>& figures);

  /// Flushes all rows to disk, so that finish() only has to rename the file. Throws InputError.
  void complete() { file_.complete(); }

  /// Renames the file to `as`. Throws InputError.
  void finish(const std::filesystem::path& as) { file_.publish_as(as); }

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<Extremes>& extremes() const { return extremes_; }  ///< parallel to names()

 private:
  UnfinishedFile file_;
  bool has_header_ = false;
  std::vector<std::string> names_;
  std::vector<Extremes> extremes_;
};

}  // namespace condyle
