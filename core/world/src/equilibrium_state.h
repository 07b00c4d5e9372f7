#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "condyle/world/equilibrium.h"
#include "core/world/src/session_state.h"

namespace condyle {

/// A body of an equilibrium. Displacements are of frame B's origin, turns about it.
struct EquilibriumBody {
  Pose X_WB = Pose::Identity();
  double radius = 0;  ///< [m]; 0: the body is fixed
  std::string name;
  Vector6 load = Vector6::Zero();   ///< moment about B's origin and force, in W
  Vector6 moved = Vector6::Zero();  ///< turn and displacement in the last step [rad, m]

  bool is_free() const { return radius > 0; }
};

/// The bodies as the session sees them: at rest, with the masses of the method.
class EquilibriumBodies final : public EngineBodies {
 public:
  /// The length of a step, after which no rate matters [s].
  static constexpr double k_step = 1e6;

  int count() const override { return static_cast<int>(bodies.size()); }
  BodyState state(int body, double dt) const override;
  void move(int body, const Pose& X_WB, const Twist& velocity) override;
  Pose pose(int body) const override { return bodies[static_cast<std::size_t>(body)].X_WB; }
  bool lets_meet(int a, int b) const override { return !may_meet || may_meet(a, b); }

  std::vector<EquilibriumBody> bodies;
  double stiffness = 1;  ///< k of the method [N/m]
  std::function<bool(int, int)> may_meet;
};

/// A session whose steps are no motions: pairs press by their law alone.
class SearchSession final : public Session {
 public:
  SearchSession(EngineBodies& bodies, const StepSettings& settings) : Session(bodies, settings) {
    state_->is_motion = false;
  }
  SessionCollider& known_collider(ColliderId id) { return state_->collider(id, "equilibrium"); }
  SessionStrand& known_strand(StrandId id) { return state_->strand(id, "equilibrium"); }
};

/// A joint, and the moments and forces with which it held its coordinates in the last step.
struct HeldJoint {
  CoordinateJoint joint;
  Vector6 force = Vector6::Zero();
};

/// The poses of all bodies.
using BodyPoses = std::vector<Pose>;

struct EquilibriumMemory {
  BodyPoses poses;
  std::vector<BodyPoses> found;
  std::shared_ptr<const EngineMemory> session;
  EquilibriumReport report;
  std::vector<Vector6> joint_forces;
};

struct EquilibriumState {
  explicit EquilibriumState(const EquilibriumSettings& given);
  static EquilibriumState& of(const Equilibrium& equilibrium) { return *equilibrium.state_; }

  Pose pose_of(int body) const;
  /// The pose X_JK of a joint's frames.
  Pose pose_in(const CoordinateJoint& joint) const;
  BodyPoses poses() const;
  void put(const BodyPoses& poses);
  std::vector<Vector6> joint_forces() const;
  /// Joints that were added since the forces were read hold nothing.
  void set_joint_forces(const std::vector<Vector6>& forces);

  EquilibriumSettings settings;
  EquilibriumBodies engine;
  SearchSession session;
  std::vector<PointLoad> loads;
  std::vector<HeldJoint> joints;
  std::vector<BodyPoses> found;  ///< the last equilibria, at most two, the last one last
  bool is_solved = false;        ///< whether nothing has changed since the last equilibrium
  EquilibriumReport report;
};

/// Equilibrium::solve() (equilibrium_search.cpp).
/// `before`: what the session knows before the search.
EquilibriumReport find_equilibrium(EquilibriumState& state,
                                   std::shared_ptr<const EngineMemory> before);

}  // namespace condyle
