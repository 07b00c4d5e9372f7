#pragma once

#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <LinearMath/btAlignedObjectArray.h>

#include <vector>

#include "condyle/pose.h"

namespace condyle::bullet {

/// The changes of velocity (angular, linear) that Bullet keeps in its solver bodies, in double
/// precision. Stiff contact turns rounding in single precision into forces, so rows solved with
/// Bullet's own values would never agree with contact. Each change made here is written to Bullet's
/// values. What Bullet itself adds to them is taken over when the change is next read.
class VelocityChanges {
 public:
  /// Starts from Bullet's values. Keeps a pointer to `bodies`, which must outlive its use here.
  void gather(btAlignedObjectArray<btSolverBody>& bodies);

  const Vector6& of(int body);
  void set(int body, const Vector6& change);

 private:
  btAlignedObjectArray<btSolverBody>* bodies_ = nullptr;
  std::vector<Vector6> changes_, written_;  ///< per body: the change; its value in Bullet
};

}  // namespace condyle::bullet
