#pragma once

#include <span>

#include "condyle/opensim/osim_model.h"

namespace condyle::opensim {

// Functions through points (x, y), evaluated as OpenSim does for functions of the same names.
// Preconditions: x ascends strictly; x and y have the same length, at least the stated number.
// Beyond the first and last points, all but the quintic continue along the end tangent.

/// Straight lines between the points; at least two points.
CoordinateFunction piecewise_linear(std::span<const double> x, std::span<const double> y);

/// SimmSpline: the cubic spline whose third derivative at each end equals that of the cubic through
/// the four nearest points (Forsythe, Malcolm & Moler 1977, section 4.4). Two points give a line,
/// three a parabola.
CoordinateFunction simm_spline(std::span<const double> x, std::span<const double> y);

/// The cubic spline with zero curvature at its ends; at least two points.
CoordinateFunction natural_cubic_spline(std::span<const double> x, std::span<const double> y);

/// The natural quintic spline: third and fourth derivatives are zero at its ends, beyond which it
/// continues as a parabola. Equals a GCVSpline of half order 3 without smoothing. At least three
/// points.
CoordinateFunction natural_quintic_spline(std::span<const double> x, std::span<const double> y);

}  // namespace condyle::opensim
