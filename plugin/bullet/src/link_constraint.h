#pragma once

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btDynamicsWorld.h>

#include <tuple>

namespace condyle::bullet {

struct PairState;

/// Ties two bodies into one simulation island without a row of its own: it brings a pair or a
/// strand to the solver together with its bodies. It is in the world only during a substep.
class LinkConstraint final : public btTypedConstraint {
 public:
  enum class Kind { pair, strand, tie };

  /// `first` and `second` are a pair's casting and target collider, or a strand and 0; any numbers
  /// for a tie.
  LinkConstraint(Kind kind, int first, int second, btRigidBody& a, btRigidBody& b,
                 PairState* pair = nullptr)
      : btTypedConstraint(MAX_CONSTRAINT_TYPE, a, b),
        kind_(kind),
        first_(first),
        second_(second),
        pair_(pair) {}

  /// Add the link to the world for a substep, and remove it.
  void join(btDynamicsWorld& world) {
    if (!in_world_) world.addConstraint(this);
    in_world_ = true;
  }
  void leave(btDynamicsWorld& world) {
    if (in_world_) world.removeConstraint(this);
    in_world_ = false;
  }

  Kind kind() const { return kind_; }
  int first() const { return first_; }
  int second() const { return second_; }
  PairState& pair() const { return *pair_; }  ///< only of a pair's link

  static bool comes_before(const LinkConstraint* a, const LinkConstraint* b) {
    return std::tie(a->kind_, a->first_, a->second_) < std::tie(b->kind_, b->first_, b->second_);
  }

  void getInfo1(btConstraintInfo1* info) override {
    info->m_numConstraintRows = 0;
    info->nub = 0;
  }
  void getInfo2(btConstraintInfo2*) override {}
  void setParam(int, btScalar, int) override {}
  btScalar getParam(int, int) const override { return 0; }

 private:
  Kind kind_;
  int first_, second_;
  PairState* pair_;
  bool in_world_ = false;
};

}  // namespace condyle::bullet
