#pragma once

#include <LinearMath/btTransform.h>

#include <cmath>

namespace condyle::bullet {

/// Whether all entries are finite numbers.
inline bool is_finite(const btVector3& v) {
  return std::isfinite(0 * v.x() + 0 * v.y() + 0 * v.z());
}

inline bool is_finite(const btTransform& X) {
  const btMatrix3x3& R = X.getBasis();
  return is_finite(R[0]) && is_finite(R[1]) && is_finite(R[2]) && is_finite(X.getOrigin());
}

}  // namespace condyle::bullet
