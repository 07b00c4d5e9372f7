#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>

#include "condyle/collision/proximity_hit.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"

namespace condyle {

/// A point of a mesh as a weighted mean of vertices. The weights add up to 1.
struct ElementWeights {
  std::array<int, 3> vertex{};
  std::array<double, 3> weight{};
  int count = 0;
};

/// Calls use(k, v) for each vertex v of the mean, with its place k.
template <class Use>
void for_each_vertex(const ElementWeights& at, const Use& use) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(at.count); ++k)
    use(k, static_cast<std::size_t>(at.vertex[k]));
}

/// The point where a casting element's ray starts: a triangle's centroid, or a node's vertex. For a
/// node two neighbours are added with weight 0, so that the three vertices can bear a couple.
ElementWeights casting_weights(const ContactSurface& casting, int element);

/// The point where a casting element's ray crosses the plane of the target triangle that it met,
/// clamped to the triangle. No vertices if the target is a shape. X_TC: pose of the casting mesh in
/// the target mesh frame.
ElementWeights target_weights(const ContactSurface& casting, const ContactSurface& target,
                              const ProximityHit& hit, const Pose& X_TC);

}  // namespace condyle
