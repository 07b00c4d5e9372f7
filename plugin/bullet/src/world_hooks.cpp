#include "plugin/bullet/src/world_hooks.h"

#include <utility>

#include "condyle/error.h"
#include "plugin/bullet/src/claimed_pair.h"

namespace condyle::bullet {
namespace {

/// Access to protected members of Bullet's world.
struct WorldAccess : btDiscreteDynamicsWorld {
  static btSimulationIslandManager*& manager(btDiscreteDynamicsWorld& world) {
    return world.*(&WorldAccess::m_islandManager);
  }
  static btAlignedObjectArray<btActionInterface*>& actions(btDiscreteDynamicsWorld& world) {
    return world.*(&WorldAccess::m_actions);
  }
  static btInternalTickCallback& pre_tick(btDynamicsWorld& world) {
    return world.*(&WorldAccess::m_internalPreTickCallback);
  }
  static const btAlignedObjectArray<btRigidBody*>& movable(const btDiscreteDynamicsWorld& world) {
    return world.*(&WorldAccess::m_nonStaticRigidBodies);
  }
  static bool& owns_solver(btDiscreteDynamicsWorld& world) {
    return world.*(&WorldAccess::m_ownsConstraintSolver);
  }
};

}  // namespace

WorldHooks::WorldHooks(btDiscreteDynamicsWorld& world, SubstepListener& listener)
    : world_(world), listener_(listener), users_manager_(world.getSimulationIslandManager()) {
  if (dynamic_cast<WorldHooks*>(users_manager_) != nullptr)
    throw InputError("This Bullet world has a Condyle plugin already; use that one");
  setSplitIslands(users_manager_->getSplitIslands());
  WorldAccess::manager(world_) = this;
  auto& actions = WorldAccess::actions(world_);
  actions.push_back(this);
  for (int i = actions.size() - 1; i > 0; --i) actions.swap(i, i - 1);
  take_pre_tick();
}

WorldHooks::~WorldHooks() {
  btInternalTickCallback& callback = WorldAccess::pre_tick(world_);
  if (callback == pre_tick) callback = users_pre_tick_;
  users_manager_->setSplitIslands(getSplitIslands());
  WorldAccess::manager(world_) = users_manager_;
  auto& actions = WorldAccess::actions(world_);
  for (int i = actions.findLinearSearch(this); i + 1 < actions.size(); ++i) actions.swap(i, i + 1);
  if (actions.size() > 0 && actions[actions.size() - 1] == this) actions.pop_back();
}

/// Installs the callback, again if the user has since set another one.
void WorldHooks::take_pre_tick() {
  btInternalTickCallback& callback = WorldAccess::pre_tick(world_);
  if (callback != pre_tick) users_pre_tick_ = std::exchange(callback, pre_tick);
}

void WorldHooks::pre_tick(btDynamicsWorld* world, btScalar dt) {
  auto& hooks = static_cast<WorldHooks&>(
      *static_cast<btDiscreteDynamicsWorld*>(world)->getSimulationIslandManager());
  hooks.has_begun_ = true;
  hooks.listener_.before_substep(static_cast<double>(dt));
  if (hooks.users_pre_tick_ == nullptr) return;
  hooks.users_pre_tick_(world, dt);
  hooks.listener_.check_bodies();
}

void WorldHooks::updateActivationState(btCollisionWorld* world, btDispatcher* dispatcher) {
  take_pre_tick();
  if (!std::exchange(has_begun_, false))
    listener_.before_substep(static_cast<double>(world->getDispatchInfo().m_timeStep));
  btSimulationIslandManager::updateActivationState(world, dispatcher);
  listener_.begin_substep();
  unite_near(*world);
}

/// Unites the islands of overlapping pairs, as Bullet does, except pairs without contact.
void WorldHooks::unite_near(btCollisionWorld& world) {
  const btBroadphasePairArray& pairs = world.getPairCache()->getOverlappingPairArray();
  initUnionFind(getUnionFind().getNumElements());
  for (int i = 0; i < pairs.size(); ++i) {
    const auto *a = static_cast<const btCollisionObject*>(pairs[i].m_pProxy0->m_clientObject),
               *b = static_cast<const btCollisionObject*>(pairs[i].m_pProxy1->m_clientObject);
    if (a->mergesSimulationIslands() && b->mergesSimulationIslands() &&
        !ClaimedPair::is_apart(pairs[i]))
      getUnionFind().unite(a->getIslandTag(), b->getIslandTag());
  }
}

void WorldHooks::storeIslandActivationState(btCollisionWorld* world) {
  listener_.unite_islands(getUnionFind());
  btSimulationIslandManager::storeIslandActivationState(world);
  listener_.begin_islands(getSplitIslands());
}

void WorldHooks::updateAction(btCollisionWorld*, btScalar dt) {
  listener_.end_substep(static_cast<double>(dt));
}

const btAlignedObjectArray<btRigidBody*>& movable_bodies(const btDiscreteDynamicsWorld& world) {
  return WorldAccess::movable(world);
}

btConstraintSolver* exchange_solver(btDiscreteDynamicsWorld& world, btConstraintSolver* solver,
                                    bool& owned) {
  btConstraintSolver* old = world.getConstraintSolver();
  const bool owned_old = std::exchange(WorldAccess::owns_solver(world), false);
  world.setConstraintSolver(solver);
  WorldAccess::owns_solver(world) = owned;
  owned = owned_old;
  return old;
}

}  // namespace condyle::bullet
