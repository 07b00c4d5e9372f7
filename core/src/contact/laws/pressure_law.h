#pragma once

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"

namespace condyle {

/// The pressure law between a casting and a target triangle: two layers in series, or one lumped
/// layer (then `modulus_b` is 0). Plain data, so that kernels can keep it in arrays.
struct PressureLaw {
  Formulation formulation = Formulation::linear;
  double modulus_a = 0;    ///< constrained modulus of the first (or the lumped) layer [Pa]
  double thickness_a = 0;  ///< [m]
  double modulus_b = 0;    ///< constrained modulus of the second layer, or 0 [Pa]
  double thickness_b = 0;
  double initial_stiffness = 0;  ///< dp/dd at small depth, from moduli and thicknesses [Pa/m]

  bool operator==(const PressureLaw&) const = default;
};

/// The law between two valid layers. Lumped: modulus and Poisson's ratio are averaged and
/// thicknesses added (OpenSim's Smith2018ArticularContactForce). Otherwise each layer keeps its own
/// values and both carry the same pressure (Zevenbergen et al. 2018).
PressureLaw make_pressure_law(const Layer& casting, const Layer& target,
                              const ContactSettings& settings);

/// The largest proximity in the law's range [m]: infinite for a linear law, 1 - 1e-6 times the
/// total thickness for a nonlinear law. Beyond it evaluate() continues the law by its tangent, so
/// that pressure stays finite and monotone, and sets `clamped`.
double largest_proximity(const PressureLaw& law);

struct PressureSample {
  double pressure = 0;        ///< p [Pa]
  double stiffness = 0;       ///< dp/dd [Pa/m]
  double energy_density = 0;  ///< integral of p over d from 0 [J/m^2]
  bool clamped = false;       ///< d is beyond largest_proximity
};

/// Evaluates the law at proximity d [m]. All zero for d <= 0. Linear: p = d / (h_a/K_a + h_b/K_b).
/// Nonlinear, one layer: p = -K ln(1 - d/h) (Bei & Fregly 2004). Nonlinear, two layers: the root of
/// h_a (1 - exp(-p/K_a)) + h_b (1 - exp(-p/K_b)) = d, to machine precision.
PressureSample evaluate(const PressureLaw& law, double proximity);

}  // namespace condyle
