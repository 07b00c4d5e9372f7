#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "condyle/mesh/mesh_repair.h"

namespace condyle::mesh {
namespace {

std::string line(std::string_view label, std::string_view value) {
  return fmt::format("  {:<22}{}\n", label, value);
}

std::string in_mm(const Eigen::Vector3d& point) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", 1e3 * point.x(), 1e3 * point.y(), 1e3 * point.z());
}

std::string volume_text(const MeshReport& report) {
  if (report.volume) return fmt::format("{:.6g} mm^3", 1e9 * *report.volume);
  return report.closed ? "undefined: wound inconsistently" : "undefined: not closed";
}

nlohmann::json to_array(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

}  // namespace

std::string to_text(const MeshReport& report, std::string_view name) {
  const Eigen::Vector3d size = 1e3 * (report.high - report.low);
  std::string text = fmt::format("{}\n", name);
  text += line("triangles", fmt::format("{}", report.triangles));
  text += line("vertices", fmt::format("{}", report.vertices));
  text += line("size", fmt::format("{:.6g} x {:.6g} x {:.6g} mm", size.x(), size.y(), size.z()));
  text += line("from, to", fmt::format("{} to {} mm", in_mm(report.low), in_mm(report.high)));
  text += line("area", fmt::format("{:.6g} mm^2", 1e6 * report.area));
  text += line("volume", volume_text(report));
  text += line("surface",
               fmt::format("{}, {} {}, Euler characteristic {}",
                           report.closed ? "closed" : "not closed", report.components,
                           report.components == 1 ? "part" : "parts", report.euler_characteristic));
  text += line("faces outward", fmt::format("{:.1f} % of the area, seen from its centre",
                                            100 * report.outward_fraction));
  if (report.findings.empty()) return text + "No findings.\n";
  text += fmt::format("Findings: {}\n", report.findings.size());
  for (const MeshFinding& finding : report.findings) {
    text += fmt::format("  - {}.\n    Remedy: {}.\n", finding.problem, finding.remedy);
  }
  return text;
}

std::string to_json(const MeshReport& report) {
  nlohmann::ordered_json json;
  json["triangles"] = report.triangles;
  json["vertices"] = report.vertices;
  json["bounds_m"] = {to_array(report.low), to_array(report.high)};
  json["area_m2"] = report.area;
  json["closed"] = report.closed;
  json["volume_m3"] = report.volume ? nlohmann::ordered_json(*report.volume) : nullptr;
  json["components"] = report.components;
  json["euler_characteristic"] = report.euler_characteristic;
  json["open_edges"] = report.open_edges;
  json["borders"] = report.borders;
  json["non_manifold_edges"] = report.non_manifold_edges;
  json["slivers"] = report.slivers;
  json["degenerate_triangles"] = report.degenerate_triangles;
  json["duplicate_triangles"] = report.duplicate_triangles;
  json["unused_vertices"] = report.unused_vertices;
  json["coincident_vertices"] = report.coincident_vertices;
  json["turned_edges"] = report.turned_edges;
  json["inward_components"] = report.inward_components;
  json["one_sided_components"] = report.one_sided_components;
  json["outward_fraction"] = report.outward_fraction;
  json["findings"] = nlohmann::ordered_json::array();
  for (const MeshFinding& finding : report.findings) {
    json["findings"].push_back(
        {{"kind", finding.kind}, {"problem", finding.problem}, {"remedy", finding.remedy}});
  }
  return json.dump(2) + "\n";
}

}  // namespace condyle::mesh
