#include "elements/element_compliance.h"

#include <fmt/format.h>

#include <filesystem>

#include "condyle/error.h"
#include "core/src/contact/elastic/layer_setup.h"
#include "core/src/files/unfinished_file.h"
#include "elements/condensation.h"
#include "elements/patch_loads.h"
#include "elements/programs.h"

namespace condyle {
namespace {

/// Tolerance for straightening the outline, over the size of elements.
constexpr double k_outline = 0.05;

double spacing_of(const ContactSurface& surface, double asked) {
  ContactSettings settings;
  settings.node_spacing = asked;
  const ContactSurface rigid(geometry::Shape(geometry::HalfSpace{}), {}, rigid_layer());
  return setup_key(surface, rigid, settings).spacing;
}

std::vector<double> lower_triangle(const Eigen::MatrixXd& C) {
  std::vector<double> entries;
  for (Eigen::Index i = 0; i < C.rows(); ++i)
    for (Eigen::Index j = 0; j <= i; ++j) entries.push_back(C(i, j));
  return entries;
}

std::vector<Eigen::Vector3d> places_of(const LayerSolid& solid, const Stiffness& stiffness) {
  std::vector<Eigen::Vector3d> places;
  for (const int node : stiffness.node) places.push_back(solid.nodes[node]);
  return places;
}

void require_few_nodes(std::size_t nodes, double spacing) {
  if (nodes > k_most_table_nodes)
    throw InputError(
        fmt::format("the part has {} nodes, {:.3g} m apart, but at most {} are allowed; give a "
                    "larger --node-spacing",
                    nodes, spacing, k_most_table_nodes));
}

/// Larger elements cannot tell patches apart, so that C is not definite.
void require_small_elements(double size, double spacing) {
  constexpr double k_most = 1.5;
  if (size > k_most * spacing)
    throw InputError(
        fmt::format("--element-size: {:.3g} m is more than {} times the distance between nodes, "
                    "{:.3g} m; give a smaller size, or a larger --node-spacing",
                    size, k_most, spacing));
}

}  // namespace

std::string why_no_elements() {
  const std::string ccx = why_no_program("ccx", "calculix-ccx");
  return ccx.empty() ? why_no_program("gmsh", "gmsh") : ccx;
}

ElementCompliance compliance_by_elements(const ContactSurface& surface, const TriangleMesh& back,
                                         const ElementSettings& settings,
                                         const ElementProgress& progress) {
  if (const std::string reason = why_no_elements(); !reason.empty()) throw InputError(reason);
  const Layer& layer = surface.layer(0);
  const double spacing = spacing_of(surface, settings.node_spacing);
  const LayerNodes nodes = make_layer_nodes(surface, spacing);
  const double size = settings.element_size > 0 ? settings.element_size : nodes.spacing;
  require_small_elements(size, nodes.spacing * (1 + 1e-9));
  const UnfinishedFolder folder(std::filesystem::temp_directory_path());

  progress("meshing", 0);
  const Footprint footprint = make_footprint(surface.mesh(), back, surface.name());
  PlanMesh plan = mesh_plan(outline_of(footprint, k_outline * size), size, folder.path());
  const LayerSolid solid =
      make_layer_solid(footprint, std::move(plan), size, settings.least_thickness);

  progress("stiffness by CalculiX", 0);
  const Stiffness stiffness =
      stiffness_of(solid, layer.elastic_modulus, layer.poissons_ratio, folder.path());
  const PatchLoads loads = make_patch_loads(surface, nodes, footprint, solid, stiffness, size);
  require_few_nodes(loads.nodes.size(), spacing);
  const Eigen::MatrixXd C = condensed(stiffness.K, loads.P, places_of(solid, stiffness),
                                      [&](double part) { progress("compliance", part); });

  return {
      {.mesh = mesh_fingerprint(surface.mesh()),
       .patches = patch_fingerprint(nodes),
       .spacing = spacing,
       .elastic_modulus = layer.elastic_modulus,
       .poissons_ratio = layer.poissons_ratio,
       .thickness = nodes.thickness,
       .nodes = loads.nodes,
       .entries = lower_triangle(C)},
      {nodes.count(), static_cast<int>(loads.nodes.size()), static_cast<int>(solid.wedges.size()),
       solid.levels, static_cast<int>(stiffness.K.rows())}};
}

}  // namespace condyle
