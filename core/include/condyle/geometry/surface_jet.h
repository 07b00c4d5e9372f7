#pragma once

#include <Eigen/Core>

namespace condyle {

/// The implicit function f of a shape at a point, with its first and second derivatives in the
/// shape's frame. f is negative inside the solid, zero on its surface and positive outside; the
/// gradient points outward. f is in metres, its gradient is dimensionless, its Hessian is in 1/m.
/// Each shape documents its own f; f is the signed distance only where so stated.
struct SurfaceJet {
  double value = 0;
  Eigen::Vector3d gradient = Eigen::Vector3d::Zero();
  Eigen::Matrix3d hessian = Eigen::Matrix3d::Zero();
};

}  // namespace condyle
