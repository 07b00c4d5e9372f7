#include "plugin/bullet/src/velocity_changes.h"

#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {
namespace {

Vector6 change_in_bullet(const btSolverBody& body) {
  return joined(body.getDeltaAngularVelocity(), body.getDeltaLinearVelocity());
}

}  // namespace

void VelocityChanges::gather(btAlignedObjectArray<btSolverBody>& bodies) {
  bodies_ = &bodies;
  changes_.clear();
  for (int b = 0; b < bodies.size(); ++b) changes_.push_back(change_in_bullet(bodies[b]));
  written_ = changes_;
}

const Vector6& VelocityChanges::of(int body) {
  const auto at = static_cast<std::size_t>(body);
  const Vector6 now = change_in_bullet((*bodies_)[body]);
  // Summed in this order, a change that Bullet stores without rounding stays the same to the bit.
  changes_[at] = now + (changes_[at] - written_[at]);
  written_[at] = now;
  return changes_[at];
}

void VelocityChanges::set(int body, const Vector6& change) {
  const auto at = static_cast<std::size_t>(body);
  btSolverBody& in_bullet = (*bodies_)[body];
  in_bullet.internalGetDeltaAngularVelocity() = to_bullet(Eigen::Vector3d(change.head<3>()));
  in_bullet.internalGetDeltaLinearVelocity() = to_bullet(Eigen::Vector3d(change.tail<3>()));
  changes_[at] = change;
  written_[at] = change_in_bullet(in_bullet);
}

}  // namespace condyle::bullet
