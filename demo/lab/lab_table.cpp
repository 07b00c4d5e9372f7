#include "lab/lab_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/run_origin.h"
#include "condyle/mesh/mesh_file.h"
#include "core/scene/src/json_text.h"
#include "core/src/files/file_bytes.h"
#include "simulate/history.h"

namespace condyle {
namespace {

using Json = nlohmann::ordered_json;

std::string shown(const LabCell& cell) {
  if (!cell.word.empty()) return cell.word;
  // What is zero but for rounding reads as zero.
  const double number = std::abs(cell.number) < 1e-12 ? 0 : cell.number;
  return !std::isfinite(number) ? "-" : fmt::format("{:.4g}", number);
}

std::string field(const LabCell& cell) {
  if (!cell.word.empty()) return csv_field(cell.word);
  return !std::isfinite(cell.number) ? "" : fmt::format("{}", cell.number);
}

Json value(const LabCell& cell) {
  if (!cell.word.empty()) return cell.word;
  return !std::isfinite(cell.number) ? Json() : Json(cell.number);
}

Json table_json(const LabTable& table) {
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const LabCell& cell : row) cells.push_back(value(cell));
    rows.push_back(std::move(cells));
  }
  return {{"name", table.name}, {"title", table.title}, {"columns", table.columns}, {"rows", rows}};
}

/// `scene_file`: empty where the result is not written.
Json result_json(const LabResult& result, const std::filesystem::path& scene_file) {
  Json json = {{"test", result.test}, {"scene", result.scene}};
  if (!scene_file.empty()) {
    const RunOrigin& origin = run_origin();
    json["file"] = scene_file.string();
    json["origin"] = {
        {"program", origin.program}, {"command", origin.command}, {"folder", origin.folder}};
    json["maps"] = Json::array();
    for (const LabMap& map : result.maps) json["maps"].push_back(map.name);
  }
  json["notes"] = result.notes;
  json["tables"] = Json::array();
  for (const LabTable& table : result.tables) json["tables"].push_back(table_json(table));
  return json;
}

}  // namespace

bool has_figures(const LabTable& table, const std::vector<LabCell>& row) {
  return std::any_of(
      row.begin() + static_cast<std::ptrdiff_t>(table.inputs), row.end(),
      [](const LabCell& cell) { return cell.word.empty() && std::isfinite(cell.number); });
}

bool has_figures(const LabTable& table) {
  return std::ranges::any_of(table.rows, [&](const auto& row) { return has_figures(table, row); });
}

std::string to_text(const LabTable& table) {
  std::vector<std::size_t> widths;
  for (const std::string& column : table.columns) widths.push_back(column.size());
  for (const auto& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], shown(row[i]).size());

  std::string text = table.title + "\n ";
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    text += fmt::format(" {:>{}}", table.columns[i], widths[i]);
  for (const auto& row : table.rows) {
    text += "\n ";
    for (std::size_t i = 0; i < row.size(); ++i)
      text += fmt::format(" {:>{}}", shown(row[i]), widths[i]);
  }
  return text + "\n";
}

std::string to_csv(const LabTable& table) {
  std::string text;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    text += (i > 0 ? "," : "") + csv_field(table.columns[i]);
  for (const auto& row : table.rows) {
    text += "\n";
    for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? "," : "") + field(row[i]);
  }
  return text + "\n";
}

std::string to_json(const LabResult& result) {
  return scene::json_text(result_json(result, {})) + "\n";
}

std::vector<std::string> written_files(const LabResult& result) {
  std::vector<std::string> files = {result.test + ".json"};
  for (const LabTable& table : result.tables) files.push_back(table.name + ".csv");
  for (const LabMap& map : result.maps) files.push_back(map.name + ".vtp");
  return files;
}

void write_lab_result(const std::filesystem::path& folder, const LabResult& result,
                      const std::filesystem::path& scene_file) {
  for (const LabTable& table : result.tables)
    replace_file(folder / (table.name + ".csv"), to_csv(table));
  replace_file(folder / (result.test + ".json"),
               scene::json_text(result_json(result, scene_file)) + "\n");
  for (const LabMap& map : result.maps) {
    std::vector<mesh::CellArray> cells;
    for (const LabMap::Values& one : map.values) cells.push_back({one.name, 1, one.values});
    mesh::write_vtp(folder / (map.name + ".vtp"), map.mesh, cells);
  }
}

}  // namespace condyle
