#include "core/src/contact/elastic/layer_setup.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/src/contact/elastic/layer_seams.h"
#include "core/src/contact/surface/mean_area.h"

namespace condyle {
namespace {

bool has_end(const Layer& layer) {
  return layer.use != LayerUse::rigid && std::isfinite(layer.thickness);
}

/// Thickness of a layer at its thinnest place [m]; 0 if the layer has no end or the side is rigid.
double thickness_of(const ContactSurface& surface) {
  if (!has_end(surface.layer(0))) return 0;
  double least = surface.layer(0).thickness;
  for (int t = 1; !surface.has_uniform_layer() && t < surface.triangle_count(); ++t)
    least = std::min(least, surface.layer(t).thickness);
  return least;
}

/// The thinnest layer of both sides; infinite if none has an end.
double least_thickness(const ContactSurface& casting, const ContactSurface& target) {
  double least = std::numeric_limits<double>::infinity();
  for (const ContactSurface* const surface : {&casting, &target})
    if (has_end(surface->layer(0))) least = std::min(least, thickness_of(*surface));
  return least;
}

/// Default spacing [m]: an eighth of the thinnest layer, which gives forces to about 1 %, but at
/// least one node for four triangles. Contacts may be small compared with the layer; the mesh is
/// then fine enough for them.
double spacing_for(const ContactSurface& casting, const ContactSurface& target) {
  return std::min(least_thickness(casting, target) / 8, 2 * std::sqrt(mean_area(casting)));
}

LayerKernels kernels_of(const ContactSurface& casting, const Layer& target) {
  return {make_layer_kernel(casting.layer(0)), make_layer_kernel(target), target.thickness};
}

TableEntries entries_of(const ContactSurface& casting, const LayerNodes& nodes) {
  const auto table = casting.layer_setups().table();
  if (!table) return {};
  require_belongs(*table, casting, nodes);
  return {table, nodes.count(), casting.layer(0).elastic_modulus};
}

/// Bound on how far a layer swells beside a contact, over the greatest depth. A compressible layer
/// swells less than an incompressible one: under paraboloids by at most 0.40 of the depth for nu =
/// 0.495, 0.21 for 0.48, 0.11 for 0.46 and 0.01 for 0.4, however wide the contact. The bound is
/// more than four times as large.
double swelling_of(const Layer& layer) {
  return has_end(layer) ? std::max(0.25, LayerSetup::k_swelling - 50 * (0.5 - layer.poissons_ratio))
                        : 0;
}

/// The sum of the thicknesses of the layers that have an end, the casting side's at its thinnest
/// place [m].
double depth_scale_of(const ContactSurface& casting, const Layer& target) {
  return thickness_of(casting) + (has_end(target) ? target.thickness : 0.0);
}

}  // namespace

LayerSetupKey setup_key(const ContactSurface& casting, const ContactSurface& target,
                        const ContactSettings& settings) {
  const auto table = casting.layer_setups().table();
  const double spacing = settings.node_spacing > 0 ? settings.node_spacing
                         : table                   ? table->spacing
                                                   : spacing_for(casting, target);
  return {target.layer(0), spacing, settings.free_edges};
}

LayerSetup::LayerSetup(const ContactSurface& casting, const LayerSetupKey& key)
    : nodes(make_layer_nodes(casting, key.spacing)),
      compliance(casting, nodes, kernels_of(casting, key.target), key.free_edges,
                 entries_of(casting, nodes)),
      slopes(nodes),
      swelling(std::max(swelling_of(casting.layer(0)), swelling_of(key.target))),
      lift(compliance.greatest_lift()),
      depth_scale(depth_scale_of(casting, key.target)),
      is_definite(compliance.is_definite()),
      even_pressure(yield_to_even_pressure(casting, nodes, compliance, key.target)),
      across_seams(nodes_across_seams(nodes)) {
  if (depth_scale == 0) depth_scale = 8 * nodes.spacing;
}

std::shared_ptr<const LayerSetup> layer_setup_of(const ContactSurface& casting,
                                                 const LayerSetupKey& key) {
  return casting.layer_setups().get(
      key, [&] { return std::make_shared<const LayerSetup>(casting, key); });
}

}  // namespace condyle
