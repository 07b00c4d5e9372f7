#include "core/src/ligament/strand_path.h"

namespace condyle {

StrandEnd strand_end(const Pose& X_WB, const Twist& V_WB_W, const Eigen::Vector3d& p_B) {
  const Eigen::Vector3d arm_W = X_WB.linear() * p_B;
  return {X_WB.translation() + arm_W, V_WB_W.linear + V_WB_W.angular.cross(arm_W)};
}

StrandPath straight_path(const StrandEnd& a, const StrandEnd& b) {
  const Eigen::Vector3d span_W = b.p_W - a.p_W;
  StrandPath path{.length = span_W.norm()};
  if (path.length > 0) path.gradient_B_W = span_W / path.length;
  path.gradient_A_W = -path.gradient_B_W;
  path.lengthening_speed = path.gradient_B_W.dot(b.v_W - a.v_W);
  return path;
}

}  // namespace condyle
