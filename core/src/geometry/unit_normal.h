#pragma once

#include <Eigen/Core>

#include "condyle/geometry/surface_values.h"
#include "core/src/base/checks.h"

namespace condyle::geometry {

/// The unit normal of the level set of f through a point, and its derivative by the point [1/m].
struct UnitNormal {
  Eigen::Vector3d n;
  Eigen::Matrix3d derivative;

  /// Precondition: the gradient is not zero.
  explicit UnitNormal(const SurfaceJet& jet) {
    const double slope = jet.gradient.norm();
    CONDYLE_ASSERT(slope > 0);
    n = jet.gradient / slope;
    derivative = (jet.hessian - n * (n.transpose() * jet.hessian)) / slope;
  }
};

}  // namespace condyle::geometry
