#pragma once

#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <LinearMath/btAlignedObjectArray.h>

#include <vector>

#include "condyle/pose.h"

namespace condyle::bullet {

/// The changes of velocity (angular, linear) that Bullet keeps in its solver bodies, in double
/// precision. Stiff contact turns what single precision loses of them into forces: rows that were
/// solved with Bullet's own numbers would never agree with it. Bullet's numbers follow each change
/// made here; what Bullet adds to its own is taken over when a change is next read.
class VelocityChanges {
 public:
  using Kept = std::vector<Vector6>;

  /// Starts from Bullet's numbers. The bodies must stay where they are.
  void gather(btAlignedObjectArray<btSolverBody>& bodies);

  const Vector6& of(int body);
  void add(int body, const Vector6& change) { set(body, of(body) + change); }
  void set(int body, const Vector6& change);

  /// Saves and restores the changes of all bodies.
  void keep(Kept& kept);
  void put(const Kept& kept);

 private:
  btAlignedObjectArray<btSolverBody>* bodies_ = nullptr;
  std::vector<Vector6> changes_, written_;  ///< per body; what Bullet was given of it
};

}  // namespace condyle::bullet
