#pragma once

#include <memory>

#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"

namespace condyle::bench {

/// Bullet's own contact between two moving meshes: two btGImpactMeshShape in a collision world.
class GImpactPair {
 public:
  GImpactPair(const TriangleMesh& casting, const TriangleMesh& target);
  ~GImpactPair();

  /// One collision pass of the engine with the target at X_CT; returns its number of contact
  /// points.
  int evaluate(const Pose& X_CT);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace condyle::bench
