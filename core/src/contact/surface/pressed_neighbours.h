#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <span>

#include "condyle/collision/proximity_hit.h"
#include "core/src/contact/surface/plain_vectors.h"

namespace condyle {

/// Whether neighbours with these normals lie on one face of a shape, not across an edge of it.
inline bool are_on_one_face(const Eigen::Vector3d& normal, const Eigen::Vector3d& other) {
  constexpr double k_same_face = 0.7;
  return plain_dot(normal, other) > k_same_face;
}

/// Whether one of the hits, by ascending element, is that of this element, in contact.
inline bool is_pressed(std::span<const ProximityHit> hits, int element) {
  const auto hit = std::ranges::lower_bound(hits, element, {}, &ProximityHit::casting_triangle);
  return hit != hits.end() && hit->casting_triangle == element && hit->proximity > 0;
}

}  // namespace condyle
