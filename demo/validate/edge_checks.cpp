#include <fmt/format.h>

#include <cmath>

#include "condyle/mesh/primitives.h"
#include "condyle/mesh/triangle_mesh.h"
#include "validate/families.h"
#include "validate/layer_rigs.h"

namespace condyle {
namespace {

constexpr double k_cells = 6;  ///< cells per thickness

/// The top of a layer, `length` long [m] along x and four thicknesses wide, and the wall below its
/// edge at y = 0. The other borders have no wall, so the layer continues beyond them.
TriangleMesh layer_with_edge(double length) {
  const double h = k_polyethylene.thickness;
  const int along = static_cast<int>(std::lround(k_cells * length / h));
  const int across = static_cast<int>(k_cells);
  Pose X_top = Pose::Identity(), X_wall = Pose::Identity();
  X_top.translation().y() = 2 * h;
  X_wall.translation().z() = -h / 2;
  X_wall.linear() << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  return welded(joined(transformed(mesh::make_plane_grid(length, 4 * h, along, 4 * across), X_top),
                       transformed(mesh::make_plane_grid(length, h, along, across), X_wall)));
}

double force_on(const std::shared_ptr<const ContactSurface>& layer, double length,
                const EdgeRow& row, FreeEdges free_edges) {
  ContactSettings settings = settings_of(Formulation::elastic_layer);
  settings.free_edges = free_edges;
  settings.node_spacing = k_polyethylene.thickness / k_cells;
  return force_along_edge(layer, settings, length, 0, row);
}

/// Force per length over E h. The difference between two lengths removes the force that the ends
/// bear.
double force_per_length(const EdgeRow& row, FreeEdges free_edges) {
  const double h = k_polyethylene.thickness;
  // The surfaces keep what the law computes of them, for all rows.
  static const auto longer = surface_of(layer_with_edge(9 * h), k_polyethylene),
                    shorter = surface_of(layer_with_edge(6 * h), k_polyethylene);
  return (force_on(longer, 9 * h, row, free_edges) - force_on(shorter, 6 * h, row, free_edges)) /
         (3 * h * h * k_polyethylene.elastic_modulus);
}

SheetPlot plot_of_edges(const std::vector<Check>& checks) {
  SheetPlot plot{"Force at a depth of h / 50", "distance of the edge over thickness", {}};
  SheetLine elements{"finite elements", {}}, ours{"layer", {}, true},
      plain{"without edges", {}, true};
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const EdgeRow& row = k_edge_rows[i];
    if (row.depth != 0.02) continue;
    elements.points.emplace_back(row.edge, row.force);
    ours.points.emplace_back(row.edge, checks[i].measured);
    plain.points.emplace_back(row.edge, force_per_length(row, FreeEdges::none));
  }
  plot.lines = {std::move(elements), std::move(ours), std::move(plain)};
  return plot;
}

}  // namespace

CheckFamily check_free_edges(Effort effort) {
  CheckFamily family{.name = "Free edge of a layer",
                     .activity = Activity::code_verification,
                     .question =
                         "Is the force right where the layer ends in a free face near the "
                         "contact, or below it?",
                     .comparator = "finite elements in plane strain, eight-node elements",
                     .acceptance =
                         "The edge's compliance is fitted to within 2 % of the force; "
                         "nodes h / 6 apart make the rest of 4 %"};
  const std::size_t count = effort == Effort::quick ? 3 : std::size(k_edge_rows);
  for (std::size_t i = 0; i < count; ++i) {
    const EdgeRow& row = k_edge_rows[i];
    family.checks.push_back({fmt::format("force over E h per length, edge at {:g} h, depth {:g} h",
                                         row.edge, row.depth),
                             "1", force_per_length(row, FreeEdges::sharp), row.force, 0.04});
  }
  if (effort == Effort::full) family.plots.push_back(plot_of_edges(family.checks));
  return family;
}

}  // namespace condyle
