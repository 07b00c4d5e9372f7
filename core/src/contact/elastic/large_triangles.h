#pragma once

#include "core/src/contact/elastic/inverse_distance.h"
#include "core/src/contact/elastic/layer_kernel.h"

namespace condyle {

/// The mean of 1/r + Gamma(r/h) / h over all pairs of points of two triangles [1/m], at least one
/// of which is larger than the layer is thick, h [m]. Over the larger triangle it is a sum over the
/// sides, in closed form for 1/r and by eight points for Gamma; the smaller one is divided into
/// quarters where the sides of the larger one are as near as the backing.
/// A triangle without end gives h / K: 1/r + Gamma reaches no farther than some thicknesses.
double mean_over_large(const TriangleCorners& a, const TriangleCorners& b,
                       const LayerCorrection& correction, double thickness);

}  // namespace condyle
