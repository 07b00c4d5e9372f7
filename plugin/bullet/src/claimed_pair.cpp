#include "plugin/bullet/src/claimed_pair.h"

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>

#include <new>
#include <utility>

#include "plugin/bullet/src/bullet_children.h"
#include "plugin/bullet/src/substep_search.h"

namespace condyle::bullet {
namespace {

ClaimedPair* claim_in(const btBroadphasePair& pair) {
  return dynamic_cast<ClaimedPair*>(pair.m_algorithm);
}

btCollisionObjectWrapper whole_object(const btBroadphaseProxy& proxy) {
  const auto* object = static_cast<const btCollisionObject*>(proxy.m_clientObject);
  return {nullptr, object->getCollisionShape(), object, object->getWorldTransform(), -1, -1};
}

/// Records whether a near callback proceeds to the narrow phase.
class NearProbe final : public btCollisionAlgorithm {
 public:
  void processCollision(const btCollisionObjectWrapper*, const btCollisionObjectWrapper*,
                        const btDispatcherInfo&, btManifoldResult*) override {
    is_asked = true;
  }
  btScalar calculateTimeOfImpact(btCollisionObject*, btCollisionObject*, const btDispatcherInfo&,
                                 btManifoldResult*) override {
    is_asked = true;
    return 1;
  }
  void getAllContactManifolds(btManifoldArray&) override {}

  bool is_asked = false;
};

}  // namespace

bool ClaimedPair::is_let_through(btBroadphaseProxy& a, btBroadphaseProxy& b,
                                 btCollisionWorld& world) {
  const auto *object_a = static_cast<const btCollisionObject*>(a.m_clientObject),
             *object_b = static_cast<const btCollisionObject*>(b.m_clientObject);
  btDispatcher& dispatcher = *world.getDispatcher();
  if (!world.getPairCache()->needsBroadphaseCollision(&a, &b) ||
      !dispatcher.needsCollision(object_a, object_b) ||
      !dispatcher.needsResponse(object_a, object_b))
    return false;
  auto* asking = dynamic_cast<btCollisionDispatcher*>(&dispatcher);
  if (asking == nullptr) return true;
  NearProbe probe;
  btBroadphasePair pair(a, b);
  pair.m_algorithm = &probe;
  asking->getNearCallback()(pair, *asking, world.getDispatchInfo());
  return probe.is_asked;
}

bool ClaimedPair::is_apart(const btBroadphasePair& pair) {
  const ClaimedPair* const claim = claim_in(pair);
  return claim != nullptr && claim->is_apart_ && claim->children_->is_empty();
}

ClaimedPair* ClaimedPair::put_into(btBroadphasePair& pair, btOverlappingPairCache& cache,
                                   btDispatcher& dispatcher, const btDispatcherInfo& info,
                                   const WorldBodies& bodies) {
  ClaimedPair* const standing = claim_in(pair);
  if (pair.m_algorithm == nullptr || standing != nullptr) return standing;
  cache.cleanOverlappingPair(pair, &dispatcher);
  void* memory = dispatcher.allocateCollisionAlgorithm(sizeof(ClaimedPair));
  pair.m_algorithm = new (memory) ClaimedPair(dispatcher, bodies);
  // Children that Bullet keeps have lost their contact points: find them again in this substep.
  const btCollisionObjectWrapper a = whole_object(*pair.m_pProxy0);
  const btCollisionObjectWrapper b = whole_object(*pair.m_pProxy1);
  btManifoldResult result(&a, &b);
  pair.m_algorithm->processCollision(&a, &b, info, &result);
  return claim_in(pair);
}

void ClaimedPair::take_from(btBroadphasePair& pair, btOverlappingPairCache& cache,
                            btDispatcher& dispatcher) {
  if (claim_in(pair) != nullptr) cache.cleanOverlappingPair(pair, &dispatcher);
}

bool ClaimedPair::take_wanted() { return std::exchange(wanted_, false); }

ClaimedPair::ClaimedPair(btDispatcher& dispatcher, const WorldBodies& bodies)
    : children_(std::make_unique<BulletChildren>(dispatcher, bodies)) {}

ClaimedPair::~ClaimedPair() = default;

void ClaimedPair::processCollision(const btCollisionObjectWrapper* a,
                                   const btCollisionObjectWrapper* b, const btDispatcherInfo& info,
                                   btManifoldResult* result) {
  wanted_ = wanted_ || is_substep_search(info);
  children_->process(*a, *b, info, *result);
}

void ClaimedPair::getAllContactManifolds(btManifoldArray& manifolds) {
  children_->get_manifolds(manifolds);
}

}  // namespace condyle::bullet
