#pragma once

#include "condyle/collision/ray_cluster.h"
#include "condyle/geometry/shape.h"
#include "condyle/pose.h"

namespace condyle {

/// A lower bound of the distance [m] between the surface of a shape and the segments of a cluster's
/// rays; not above 0 where they may meet. Where nothing is within `worthwhile` [m], that much may
/// be returned. X_TC: casting frame in the shape's frame.
///
/// The signed distance changes by at most the way (Lipschitz constant 1). Outside a convex solid it
/// is a convex function too, so along any segment it lies above its tangent at the cluster's
/// middle: rays that point away need no room at all. Outside a torus it nearly is; above a height
/// map its height and slopes say the same.
double clearance(const Shape& shape, const RayCluster& rays, const RayReach& reach,
                 const Pose& X_TC, double worthwhile);

}  // namespace condyle
