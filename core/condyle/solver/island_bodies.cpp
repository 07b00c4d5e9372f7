#include "condyle/solver/island_bodies.h"

#include <cmath>
#include <utility>

namespace condyle {
namespace {

/// The change of angular velocity of a free body in `h` [s], over which its inertia turns with it,
/// so that it keeps its angular momentum. It never gains energy, even if it turns far in `h`.
Eigen::Vector3d gyroscopic_change(const Eigen::Matrix3d& inverse_inertia, const Eigen::Vector3d& w,
                                  double h) {
  constexpr int k_rounds = 4;  // each brings h w nearer by that factor, a small one in sub-steps
  const Eigen::Vector3d momentum = inverse_inertia.inverse() * w;
  Eigen::Vector3d end = w;
  for (int i = 0; i < k_rounds; ++i) {
    const Eigen::Matrix3d turn = rotation_by(h * end);
    end = turn * (inverse_inertia * (turn.transpose() * momentum));
  }
  const double gain = momentum.dot(end) / momentum.dot(w);
  if (gain > 1) end /= std::sqrt(gain);
  return end - w;
}

Vector6 external_change(const Mover& mover, const Eigen::Matrix3d& inverse_inertia, double h,
                        double dt) {
  if (!mover.has_gyroscopic || h == dt) return mover.external * (h / dt);
  Vector6 change = mover.external;
  change.head<3>() -= mover.gyroscopic;
  change *= h / dt;
  change.head<3>() += gyroscopic_change(inverse_inertia, mover.velocity.head<3>(), h);
  return change;
}

}  // namespace

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
    body.free_velocity = mover.velocity + external_change(mover, inverse_inertia, h, island.dt);
  }
  for (std::size_t i = 0; i < island.standers.size(); ++i) {
    Stander& stander = island.standers[i];
    stander.X_WB = pose_before(stander.X_WB_given, stander.velocity,
                               h + island.division.remaining + stander.time_left);
    StepMotion& motion = island.group.given[i];
    motion.p_W = stander.X_WB.translation();
    const double way = island.is_conserving() ? 0.5 * h : h;
    motion.shift = way * motion.velocity.linear;
    motion.rotation = rotation_by(way * motion.velocity.angular);
  }
}

void move_bodies(Island& island, double h) {
  for (std::size_t i = 0; i < island.movers.size(); ++i) {
    Mover& mover = island.movers[i];
    Vector6 moved = island.group.velocity(static_cast<int>(i));
    const Vector6 start = std::exchange(mover.velocity, moved);
    if (island.is_conserving()) moved = 0.5 * (moved + start);
    moved -= island.group.lag(static_cast<int>(i));
    mover.turned += h * moved.head<3>();
    mover.X_WB.translation() += h * moved.tail<3>();
    mover.X_WB.linear() = rotation_by(h * moved.head<3>()) * mover.X_WB.linear();
  }
}

StepMotion free_motion(const Island& island, const GroupEnd& end, double h) {
  StepMotion motion = island.group.motion(end);
  if (end.body < 0) return motion;
  const Vector6& u = island.group.bodies[static_cast<std::size_t>(end.body)].free_velocity;
  motion.velocity = {u.head<3>(), u.tail<3>()};
  motion.shift = h * u.tail<3>();
  motion.rotation = rotation_by(h * u.head<3>());
  return motion;
}

}  // namespace condyle
