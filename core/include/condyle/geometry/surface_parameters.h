#pragma once

#include <Eigen/Core>

namespace condyle {

/// A point of a parametric surface with its derivatives by the parameters u and v, in the shape's
/// frame. du x dv points outward.
struct ParametricJet {
  Eigen::Vector3d point, du, dv, duu, duv, dvv;
};

}  // namespace condyle
