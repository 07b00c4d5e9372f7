#pragma once

#include <span>

#include "condyle/contact/contact_statistics.h"
#include "condyle/pose.h"

namespace condyle {

/// The 6x6 matrices by which an implicit step sees a contact, about the origin of C and in C.
struct ContactLinearisation {
  Matrix6 stiffness = Matrix6::Zero();
  Matrix6 damping = Matrix6::Zero();
};

/// With A, c, n of each casting triangle in contact, its proximity changes by g . displacement,
/// g = [c x n; n], so
///   stiffness = sum (dp/dd) A g g^T
///   damping   = sum (dp/dd') A g g^T  +  sum (slip damping) A (g_s g_s^T + g_t g_t^T),
/// g_s, g_t alike for two directions across n. Both are symmetric positive semi-definite. Left out:
/// that arms and normals turn with the body, and that the proximity's true rate follows the
/// target's normal, which would make them unsymmetric.
ContactLinearisation linearise(std::span<const TriangleContact> contacts);

}  // namespace condyle
