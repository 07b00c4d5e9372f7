#include "plugin/bullet/src/bullet_children.h"

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <LinearMath/btAabbUtil2.h>

#include <algorithm>

#include "plugin/bullet/src/world_bodies.h"

namespace condyle::bullet {
namespace {

int revision(const btCollisionShape& shape) {
  return shape.isCompound() ? static_cast<const btCompoundShape&>(shape).getUpdateRevision() : 0;
}

}  // namespace

void BulletChildren::process(const btCollisionObjectWrapper& a, const btCollisionObjectWrapper& b,
                             const btDispatcherInfo& info, btManifoldResult& result) {
  // Nothing is left to Bullet where both bodies are registered as a whole.
  if (bodies_.has(a.getCollisionObject(), -1) && bodies_.has(b.getCollisionObject(), -1)) return;
  const int revisions[2] = {revision(*a.getCollisionShape()), revision(*b.getCollisionShape())};
  if (!std::equal(revisions, revisions + 2, revisions_)) clear();
  std::copy(revisions, revisions + 2, revisions_);

  list(a, parts_a_);
  list(b, parts_b_);
  for (const Part& part_a : parts_a_)
    for (const Part& part_b : parts_b_)
      if (!bodies_.has(a.getCollisionObject(), part_a.index) ||
          !bodies_.has(b.getCollisionObject(), part_b.index))
        process(part_a, a, part_b, b, info, result);
}

void BulletChildren::list(const btCollisionObjectWrapper& body, std::vector<Part>& parts) const {
  parts.clear();
  const btTransform& X_WB = body.getWorldTransform();
  const btCollisionShape* shape = body.getCollisionShape();
  const auto add = [&parts](int index, const btCollisionShape* part, const btTransform& X_WS) {
    btVector3 low, high;
    part->getAabb(X_WS, low, high);
    parts.push_back({index, part, X_WS, low, high});
  };
  if (!shape->isCompound() || bodies_.has(body.getCollisionObject(), -1)) {
    add(-1, shape, X_WB);
    return;
  }
  const auto& compound = static_cast<const btCompoundShape&>(*shape);
  for (int i = 0; i < compound.getNumChildShapes(); ++i)
    add(i, compound.getChildShape(i), X_WB * compound.getChildTransform(i));
}

void BulletChildren::process(const Part& part_a, const btCollisionObjectWrapper& a,
                             const Part& part_b, const btCollisionObjectWrapper& b,
                             const btDispatcherInfo& info, btManifoldResult& result) {
  ChildPair& pair = pair_of(part_a.index, part_b.index);
  if (!TestAabbAgainstAabb2(part_a.low, part_a.high, part_b.low, part_b.high)) return drop(pair);
  const btCollisionObjectWrapper wrap_a(&a, part_a.shape, a.getCollisionObject(), part_a.X_WS, -1,
                                        part_a.index);
  const btCollisionObjectWrapper wrap_b(&b, part_b.shape, b.getCollisionObject(), part_b.X_WS, -1,
                                        part_b.index);
  if (pair.algorithm == nullptr)
    pair.algorithm =
        dispatcher_.findAlgorithm(&wrap_a, &wrap_b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
  if (pair.algorithm == nullptr) return;

  const btCollisionObjectWrapper* const outer[2] = {result.getBody0Wrap(), result.getBody1Wrap()};
  result.setBody0Wrap(&wrap_a);
  result.setBody1Wrap(&wrap_b);
  result.setShapeIdentifiersA(-1, part_a.index);
  result.setShapeIdentifiersB(-1, part_b.index);
  pair.algorithm->processCollision(&wrap_a, &wrap_b, info, &result);
  result.setBody0Wrap(outer[0]);
  result.setBody1Wrap(outer[1]);
}

BulletChildren::ChildPair& BulletChildren::pair_of(int a, int b) {
  for (ChildPair& pair : pairs_)
    if (pair.a == a && pair.b == b) return pair;
  pairs_.push_back({a, b, nullptr});
  return pairs_.back();
}

void BulletChildren::get_manifolds(btManifoldArray& manifolds) {
  for (const ChildPair& pair : pairs_)
    if (pair.algorithm != nullptr) pair.algorithm->getAllContactManifolds(manifolds);
}

void BulletChildren::drop(ChildPair& pair) {
  if (pair.algorithm == nullptr) return;
  pair.algorithm->~btCollisionAlgorithm();
  dispatcher_.freeCollisionAlgorithm(pair.algorithm);
  pair.algorithm = nullptr;
}

void BulletChildren::clear() {
  for (ChildPair& pair : pairs_) drop(pair);
  pairs_.clear();
}

}  // namespace condyle::bullet
