#include "world/carried_mesh.h"

#include <algorithm>

namespace condyle {

Pose frame_on_strand(std::span<const Eigen::Vector3d> points, double distance,
                     const Eigen::Vector3d& forward) {
  std::size_t k = points.size() - 1;
  double left = distance, length = (points[k - 1] - points[k]).norm();
  while (k > 1 && left > length) {
    left -= length;
    --k;
    length = (points[k - 1] - points[k]).norm();
  }
  const Eigen::Vector3d along = points[k - 1] - points[k];
  const double part = length > 0 ? std::clamp(left / length, 0.0, 1.0) : 0;
  const Eigen::Vector3d y = along.stableNormalized();
  Eigen::Vector3d x = forward - forward.dot(y) * y;
  x = x.norm() > 1e-9 * forward.norm() ? x.normalized() : y.unitOrthogonal();
  Pose frame = Pose::Identity();
  frame.linear() << x, y, x.cross(y);
  frame.translation() = points[k] + part * along;
  return frame;
}

}  // namespace condyle
