#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "condyle/mesh/unfinished_file.h"
#include "scene_world.h"

namespace condyle {

/// A number with its name and unit, such as "insert_femoral.medial.force [N]".
struct Figure {
  std::string name;
  double value = 0;
  bool exists = true;  ///< false: the value only stands for none, and is no extreme
};

/// Everything worth a column: readings, poses of dynamic bodies, contacts with their regions,
/// strands. SI units but for the readings; always the same names in the same order for one world. A
/// figure that does not exist now is NaN; the centre of pressure of a contact without pressure is
/// (-1, -1, -1), as in all results (contact_statistics.h).
std::vector<Figure> figures_of(const SceneWorld& world);

/// Text as a field of a CSV file: names with commas or quotes are quoted (RFC 4180).
std::string csv_field(const std::string& text);

/// Smallest, largest and mean of the values that existed.
struct Extremes {
  double min = 0, max = 0, mean = 0;
  long count = 0;
};

/// history.csv, row by row: a header of names, then one row per step, numbers that read back
/// exactly, an empty field for NaN. It bears another name until finish(), and does not stay
/// without.
class HistoryFile {
 public:
  /// Throws InputError where the folder cannot be written to.
  explicit HistoryFile(const std::filesystem::path& file) : file_(file) {}

  void add(double time, const std::vector<Figure>& figures);  ///< throws InputError: disk full

  /// Hands all rows to the disk, so that finish() has only a name to give. Throws InputError.
  void complete() { file_.complete(); }

  /// Gives the file the name `as`. Throws InputError.
  void finish(const std::filesystem::path& as) { file_.publish_as(as); }

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<Extremes>& extremes() const { return extremes_; }  ///< parallel to names

 private:
  UnfinishedFile file_;
  std::vector<std::string> names_;
  std::vector<Extremes> extremes_;
};

}  // namespace condyle
