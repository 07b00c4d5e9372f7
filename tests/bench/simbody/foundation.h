#pragma once

// Simbody's headers do not compile as C++20, so the code that needs them is compiled separately as
// C++17. This header is valid in both.

#include <memory>

#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"

namespace condyle::bench {

/// Simbody's ElasticFoundationForce: springs on a fixed casting mesh against a target mesh on a
/// free body. Both meshes must be closed; otherwise Simbody throws.
class SimbodyFoundation {
 public:
  /// `stiffness`: pressure per depth [Pa/m].
  SimbodyFoundation(const TriangleMesh& casting, const TriangleMesh& target, double stiffness);
  ~SimbodyFoundation();

  /// From the pose to the force on the body: Simbody's stage Dynamics.
  void evaluate(const Pose& X_CT);

  /// Number of faces of the casting mesh inside the target at the last pose, of those below
  /// `limit`.
  int casting_faces(int limit) const;
  double force() const;  ///< magnitude [N]

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace condyle::bench
