#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "core/src/contact/linearised/linearised_contact.h"
#include "core/src/contact/linearised/step_motion.h"
#include "core/src/solver/linearised_strand.h"

namespace condyle {

/// A dynamic body of a group at the start of a (sub-)step. Velocities are (angular, linear) at the
/// centre of mass, in the world frame.
struct GroupBody {
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();
  Vector6 velocity = Vector6::Zero();  ///< velocity at the start of the (sub-)step
  /// Velocity after the step's external impulses, before contact.
  Vector6 free_velocity = Vector6::Zero();
  Matrix6 mass_root = Matrix6::Zero();          ///< symmetric B with B B^T = inverse mass matrix
  Matrix6 mass_root_inverse = Matrix6::Zero();  ///< pseudo-inverse of mass_root: locked axes stay 0
  double inverse_mass = 0;
  /// Something outside the group holds the body (held_bodies.h): it may have soft directions
  /// (Group::soft_part), and has moved arms (StepMotion::has_moved_arms).
  bool is_held = false;
};

/// Sets mass_root and its pseudo-inverse from the inverse mass per world axis and the inverse
/// inertia tensor in the world frame. Either may be singular if axes are locked.
void set_mass(GroupBody& body, const Eigen::Vector3d& inverse_mass,
              const Eigen::Matrix3d& inverse_inertia_W);

/// A body of a pair or strand: a body of the group, or one whose motion is given.
struct GroupEnd {
  int body = -1;   ///< index in Group::bodies, or -1
  int given = -1;  ///< if body is -1: index in Group::given
};

struct GroupPair {
  GroupEnd casting, target;
  LinearisedContact* contact = nullptr;
  PairForces forces;  ///< forces of the last evaluation
  /// The solver's move at which `forces` were evaluated; -1: none, or `contact` has changed since.
  std::int64_t move = -1;
  int number = -1;  ///< among all pairs that were added to the island
};

struct GroupStrand {
  std::span<const GroupEnd> ends;  ///< bodies of the strand's path, in their order
  LinearisedStrand* strand = nullptr;
};

/// The dynamic bodies that pairs and strands couple, in a (sub-)step: what is solved together by a
/// GroupSolver.
struct Group {
  std::vector<GroupBody> bodies;
  std::vector<StepMotion> motions;  ///< per body, at the velocities solved so far
  std::vector<StepMotion> given;    ///< motions of bodies outside the group
  std::vector<GroupPair> pairs;
  std::vector<GroupStrand> strands;

  /// Weight of the midpoint rule in soft directions of bodies that are held, from 0 to 1: that part
  /// of the displacement follows the mean of the velocities at the start and the end of the
  /// (sub-)step (soft_directions.h).
  double soft_part = 0;

  int body_count() const { return static_cast<int>(bodies.size()); }
  const StepMotion& motion(const GroupEnd& end) const {
    return end.body >= 0 ? motions[end.body] : given[end.given];
  }
};

}  // namespace condyle
