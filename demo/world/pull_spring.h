#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <optional>

namespace condyle {

/// A spring of the mouse. It pulls a point of a body, given in frame P (BuiltBody), to a point of
/// the world, or turns the body to a rotation.
struct PullSpring {
  int body = -1;
  Eigen::Vector3d p_P = Eigen::Vector3d::Zero(), p_W = Eigen::Vector3d::Zero();
  double stiffness = 0;                         ///< [N/m], or [N m/rad] if it turns the body
  std::optional<Eigen::Quaterniond> R_WP = {};  ///< to which it turns the body, if it does
};

}  // namespace condyle
