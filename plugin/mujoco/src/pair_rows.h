#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/contact/contact_laws.h"
#include "condyle/pose.h"
#include "core/src/contact/linearised/linearised_contact.h"

namespace condyle::mujoco {

/// A place at which a pair presses, as one row of MuJoCo's: world frame, at the start of the step.
/// The force on the casting body is max(0, force - stiffness u) along `push`, where u is how far
/// the casting body moves along `push`, relative to the target, beyond where contact was found.
struct NormalRow {
  Eigen::Vector3d point, push;  ///< [m]; not a unit vector
  double gap = 0;               ///< where contact was found; negative: depth [m]
  double force = 0;             ///< where contact was found; negative: a gap has to close first [N]
  double stiffness = 0;         ///< with damping over the step's length [N/m]
};

/// A place at which a pair rubs: the force is `drag` times the slip velocity plus `holding` times
/// the stretch, and at most `limit`.
struct FrictionRow {
  Eigen::Vector3d point, across;  ///< [m]; normal of the plane of slip, of unit length
  double drag = 0;                ///< [N s/m]
  double limit = 0;               ///< [N]
  double holding = 0;             ///< [N/m]
  Eigen::Vector3d stretch = Eigen::Vector3d::Zero();  ///< where contact was found [m]
};

struct PairRows {
  std::vector<NormalRow> normal;
  std::vector<FrictionRow> friction;
  Wrench rubbing;  ///< of all triangles without bristles, on the casting body where found; about
                   ///< the world's origin
};

/// Writes the rows of a contact that was evaluated at the motions at which it was found, for a step
/// of `dt` [s]. `normal_force`: of an earlier pass of the step, by which triangles rub that do not
/// touch yet [N]. Few stand for many triangles: where triangles touch, the rows have their wrench
/// and 6x6 stiffness, and where they do not touch yet, the same sums of gaps; friction has the
/// same 6x6 matrices of its drag and its limits.
void find_rows(LinearisedContact& contact, const Friction& friction, double dt, double normal_force,
               PairRows& rows);

}  // namespace condyle::mujoco
