#include "contact/contact_report.h"

#include "condyle/contact/contact_result.h"
#include "condyle/contact/layer.h"
#include "condyle/mesh/mesh_file.h"
#include "core/src/mesh/written_mesh.h"

namespace condyle {
namespace {

using nlohmann::ordered_json;

ordered_json list_of(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

void append(ordered_json& object, const ContactStatistics& s) {
  object["n_contacting"] = s.n_contacting;
  object["contact_area"] = s.contact_area;
  object["mean_proximity_of_triangles"] = s.mean_proximity_of_triangles;
  object["max_proximity"] = s.max_proximity;
  object["mean_pressure_of_triangles"] = s.mean_pressure_of_triangles;
  object["max_pressure"] = s.max_pressure;
  object["center_of_proximity"] = list_of(s.center_of_proximity);
  object["center_of_pressure"] = list_of(s.center_of_pressure);
  object["contact_force"] = list_of(s.contact_force);
  object["contact_moment"] = list_of(s.contact_moment);
  object["potential_energy"] = s.potential_energy;
  object["mean_proximity"] = s.mean_proximity;
  object["mean_pressure"] = s.mean_pressure;
}

/// Leaves out candidates and passes, which may depend on the pose evaluated before.
ordered_json report_of(const LayerFigures& layer) {
  return {{"nodes", layer.nodes},
          {"node_spacing", layer.node_spacing},
          {"active_nodes", layer.active_nodes},
          {"edge_nodes", layer.edge_nodes},
          {"residual", layer.residual}};
}

}  // namespace

ordered_json contact_report(const ContactPair& pair) {
  const ContactResult& result = pair.result();
  ordered_json report;
  append(report, result.total);
  const double yield = yield_stress_of(pair.casting().layer(0), pair.target().layer(0));
  if (yield > 0) report["area_beyond_yield"] = area_above(pair, yield);
  report["clamped_triangles"] = result.clamped_triangles;
  if (result.layer.nodes > 0) report["elastic_layer"] = report_of(result.layer);
  report["regions"] = ordered_json::array();
  for (const RegionStatistics& region : result.regions) {
    ordered_json entry{{"name", region.name}};
    append(entry, region.statistics);
    report["regions"].push_back(std::move(entry));
  }
  report["patches"] = ordered_json::array();
  for (const ContactPatch& patch : result.patches) {
    ordered_json entry = ordered_json::object();
    append(entry, patch.statistics);
    report["patches"].push_back(std::move(entry));
  }
  return report;
}

void write_pressure_map(const std::filesystem::path& file, const ContactSurface& surface,
                        const SideMap& map, const Pose& X_CM) {
  const std::vector<mesh::CellArray> cells{{"pressure [Pa]", 1, map.pressure},
                                           {"proximity [m]", 1, map.proximity},
                                           {"potential energy [J]", 1, map.potential_energy}};
  mesh::write_vtp(file, transformed(surface.mesh(), X_CM), cells);
}

std::uint64_t pressure_map_size(const ContactSurface& surface) {
  constexpr int k_arrays = 3;  // as in write_pressure_map()
  return mesh::vtp_size(surface.mesh(), k_arrays);
}

}  // namespace condyle
