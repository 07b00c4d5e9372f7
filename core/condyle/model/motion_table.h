#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace condyle {

/// A table over time as OpenSim's programs read and write it (.sto, .mot): one row per time, one
/// named column per quantity.
struct MotionTable {
  std::filesystem::path file;       ///< where it was read from, for messages; else empty
  std::string name;                 ///< first line of the header
  bool in_degrees = false;          ///< angles and their rates are in degrees
  std::vector<std::string> labels;  ///< of the columns, `time` left out
  std::vector<double> times;        ///< [s], not descending
  std::vector<double> values;       ///< times x labels, row by row

  int rows() const { return static_cast<int>(times.size()); }
  int columns() const { return static_cast<int>(labels.size()); }
  double at(int row, int column) const {
    return values[static_cast<std::size_t>(row) * labels.size() + static_cast<std::size_t>(column)];
  }

  /// The column of this name, or nothing. Throws InputError where two columns bear it.
  std::optional<int> column(std::string_view label) const;
};

/// Reads a .sto or .mot file: a header up to `endheader` (nRows, nColumns, inDegrees; or SIMM's
/// datarows, datacolumns), labels, rows of numbers, with any line end, tabs or blanks between.
/// Throws InputError with file, line and remedy where there is no `endheader` or no column `time`,
/// a row has more or fewer numbers than labels (also one that is cut off), a number is none, NaN or
/// infinite (with row and column), time runs backwards, or the header promises more rows or another
/// number of columns.
MotionTable read_motion_table(const std::filesystem::path& file);

/// The same from text; `file` is for messages only.
MotionTable parse_motion_table(std::string_view text, const std::filesystem::path& file);

/// Takes a text piece by piece.
using TextSink = std::function<void(std::string_view)>;

/// The table as a .sto file that OpenSim's programs and plotters read: version, nRows, nColumns,
/// inDegrees, endheader, labels, rows, separated by tabs. Each number reads back exactly.
void write_sto(const MotionTable& table, const TextSink& write);

/// The same as CSV (RFC 4180): a line of labels, then the rows.
void write_csv(const MotionTable& table, const TextSink& write);

}  // namespace condyle
