#pragma once

#include <BulletCollision/CollisionDispatch/btSimulationIslandManager.h>
#include <BulletDynamics/Dynamics/btActionInterface.h>
#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>

namespace condyle::bullet {

/// Calls that a substep of Bullet makes, in this order.
class SubstepListener {
 public:
  virtual void before_substep(double dt) = 0;  ///< before anything else in the substep
  virtual void check_bodies() = 0;             ///< after the user's callback before a substep
  virtual void begin_substep() = 0;            ///< after pairs are found, before islands and solver
  virtual void unite_islands(btUnionFind&) = 0;  ///< after Bullet has united islands
  virtual void begin_islands(bool splits) = 0;   ///< after bodies know their islands, before solver
  virtual void end_substep(double dt) = 0;  ///< after bodies have moved, before the user's actions

 protected:
  ~SubstepListener() = default;
};

/// Connects a listener to a world at places that users have no reason to change and that only a
/// substep visits: the island manager, which is called between narrow phase and solver, and the
/// first action. Also takes the place of the user's callback before a substep, which it still
/// calls, after the listener. The destructor restores everything.
class WorldHooks final : public btSimulationIslandManager, private btActionInterface {
 public:
  /// Throws InputError if the world has hooks already.
  WorldHooks(btDiscreteDynamicsWorld& world, SubstepListener& listener);
  ~WorldHooks() override;
  WorldHooks(const WorldHooks&) = delete;
  WorldHooks& operator=(const WorldHooks&) = delete;

 private:
  void updateActivationState(btCollisionWorld* world, btDispatcher* dispatcher) override;
  void storeIslandActivationState(btCollisionWorld* world) override;
  void updateAction(btCollisionWorld* world, btScalar dt) override;
  void debugDraw(btIDebugDraw*) override {}
  static void pre_tick(btDynamicsWorld* world, btScalar dt);
  void take_pre_tick();
  void unite_near(btCollisionWorld& world);

  btDiscreteDynamicsWorld& world_;
  SubstepListener& listener_;
  btSimulationIslandManager* users_manager_ = nullptr;
  btInternalTickCallback users_pre_tick_ = nullptr;
  bool has_begun_ = false;  ///< before_substep() has been called for this substep
};

/// The bodies that were not static when they were added to the world: no others are moved by
/// Bullet.
const btAlignedObjectArray<btRigidBody*>& movable_bodies(const btDiscreteDynamicsWorld& world);

/// Sets the world's solver and returns the old one, which is not freed, although Bullet would free
/// a solver that the world owns. `owned`: in, whether the world owns the new solver; out, whether
/// it owned the old one.
btConstraintSolver* exchange_solver(btDiscreteDynamicsWorld& world, btConstraintSolver* solver,
                                    bool& owned);

}  // namespace condyle::bullet
