#include "core/src/base/pose_flaw.h"

#include <fmt/format.h>

#include <Eigen/Geometry>

namespace condyle {
namespace {

constexpr double k_rotation_tolerance = 1e-6;

}  // namespace

std::string flaw_of_pose(const Eigen::Matrix4d& T) {
  if (!T.allFinite()) return "it has a number that is not finite";
  const Eigen::Matrix3d R = T.topLeftCorner<3, 3>();
  const double error = (R.transpose() * R - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  if (T.row(3) != Eigen::RowVector4d(0, 0, 0, 1)) return "its last row is not 0 0 0 1";
  if (!(error <= k_rotation_tolerance))
    return fmt::format("its 3x3 part misses a rotation by {:.2g}", error);
  return R.col(0).cross(R.col(1)).dot(R.col(2)) < 0 ? "it mirrors" : "";
}

}  // namespace condyle
