#pragma once

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btDynamicsWorld.h>

#include <array>
#include <variant>

#include "core/world/src/session_pair.h"
#include "core/world/src/session_strand.h"

namespace condyle::bullet {

/// One link of a strand, which has one for each two consecutive dynamic bodies, or a single one if
/// only one body is dynamic. Numbered from 0.
struct StrandLink {
  SessionStrand* strand;
  int number;
};

/// A tie between two bodies that press on the same soft body, numbered from 1. It brings no pair or
/// strand to the solver.
struct SoftTie {
  int soft_collider;
  int number;
};

/// Ties two bodies into one simulation island without adding a row, and brings a pair or a strand
/// to the solver together with its bodies. It is in the world only during a substep.
class LinkConstraint final : public btTypedConstraint, public EngineTie {
 public:
  using Cause = std::variant<SessionPair*, StrandLink, SoftTie>;

  LinkConstraint(const Cause& cause, btRigidBody& a, btRigidBody& b)
      : btTypedConstraint(MAX_CONSTRAINT_TYPE, a, b), cause_(cause) {}

  /// Add the link to the world for a substep, and remove it.
  void join(btDynamicsWorld& world) {
    if (!in_world_) world.addConstraint(this);
    in_world_ = true;
  }
  void leave(btDynamicsWorld& world) {
    if (in_world_) world.removeConstraint(this);
    in_world_ = false;
  }

  const Cause& cause() const { return cause_; }

  /// Sort key of an order that does not depend on Bullet's: pairs by their colliders, then strands,
  /// then ties.
  std::array<int, 3> order() const;

  void getInfo1(btConstraintInfo1* info) override {
    info->m_numConstraintRows = 0;
    info->nub = 0;
  }
  void getInfo2(btConstraintInfo2*) override {}
  void setParam(int, btScalar, int) override {}
  btScalar getParam(int, int) const override { return 0; }

 private:
  Cause cause_;
  bool in_world_ = false;
};

}  // namespace condyle::bullet
