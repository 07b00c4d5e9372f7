#pragma once

#include "core/src/contact/elastic/inverse_distance.h"
#include "core/src/contact/elastic/layer_kernel.h"

namespace condyle {

/// The mean of 1/r + Gamma(r/h) / h over all pairs of points of two triangles [1/m], at least one
/// of which is larger than the layer is thick, h [m]. Over the larger triangle it is a sum over the
/// sides, in closed form for 1/r and by four points for Gamma; the smaller one is halved again and
/// again where the sides of the larger one are near. Within 2e-3 of the mean over one triangle.
/// A triangle without end gives h / K: 1/r + Gamma reaches no farther than some thicknesses.
double mean_over_large(const TriangleCorners& a, const TriangleCorners& b,
                       const LayerCorrection& correction, double thickness);

/// The same between the points of one triangle, with its mean of 1/r in closed form.
double mean_over_large(const TriangleCorners& triangle, const LayerCorrection& correction,
                       double thickness);

}  // namespace condyle
