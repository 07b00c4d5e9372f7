#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A cell of a table: a number, or a word.
struct LabCell {
  LabCell(double value) : number(value) {}              // NOLINT: implicit, to fill rows
  LabCell(std::string text) : word(std::move(text)) {}  // NOLINT
  LabCell(const char* text) : word(text) {}             // NOLINT
  double number = 0;                                    ///< NaN: there is none
  std::string word;                                     ///< if not empty, the cell is this word
};

/// Figures of a test, in the units that its columns name: "area [mm^2]".
struct LabTable {
  std::string name;   ///< for files: letters and '_'
  std::string title;  ///< for people
  std::vector<std::string> columns;
  std::vector<std::vector<LabCell>> rows;
  std::size_t inputs = 1;  ///< leading columns that tell for what the others were found
};

/// Figures on the triangles of a mesh, for ParaView.
struct LabMap {
  struct Values {
    std::string name;            ///< with its unit: "pressure [Pa]"
    std::vector<double> values;  ///< one per triangle
  };
  std::string name;   ///< for files
  TriangleMesh mesh;  ///< [m]
  std::vector<Values> values;
};

/// What a test of a joint found.
struct LabResult {
  std::string test;                ///< its word
  std::string scene;               ///< title of the scene
  std::vector<std::string> notes;  ///< sentences: what was assumed, and what failed
  std::vector<LabTable> tables;
  std::vector<LabMap> maps = {};
};

/// Whether a row has a figure, beyond what it was found for.
bool has_figures(const LabTable& table, const std::vector<LabCell>& row);

/// Whether one of its rows has.
bool has_figures(const LabTable& table);

/// As lines for a terminal, columns aligned.
std::string to_text(const LabTable& table);

/// One line of column names, then one per row; numbers read back exactly, and a missing one is an
/// empty field.
std::string to_csv(const LabTable& table);

/// An object with test, scene, notes and tables, whose rows are lists; a missing number is null.
std::string to_json(const LabResult& result);

/// The names of the files that write_lab_result() writes.
std::vector<std::string> written_files(const LabResult& result);

/// Writes each table as TABLE.csv, all as TEST.json and each map as MAP.vtp into the folder.
/// TEST.json has what to_json() says, the scene's file, the names of the maps, and the program and
/// the command that made it (run_origin.h). Throws InputError.
void write_lab_result(const std::filesystem::path& folder, const LabResult& result,
                      const std::filesystem::path& scene_file);

}  // namespace condyle
