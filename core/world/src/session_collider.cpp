#include "core/world/src/session_collider.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace condyle {
namespace {

/// Least thickness of the surface's layers [m]; 0 for a rigid side and for an infinitely thick
/// layer.
double thinnest_layer(const ContactSurface& surface) {
  if (!std::isfinite(surface.layer(0).thickness)) return 0;
  double thinnest = surface.layer(0).thickness;
  if (surface.has_uniform_layer()) return thinnest;
  for (int t = 1; t < surface.triangle_count(); ++t)
    thinnest = std::min(thinnest, surface.layer(t).thickness);
  return thinnest;
}

}  // namespace

void set_surface(std::shared_ptr<const ContactSurface> surface, SessionCollider& collider) {
  collider.box_S = bounding_box(surface->mesh());
  collider.thinnest_layer = thinnest_layer(*surface);
  collider.extent = extent_of(*surface);
  collider.surface = std::move(surface);
}

PairSide side_of(const SessionCollider& collider) {
  return {collider.X_BS,           collider.box_S,        &collider.extent,
          collider.thinnest_layer, collider.name.c_str(), collider.vertices.get()};
}

}  // namespace condyle
