#include "core/src/contact/linearised/linearised_poses.h"

#include <Eigen/Geometry>

#include "core/src/base/pose_inverse.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Pose moved(const Pose& X_WM, const StepMotion& body) {
  Pose X;
  X.linear() = body.rotation * X_WM.linear();
  X.translation() = body.p_W + body.shift + body.rotation * (X_WM.translation() - body.p_W);
  return X;
}

Vector3d rotation_vector(const Matrix3d& rotation) {
  // Squared sine below which the series misses less than 1e-16 of the angle.
  constexpr double k_small = 1e-4;
  const Vector3d sine =
      0.5 * Vector3d(rotation(2, 1) - rotation(1, 2), rotation(0, 2) - rotation(2, 0),
                     rotation(1, 0) - rotation(0, 1));
  const double squared = sine.squaredNorm();
  if (squared < k_small && rotation.trace() > 2)
    return (1 + squared * (1.0 / 6 + squared * (3.0 / 40 + squared * (15.0 / 336)))) * sine;
  const Eigen::AngleAxisd angle(rotation);
  return angle.angle() * angle.axis();
}

/// A body whose motion is given bears the moment that its partner's arm leaves over.
bool have_moved_arms(const StepMotion& C, const StepMotion& T) {
  if (C.inverse_mass > 0 && T.inverse_mass > 0) return C.has_moved_arms || T.has_moved_arms;
  return C.has_moved_arms && T.has_moved_arms;
}

bool is_zero(const Twist& twist) { return twist.angular.isZero(0) && twist.linear.isZero(0); }

}  // namespace

LinearisedPoses poses_after(const StepMotion& C, const StepMotion& T, double dt, const Pose& X_WC,
                            const Pose& X_WT) {
  LinearisedPoses found;
  found.C = C;
  found.T = T;
  found.dt = dt;
  found.X_WC = moved(X_WC, C);
  found.X_WT = moved(X_WT, T);
  found.X_CT = inverse_of(found.X_WC) * found.X_WT;
  found.X_TC = inverse_of(found.X_CT);
  found.arm_C = found.X_WC.translation() - (C.p_W + C.shift);
  found.offset = found.X_WC.translation() - (T.p_W + T.shift);
  const Vector3d slid = C.shift - T.shift, common_shift = share_of_second(C, T) * slid;
  found.X_WC_acting = found.X_WC;
  found.X_WC_acting.translation() += common_shift - C.shift;
  found.between = C.p_W - T.p_W;
  if (have_moved_arms(C, T)) {
    found.between += slid;
  } else {
    found.lever_C = common_shift;
    found.lever_T = common_shift - slid;
  }
  return found;
}

RelativeMotion relative_motion(const LinearisedPoses& found, const StepMotion& C,
                               const StepMotion& T) {
  const Matrix3d R_CW = found.X_WC.linear().transpose();
  const auto at_C = [&](const Vector3d& turn_C, const Vector3d& shift_C, const Vector3d& turn_T,
                        const Vector3d& shift_T) {
    Vector6 relative;
    relative << R_CW * (turn_C - turn_T),
        R_CW * (shift_C + turn_C.cross(found.arm_C) - shift_T - turn_T.cross(found.offset));
    return relative;
  };
  const auto turn = [](const StepMotion& now, const StepMotion& then) {
    return rotation_vector(now.rotation * then.rotation.transpose());
  };
  RelativeMotion motion;
  motion.displacement =
      at_C(turn(C, found.C), C.shift - found.C.shift, turn(T, found.T), T.shift - found.T.shift);
  const auto of_both = [&](const Twist& of_C, const Twist& of_T) {
    return at_C(of_C.angular, of_C.linear, of_T.angular, of_T.linear);
  };
  motion.velocity = of_both(C.velocity, T.velocity);
  if (is_zero(C.to_end) && is_zero(T.to_end) && is_zero(C.lag) && is_zero(T.lag)) return motion;
  motion.to_end = of_both(C.to_end, T.to_end);
  motion.lag = of_both(C.lag, T.lag);
  return motion;
}

}  // namespace condyle
