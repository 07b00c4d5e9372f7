#pragma once

#include <Eigen/Core>
#include <array>

#include "condyle/collision/proximity_window.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"

namespace condyle {

/// A place on a mesh as a mean of vertices: their weights add up to 1.
struct ElementWeights {
  std::array<int, 3> vertex{};
  std::array<double, 3> weight{};
  int count = 0;
};

/// The place that a casting element's ray starts from: of a triangle its centroid,
/// of a node its vertex, beside which two neighbours have the weight 0: they can bear a couple with
/// it.
ElementWeights casting_weights(const ContactSurface& casting, int element);

/// Where the casting element's ray crosses the plane of the target triangle that it met, held
/// inside the triangle; none where the target is a shape. X_TC: pose of the casting mesh in the
/// target mesh frame.
ElementWeights target_weights(const ContactSurface& casting, const ContactSurface& target,
                              const ProximityHit& hit, const Pose& X_TC);

}  // namespace condyle
