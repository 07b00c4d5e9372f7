#pragma once

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <LinearMath/btTransform.h>

#include <vector>

class btCollisionShape;

namespace condyle::bullet {

class WorldBodies;

/// Bullet's own contact between the children of two bodies' compounds, for pairs of children that
/// are not both registered. Bullet's compound algorithms can only be filtered by global callbacks,
/// which know shapes but not the child that a shared shape belongs to, and which GImpact does not
/// call.
class BulletChildren {
 public:
  BulletChildren(btDispatcher& dispatcher, const WorldBodies& bodies)
      : dispatcher_(dispatcher), bodies_(bodies) {}
  ~BulletChildren() { clear(); }
  BulletChildren(const BulletChildren&) = delete;
  BulletChildren& operator=(const BulletChildren&) = delete;

  void process(const btCollisionObjectWrapper& a, const btCollisionObjectWrapper& b,
               const btDispatcherInfo& info, btManifoldResult& result);
  void get_manifolds(btManifoldArray& manifolds);
  bool is_empty() const { return pairs_.empty(); }

 private:
  /// A child of a compound, or the whole shape (index -1).
  struct Part {
    int index;
    const btCollisionShape* shape;
    btTransform X_WS;
    btVector3 low, high;  ///< bounding box in the world
  };
  struct ChildPair {
    int a, b;
    btCollisionAlgorithm* algorithm;
  };

  void list(const btCollisionObjectWrapper& body, std::vector<Part>& parts) const;
  void process(const Part& part_a, const btCollisionObjectWrapper& a, const Part& part_b,
               const btCollisionObjectWrapper& b, const btDispatcherInfo& info,
               btManifoldResult& result);
  ChildPair& pair_of(int a, int b);
  void drop(ChildPair& pair);
  void clear();

  btDispatcher& dispatcher_;
  const WorldBodies& bodies_;
  int revisions_[2] = {0, 0};  ///< revisions of the compounds when the pairs were made
  std::vector<Part> parts_a_, parts_b_;
  std::vector<ChildPair> pairs_;
};

}  // namespace condyle::bullet
