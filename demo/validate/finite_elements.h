#pragma once

#include <utility>
#include <vector>

#include "validate/spheres.h"

namespace condyle {

/// A rigid sphere on a flat bonded layer by finite elements.
struct ElementSolution {
  double force = 0, peak_pressure = 0, contact_radius = 0;           ///< [N], [Pa], [m]
  std::vector<std::pair<double, double>> pressure_over_radius = {};  ///< [m], [Pa]
};

/// Solves the case with CalculiX: axisymmetric 8-node quadrilaterals, small strain, `columns` of
/// them over 1.3 contact radii, graded away from there, the free side eight thicknesses beyond. The
/// sphere's shape is prescribed to the surface over a whole number of elements, without friction:
/// the number at which the pressure at the rim changes sign. Runs ccx some five times, in a
/// temporary folder. Precondition: ccx is installed. Throws InputError if ccx fails.
ElementSolution solve_by_elements(const SphereCase& one, int columns);

}  // namespace condyle
