#pragma once

#include <Eigen/Core>

namespace condyle {

/// The implicit function f of a shape at a point, with its first and second derivatives in the
/// shape's frame. Negative inside the solid, zero on its surface, positive outside; the gradient
/// points outward. f is in metres, its gradient a pure number, its Hessian in 1/m. Each shape says
/// which f it takes; f is the signed distance only where that is stated.
struct SurfaceJet {
  double value = 0;
  Eigen::Vector3d gradient = Eigen::Vector3d::Zero();
  Eigen::Matrix3d hessian = Eigen::Matrix3d::Zero();
};

}  // namespace condyle
