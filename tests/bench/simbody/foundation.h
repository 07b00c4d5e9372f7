#pragma once

// Simbody's headers do not compile as C++20, so what needs them is compiled as C++17, apart, and
// this header is plain enough for both.

#include <memory>

#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"

namespace condyle::bench {

/// Simbody's ElasticFoundationForce: springs on a casting mesh that is fixed, against a target mesh
/// on a free body. Both meshes must be closed; Simbody throws where they are not.
class SimbodyFoundation {
 public:
  /// `stiffness`: pressure per depth [Pa/m].
  SimbodyFoundation(const TriangleMesh& casting, const TriangleMesh& target, double stiffness);
  ~SimbodyFoundation();

  /// From the pose to the force on the body: Simbody's stage Dynamics.
  void evaluate(const Pose& X_CT);

  /// Of the last pose: faces of the casting mesh inside the target, those from `limit` on left out.
  int casting_faces(int limit) const;
  double force() const;  ///< magnitude [N]

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace condyle::bench
