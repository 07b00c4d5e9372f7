#include "core/src/solver/island_bodies.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/src/base/cross_matrix.h"

namespace condyle {
namespace {

/// The change of angular velocity w of a free body in `h` [s]. The body turns by h w1, so it keeps
/// its angular momentum L if I w1 = exp(-h w1) L with the inertia I at the start, since its own
/// turn does not change w1 in the body's frame. Newton's method. The energy w1 I w1 / 2 never
/// grows, even if the body turns so far that passes do not converge.
Eigen::Vector3d gyroscopic_change(const Eigen::Matrix3d& inertia, const Eigen::Vector3d& w,
                                  double h) {
  constexpr int k_passes = 5;
  const Eigen::Vector3d momentum = inertia * w;
  Eigen::Vector3d end = w;
  for (int i = 0; i < k_passes; ++i) {
    const Eigen::Vector3d seen = rotation_by(-h * end) * momentum;
    const Eigen::Matrix3d slope = inertia - h * cross_matrix(seen);
    end -= slope.inverse() * (inertia * end - seen);
  }
  const double gain = end.dot(inertia * end) / w.dot(momentum);
  if (gain > 1) end /= std::sqrt(gain);
  return end - w;
}

/// In an undivided step the engine's own gyroscopic torque acts.
Vector6 external_change(const Mover& mover, const Eigen::Matrix3d& inverse_inertia, double h,
                        const Island& island) {
  const double dt = island.dt;
  if (!mover.has_gyroscopic || !island.division.is_divided) return mover.external * (h / dt);
  Vector6 change = mover.external;
  change.head<3>() -= mover.gyroscopic;
  change *= h / dt;
  change.head<3>() += gyroscopic_change(inverse_inertia.inverse(), mover.velocity.head<3>(), h);
  return change;
}

}  // namespace

bool any_turns(const Island& island, double angle) {
  return std::ranges::any_of(island.movers, [&](const Mover& mover) {
    return mover.has_gyroscopic && island.dt * mover.start_velocity.head<3>().norm() > angle;
  });
}

void restart_bodies(Island& island) {
  for (Mover& mover : island.movers) {
    mover.X_WB = mover.X_WB_start;
    mover.velocity = mover.start_velocity;
    mover.turned.setZero();
  }
}

void load_bodies(Island& island, double h) {
  for (std::size_t i = 0; i < island.movers.size(); ++i) {
    const Mover& mover = island.movers[i];
    const Eigen::Matrix3d turned = mover.X_WB.linear() * mover.X_WB_start.linear().transpose();
    GroupBody& body = island.group.bodies[i];
    const Eigen::Matrix3d inverse_inertia = turned * mover.inverse_inertia * turned.transpose();
    set_mass(body, mover.inverse_mass, inverse_inertia);
    body.p_W = mover.X_WB.translation();
    body.velocity = mover.velocity;
    body.free_velocity = mover.velocity + external_change(mover, inverse_inertia, h, island);
  }
  for (std::size_t i = 0; i < island.given_bodies.size(); ++i) {
    GivenBody& given = island.given_bodies[i];
    given.X_WB = pose_before(given.X_WB_given, given.velocity,
                             h + island.division.remaining + given.time_left);
    StepMotion& motion = island.group.given[i];
    motion.p_W = given.X_WB.translation();
    motion.shift = h * motion.velocity.linear;
    motion.rotation = rotation_by(h * motion.velocity.angular);
  }
}

void move_bodies(Island& island, double h) {
  for (std::size_t i = 0; i < island.movers.size(); ++i) {
    Mover& mover = island.movers[i];
    Vector6 moved = island.solver.velocity(static_cast<int>(i));
    mover.velocity = moved;
    moved -= island.solver.lag(static_cast<int>(i));
    mover.turned += h * moved.head<3>();
    mover.X_WB.translation() += h * moved.tail<3>();
    mover.X_WB.linear() = rotation_by(h * moved.head<3>()) * mover.X_WB.linear();
  }
}

StepMotion free_motion(const Island& island, const GroupEnd& end, double h) {
  StepMotion motion = island.group.motion(end);
  if (end.body < 0) return motion;
  const Vector6& u = island.group.bodies[end.body].free_velocity;
  motion.velocity = {u.head<3>(), u.tail<3>()};
  motion.shift = h * u.tail<3>();
  motion.rotation = rotation_by(h * u.head<3>());
  return motion;
}

}  // namespace condyle
