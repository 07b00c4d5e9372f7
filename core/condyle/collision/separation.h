#pragma once

#include "condyle/collision/ray_prism.h"
#include "condyle/collision/triangle_tree.h"

namespace condyle {

/// A lower bound of the distance between a prism and all triangles of a tree [m]; infinite for an
/// empty tree. What may be nearer than `near` ends the search at once: the result is then negative.
/// No work is spent on making the bound better than `wanted`.
double separation(const RayPrism& prism, const TriangleTree& target, double near, double wanted);

}  // namespace condyle
