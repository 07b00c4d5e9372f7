#pragma once

#include <BulletCollision/CollisionDispatch/btSimulationIslandManager.h>
#include <BulletDynamics/Dynamics/btActionInterface.h>
#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>

namespace condyle::bullet {

/// What Bullet tells during a substep, in this order.
class SubstepListener {
 public:
  virtual void before_substep(double dt) = 0;  ///< nothing of it has been done
  virtual void begin_substep() = 0;            ///< pairs are found, islands and solver follow
  virtual void end_substep(double dt) = 0;     ///< bodies have moved, the user's actions follow

 protected:
  ~SubstepListener() = default;
};

/// Ties a listener into a world, in places that a user has no reason to change and that only a
/// substep visits: its island manager (asked between narrow phase and solver) and the first of its
/// actions; and in front of the user's own callback before a substep, which is called as ever. All
/// is put back on destruction.
class WorldHooks final : public btSimulationIslandManager, private btActionInterface {
 public:
  /// Throws InputError where the world has hooks already.
  WorldHooks(btDiscreteDynamicsWorld& world, SubstepListener& listener);
  ~WorldHooks() override;
  WorldHooks(const WorldHooks&) = delete;
  WorldHooks& operator=(const WorldHooks&) = delete;

 private:
  void updateActivationState(btCollisionWorld* world, btDispatcher* dispatcher) override;
  void updateAction(btCollisionWorld* world, btScalar dt) override;
  void debugDraw(btIDebugDraw*) override {}
  static void pre_tick(btDynamicsWorld* world, btScalar dt);
  void take_pre_tick();
  void unite_near(btCollisionWorld& world);

  btDiscreteDynamicsWorld& world_;
  SubstepListener& listener_;
  btSimulationIslandManager* users_manager_ = nullptr;
  btInternalTickCallback users_pre_tick_ = nullptr;
  bool has_begun_ = false;  ///< the listener knows of this substep
};

/// Sets the world's solver and returns the one it had, which lives on: Bullet would free a solver
/// that the world made itself. `owned`: whether the world shall own the new one; set to whether it
/// owned the old.
btConstraintSolver* exchange_solver(btDiscreteDynamicsWorld& world, btConstraintSolver* solver,
                                    bool& owned);

}  // namespace condyle::bullet
