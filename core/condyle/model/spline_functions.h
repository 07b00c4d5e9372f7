#pragma once

#include <span>

#include "condyle/model/coordinate_function.h"

namespace condyle {

// Functions through points (x, y), x strictly ascending, as OpenSim evaluates those of the same
// names. Preconditions: x and y equally long and as many as stated. Beyond the first and last point
// all but the quintic go on along the end's tangent.

/// Straight lines from point to point. At least two.
CoordinateFunction piecewise_linear(std::span<const double> x, std::span<const double> y);

/// SimmSpline: the cubic spline whose third derivative at either end is that of the cubic through
/// the four points next to it (Forsythe, Malcolm & Moler 1977, section 4.4). Two points make a
/// line, three a parabola.
CoordinateFunction simm_spline(std::span<const double> x, std::span<const double> y);

/// The cubic spline without curvature at its ends. At least two points.
CoordinateFunction natural_cubic_spline(std::span<const double> x, std::span<const double> y);

/// The natural quintic spline: third and fourth derivative vanish at its ends, beyond which it goes
/// on as a parabola. It is what a GCVSpline of half order 3 without smoothing is. At least three.
CoordinateFunction natural_quintic_spline(std::span<const double> x, std::span<const double> y);

}  // namespace condyle
