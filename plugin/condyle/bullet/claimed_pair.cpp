#include "condyle/bullet/claimed_pair.h"

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>

#include <new>
#include <utility>

#include "condyle/bullet/bullet_children.h"

namespace condyle::bullet {
namespace {

ClaimedPair* claim_in(const btBroadphasePair& pair) {
  return dynamic_cast<ClaimedPair*>(pair.m_algorithm);
}

btCollisionObjectWrapper whole_object(const btBroadphaseProxy& proxy) {
  const auto* object = static_cast<const btCollisionObject*>(proxy.m_clientObject);
  return {nullptr, object->getCollisionShape(), object, object->getWorldTransform(), -1, -1};
}

}  // namespace

bool ClaimedPair::stands_in(const btBroadphasePair& pair) { return claim_in(pair) != nullptr; }

void ClaimedPair::put_into(btBroadphasePair& pair, btOverlappingPairCache& cache,
                           btDispatcher& dispatcher, const btDispatcherInfo& info,
                           const Registry& registry) {
  if (pair.m_algorithm == nullptr || stands_in(pair)) return;
  cache.cleanOverlappingPair(pair, &dispatcher);
  void* memory = dispatcher.allocateCollisionAlgorithm(sizeof(ClaimedPair));
  pair.m_algorithm = new (memory) ClaimedPair(dispatcher, registry);
  // Children that stay Bullet's have lost their contact points: find them again in this substep.
  const btCollisionObjectWrapper a = whole_object(*pair.m_pProxy0);
  const btCollisionObjectWrapper b = whole_object(*pair.m_pProxy1);
  btManifoldResult result(&a, &b);
  pair.m_algorithm->processCollision(&a, &b, info, &result);
}

void ClaimedPair::take_from(btBroadphasePair& pair, btOverlappingPairCache& cache,
                            btDispatcher& dispatcher) {
  if (stands_in(pair)) cache.cleanOverlappingPair(pair, &dispatcher);
}

bool ClaimedPair::take_wanted(const btBroadphasePair& pair) {
  ClaimedPair* const claim = claim_in(pair);
  return claim != nullptr && std::exchange(claim->wanted_, false);
}

ClaimedPair::ClaimedPair(btDispatcher& dispatcher, const Registry& registry)
    : children_(std::make_unique<BulletChildren>(dispatcher, registry)) {}

ClaimedPair::~ClaimedPair() = default;

void ClaimedPair::processCollision(const btCollisionObjectWrapper* a,
                                   const btCollisionObjectWrapper* b, const btDispatcherInfo& info,
                                   btManifoldResult* result) {
  wanted_ = wanted_ || info.m_timeStep > 0;  // it is 0 where the user asks between substeps
  children_->process(*a, *b, info, *result);
}

void ClaimedPair::getAllContactManifolds(btManifoldArray& manifolds) {
  children_->get_manifolds(manifolds);
}

}  // namespace condyle::bullet
