#pragma once

#include "core/src/contact/bristles.h"
#include "core/src/solver/linearised_geometry.h"

namespace condyle {

/// The bristles of a pair with stiction (bristles.h).
struct LinearisedBristles {
  std::vector<BristleBlock> blocks;  ///< parallel to LinearisedGeometry::blocks
  std::vector<int> triangles;        ///< casting triangle of each linearised one
  bool is_evaluated = false;         ///< forces were evaluated since bristles were linearised
};

/// Linearises the bristles of the linearised triangles of `hits`. Triangles in `known` (by
/// ascending casting triangle) stick to their feet. A triangle that newly touches sticks to the
/// point where it was one step ago by its velocity at this pose. Only the last part of its path
/// counts, since a point of a rolling body comes down from the side.
void linearise_bristles(const ContactPair& pair, std::span<const ProximityHit> hits,
                        std::span<const Bristle> known, const LinearisedPoses& found,
                        const LinearisedGeometry& geometry, LinearisedBristles& bristles);

/// Appends the bristles of the triangles that touch after an evaluation at `motion`, in a step of
/// `dt` [s], to `kept`. `by_pressure`: of the triangles that press instead, as on an elastic layer.
void keep_bristles(const LinearisedBristles& bristles, const LinearisedGeometry& geometry,
                   bool by_pressure, const LinearisedPoses& found, const RelativeMotion& motion,
                   double dt, std::vector<Bristle>& kept);

}  // namespace condyle
