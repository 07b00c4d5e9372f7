#pragma once

#include "condyle/geometry/shape.h"
#include "condyle/pose.h"
#include "core/src/collision/ray_cluster.h"

namespace condyle {

/// A lower bound on the distance [m] between the surface of a shape and the segments of a cluster's
/// rays; not above 0 if they may meet. If nothing lies within `worthwhile` [m], the result may be
/// `worthwhile`. X_TC: pose of the casting frame in the shape's frame.
///
/// The signed distance changes by at most the displacement of the point (Lipschitz constant 1).
/// Outside a convex solid it is also a convex function and lies above its tangent at the cluster's
/// centre, so rays that point away need no room at all. Outside a torus it is nearly convex. Above
/// a height map, the height and the slopes give such a bound.
double clearance(const geometry::Shape& shape, const RayCluster& rays, const RayReach& reach,
                 const Pose& X_TC, double worthwhile);

}  // namespace condyle
