#pragma once

#include "core/src/contact/bristles.h"
#include "core/src/solver/linearised_geometry.h"

namespace condyle {

/// The bristles of a pair with stiction (bristles.h).
struct LinearisedBristles {
  std::vector<BristleBlock> blocks;  ///< parallel to LinearisedGeometry::blocks
  std::vector<int> triangles;        ///< casting triangle of each linearised one
  bool is_evaluated = false;  ///< whether forces were evaluated since bristles were linearised
};

/// Linearises the bristles of the linearised triangles of `hits`. Triangles stick where `known` (by
/// ascending casting triangle) says. A triangle that newly touches sticks to the point where it was
/// one step ago by its velocity at this pose: only the last of its path counts, since a point of a
/// rolling body comes down from the side.
void linearise_bristles(const ContactPair& pair, std::span<const ProximityHit> hits,
                        std::span<const Bristle> known, const LinearisedPoses& found,
                        const LinearisedGeometry& geometry, LinearisedBristles& bristles);

/// Writes the bristles of the triangles that touch after an evaluation at `motion`, in a step of
/// `dt` [s]. `by_pressure`: of those that press, as on an elastic layer.
void keep_bristles(const LinearisedBristles& bristles, const LinearisedGeometry& geometry,
                   bool by_pressure, const LinearisedPoses& found, const RelativeMotion& motion,
                   double dt, std::vector<Bristle>& kept);

}  // namespace condyle
