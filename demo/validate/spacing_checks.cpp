#include <fmt/format.h>

#include <array>
#include <cmath>

#include "condyle/mesh/primitives.h"
#include "validate/exact_layer.h"
#include "validate/families.h"
#include "validate/layer_rigs.h"

namespace condyle {
namespace {

constexpr double k_spaced_radius = 84e-3, k_spaced_approach = 1.5e-4;

struct SpacedFigures {
  double spacing = 0;  ///< [m]
  int active_nodes = 0;
  double force = 0, peak = 0;  ///< [N], [Pa]
};

/// The figures under a sphere off the plate's middle, so that no node lies on its axis. `width`: of
/// the plate [m].
SpacedFigures with_spacing(double width, int cells) {
  ContactSettings settings = settings_of(Formulation::elastic_layer);
  settings.node_spacing = std::sqrt(2.0) * width / cells;  // side of a square as large as two cells
  ContactPair pair(surface_of(mesh::make_plane_grid(width, width, cells, cells), k_polyethylene),
                   sphere_of(k_spaced_radius, rigid_layer()), settings);
  Pose X = Pose::Identity();
  X.translation() = Eigen::Vector3d(0.11e-3, -0.07e-3, k_spaced_radius - k_spaced_approach);
  pair.evaluate(X);
  return {pair.result().layer.node_spacing, pair.result().layer.active_nodes, normal_force(pair),
          pair.result().total.max_pressure};
}

}  // namespace

CheckFamily check_spacing(Effort effort) {
  CheckFamily family{
      .name = "Distance between nodes",
      .activity = Activity::calculation_verification,
      .question =
          "How large are the errors of force and peak pressure from the distance between nodes?",
      .comparator =
          "the exact solution, for a sphere of 84 mm, 0.15 mm deep in a layer of 8 mm, nu 0.46, "
          "with no node on its axis",
      .acceptance =
          "2 % from 60 pressing nodes on, below which condyle contact warns; 0.5 % from 300 on"};
  const ExactLayerContact exact =
      ExactLayerContact::sphere(k_polyethylene, k_spaced_radius, k_spaced_approach);
  const double width = 3 * exact.contact_radius(), force = exact.force(), peak = exact.pressure(0);
  SheetPlot plot{"Deviation from the exact solution [%]", "nodes that press", {}};
  SheetLine of_force{"force", {}, true}, of_peak{"peak pressure", {}, true};
  const std::vector<int> series =
      effort == Effort::quick ? std::vector{22, 44} : std::vector{22, 30, 44, 60, 88};
  for (const int cells : series) {
    const SpacedFigures figures = with_spacing(width, cells);
    const double tolerance = figures.active_nodes < 300 ? 0.02 : 0.005;
    const std::string where =
        fmt::format("{} nodes, {:.2g} mm apart", figures.active_nodes, 1e3 * figures.spacing);
    family.checks.push_back({"force, " + where, "N", figures.force, force, tolerance});
    family.checks.push_back({"peak pressure, " + where, "Pa", figures.peak, peak, tolerance});
    of_force.points.emplace_back(figures.active_nodes, 100 * (figures.force / force - 1));
    of_peak.points.emplace_back(figures.active_nodes, 100 * (figures.peak / peak - 1));
  }
  plot.lines = {of_force, of_peak};
  family.plots.push_back(std::move(plot));
  return family;
}

}  // namespace condyle
