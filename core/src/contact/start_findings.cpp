#include "core/src/contact/start_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "condyle/contact/layer.h"
#include "core/src/contact/lumped_layers.h"
#include "core/src/contact/range_fault.h"

namespace condyle {
namespace {

double thickness_of_side(const ContactSurface& surface) {
  const double thickness = surface.layer(0).thickness;
  if (surface.triangle_count() == 0) return thickness;
  return std::min(thickness, bounding_box(surface.mesh()).sizes().maxCoeff());
}

}  // namespace

double thickness_of(const PlacedPair& pair) {
  return thickness_of_side(*pair.casting) + thickness_of_side(*pair.target);
}

std::optional<Finding> overlap_beyond_window(const std::string& place, const Overlap& overlap,
                                             double max_proximity, const std::string& when) {
  if (overlap.beyond <= overlap.within) return {};
  return Finding{
      "beyond_max_proximity",
      place,
      fmt::format("{}the meshes overlap by up to {:.3g} mm, but overlap deeper than "
                  "max_proximity, {:.3g} mm, is ignored; move the bodies apart, or increase it",
                  when, 1e3 * overlap.far_depth, 1e3 * max_proximity),
      {{"depth [m]", overlap.far_depth}, {"max_proximity [m]", max_proximity}}};
}

std::optional<Finding> averaged_layers(const std::string& place, const ContactSurface& casting,
                                       const ContactSurface& target,
                                       const ContactSettings& settings) {
  const LumpedLayers layers = lumped_layers(casting, target, settings);
  if (!layers.is_far_off()) return {};
  RangeFault fault = layers.fault();
  return Finding{std::move(fault.kind), place, std::move(fault.text), std::move(fault.numbers)};
}

std::optional<Finding> overlap_at_start(const std::string& place, const PlacedPair& pair,
                                        const Overlap& overlap, FirstSteps first) {
  const double part = overlap.depth / thickness_of(pair);
  if (!(part > (first == FirstSteps::settling ? 1.0 : 0.1))) return {};
  return Finding{
      "initial_overlap",
      place,
      fmt::format("the meshes overlap by {:.3g} mm at the start, {:.0f} % of their layers, which "
                  "throws the bodies apart{}; move them",
                  1e3 * overlap.depth, 100 * part,
                  first == FirstSteps::settling ? ", even while they settle" : ""),
      {{"depth [m]", overlap.depth}}};
}

}  // namespace condyle
