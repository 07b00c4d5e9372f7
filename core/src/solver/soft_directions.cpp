#include "core/src/solver/soft_directions.h"

#include <algorithm>

#include "core/src/solver/body_blocks.h"

namespace condyle {

void SoftDirections::begin(const Group& group, Eigen::VectorXd& scratch) {
  is_found = false;
  softness.setZero(scratch.size(), scratch.size());
  softness.diagonal().setConstant(group.soft_part);
  clear_free_bodies(group);
  set_start(group, scratch);
}

void SoftDirections::find(const Group& group, Eigen::VectorXd& scratch) {
  clear_free_bodies(group);
  eigen.compute(softness);
  end = eigen.eigenvalues();
  for (double& z : end) {
    const double damped = std::max(0.0, z) / (1 + std::max(0.0, z));
    z = group.soft_part * (1 - damped * damped);
  }
  work.noalias() = eigen.eigenvectors() * end.asDiagonal();
  softness.noalias() = work * eigen.eigenvectors().transpose();
  clear_free_bodies(group);
  set_start(group, scratch);
  is_found = true;
}

/// Sets F to 0 for bodies that nothing holds: they move by the same velocities at which forces act,
/// which conserves their angular momentum.
void SoftDirections::clear_free_bodies(const Group& group) {
  for (int i = 0; i < group.body_count(); ++i) {
    if (group.bodies[i].is_held) continue;
    softness.middleRows<6>(6 * i).setZero();
    softness.middleCols<6>(6 * i).setZero();
  }
}

void SoftDirections::set_start(const Group& group, Eigen::VectorXd& scratch) {
  for (int i = 0; i < group.body_count(); ++i)
    part_of(scratch, i) = group.bodies[i].mass_root_inverse * group.bodies[i].velocity;
  start.noalias() = softness * scratch;
}

void SoftDirections::update(const Group& group, const Eigen::VectorXd& y,
                            Eigen::VectorXd& scratch) {
  for (int i = 0; i < group.body_count(); ++i) {
    const GroupBody& body = group.bodies[i];
    part_of(scratch, i) = part_of(y, i) + body.mass_root_inverse * body.free_velocity;
  }
  end.noalias() = softness * scratch;
}

Vector6 SoftDirections::lag(const Group& group, int i) const {
  return 0.5 * group.bodies[i].mass_root * (part_of(end, i) - part_of(start, i));
}

Vector6 SoftDirections::displacement_to_end(const Group& group, int i, double dt) const {
  return 0.25 * dt * group.bodies[i].mass_root * (part_of(end, i) + part_of(start, i));
}

}  // namespace condyle
