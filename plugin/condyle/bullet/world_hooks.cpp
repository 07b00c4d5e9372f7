#include "condyle/bullet/world_hooks.h"

#include <BulletCollision/CollisionDispatch/btCompoundCollisionAlgorithm.h>

#include <algorithm>
#include <vector>

#include "condyle/error.h"

namespace condyle::bullet {
namespace {

/// Hooks that are installed. Bullet steps a world on one thread; two worlds on two threads only
/// read.
std::vector<WorldHooks*>& installed() {
  static std::vector<WorldHooks*> hooks;
  return hooks;
}

/// Bullet's world keeps its pre-tick callback protected, and has no getter.
struct TickAccess : btDiscreteDynamicsWorld {
  static btInternalTickCallback& of(btDiscreteDynamicsWorld& world) {
    return world.*(&TickAccess::m_internalPreTickCallback);
  }
};

btCollisionDispatcher& dispatcher_of(btDiscreteDynamicsWorld& world) {
  auto* dispatcher = dynamic_cast<btCollisionDispatcher*>(world.getDispatcher());
  if (dispatcher == nullptr)
    throw InputError("The world's dispatcher is not a btCollisionDispatcher; create it with one");
  return *dispatcher;
}

thread_local SubstepListener* children_listener = nullptr;
thread_local btShapePairCallback users_children = nullptr;

}  // namespace

WorldHooks::WorldHooks(btDiscreteDynamicsWorld& world, SubstepListener& listener)
    : world_(world), dispatcher_(dispatcher_of(world)), listener_(listener) {
  for (const WorldHooks* other : installed())
    if (&other->world_ == &world || &other->dispatcher_ == &dispatcher_)
      throw InputError(
          "This Bullet world (or its dispatcher) has a Condyle plugin already; use that one");
  users_pre_tick_ = TickAccess::of(world_);
  users_near_ = dispatcher_.getNearCallback();
  TickAccess::of(world_) = on_pre_tick;
  dispatcher_.setNearCallback(on_near);
  world_.addAction(this);
  installed().push_back(this);
}

WorldHooks::~WorldHooks() {
  std::erase(installed(), this);
  world_.removeAction(this);
  if (TickAccess::of(world_) == on_pre_tick) TickAccess::of(world_) = users_pre_tick_;
  if (dispatcher_.getNearCallback() == on_near) dispatcher_.setNearCallback(users_near_);
}

void WorldHooks::renew() {
  if (TickAccess::of(world_) != on_pre_tick) {
    users_pre_tick_ = TickAccess::of(world_);
    TickAccess::of(world_) = on_pre_tick;
  }
  if (dispatcher_.getNearCallback() != on_near) {
    users_near_ = dispatcher_.getNearCallback();
    dispatcher_.setNearCallback(on_near);
  }
}

void WorldHooks::on_pre_tick(btDynamicsWorld* world, btScalar dt) {
  for (WorldHooks* hooks : installed()) {
    if (&hooks->world_ != world) continue;
    if (hooks->users_pre_tick_ != nullptr) hooks->users_pre_tick_(world, dt);
    hooks->in_substep_ = true;
    hooks->listener_.begin_substep(static_cast<double>(dt));
    return;
  }
}

bool WorldHooks::on_children(const btCollisionShape* a, const btCollisionShape* b) {
  if (children_listener->owns_children(a, b)) return false;
  return users_children == nullptr || users_children(a, b);
}

void WorldHooks::on_near(btBroadphasePair& pair, btCollisionDispatcher& dispatcher,
                         const btDispatcherInfo& info) {
  for (WorldHooks* hooks : installed()) {
    if (&hooks->dispatcher_ != &dispatcher) continue;
    if (hooks->listener_.claim(pair)) return;
    children_listener = &hooks->listener_;
    users_children = gCompoundChildShapePairCallback;
    gCompoundChildShapePairCallback = on_children;
    hooks->users_near_(pair, dispatcher, info);
    gCompoundChildShapePairCallback = users_children;
    return;
  }
}

void WorldHooks::updateAction(btCollisionWorld*, btScalar dt) {
  in_substep_ = false;
  renew();
  listener_.end_substep(static_cast<double>(dt));
}

}  // namespace condyle::bullet
