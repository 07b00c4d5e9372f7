#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletDynamics/Dynamics/btActionInterface.h>
#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>

namespace condyle::bullet {

/// What Bullet tells during a substep, in this order.
class SubstepListener {
 public:
  virtual void begin_substep(double dt) = 0;
  /// A pair of the broad phase. True: it is ours, Bullet need not look at it.
  virtual bool claim(btBroadphasePair& pair) = 0;
  /// Whether Bullet shall skip this pair of child shapes, while it deals with a pair not claimed.
  virtual bool owns_children(const btCollisionShape* a, const btCollisionShape* b) = 0;
  virtual void end_substep(double dt) = 0;  ///< bodies have moved

 protected:
  ~SubstepListener() = default;
};

/// Ties a listener into a world: its internal pre-tick callback (the one that was set is called
/// first), its dispatcher's near callback, an action. All is put back on destruction. Bullet's
/// callbacks carry no context: the world and the dispatcher are looked up in a list of hooks.
class WorldHooks final : private btActionInterface {
 public:
  /// Throws InputError where the world has hooks already or has no btCollisionDispatcher.
  WorldHooks(btDiscreteDynamicsWorld& world, SubstepListener& listener);
  ~WorldHooks() override;
  WorldHooks(const WorldHooks&) = delete;
  WorldHooks& operator=(const WorldHooks&) = delete;

  /// True between the start and the end of a substep; false in queries that the user makes.
  bool in_substep() const { return in_substep_; }

  /// Takes the pre-tick callback over again where the user has set one of his own since.
  void renew();

 private:
  static void on_pre_tick(btDynamicsWorld* world, btScalar dt);
  static void on_near(btBroadphasePair& pair, btCollisionDispatcher& dispatcher,
                      const btDispatcherInfo& info);
  static bool on_children(const btCollisionShape* a, const btCollisionShape* b);
  void updateAction(btCollisionWorld* world, btScalar dt) override;
  void debugDraw(btIDebugDraw*) override {}

  btDiscreteDynamicsWorld& world_;
  btCollisionDispatcher& dispatcher_;
  SubstepListener& listener_;
  btInternalTickCallback users_pre_tick_ = nullptr;
  btNearCallback users_near_ = nullptr;
  bool in_substep_ = false;
};

}  // namespace condyle::bullet
