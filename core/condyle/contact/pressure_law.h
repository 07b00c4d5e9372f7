#pragma once

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"

namespace condyle {

/// Pressure law of one casting triangle against one target triangle, ready to evaluate: two layers
/// in series, or one lumped layer (then `modulus_b` is 0). Plain data, so that a kernel can keep it
/// in arrays.
struct PressureLaw {
  Formulation formulation = Formulation::linear;
  double modulus_a = 0;    ///< constrained modulus of the first (or the lumped) layer [Pa]
  double thickness_a = 0;  ///< [m]
  double modulus_b = 0;    ///< second layer, or 0
  double thickness_b = 0;
  double initial_stiffness = 0;  ///< dp/dd at small depth [Pa/m], of the four numbers above

  bool operator==(const PressureLaw&) const = default;
};

/// The law between two valid layers. Lumped: modulus and ratio are averaged, thicknesses added
/// (OpenSim's Smith2018ArticularContactForce); else each layer keeps its own and both carry the
/// same pressure (Zevenbergen et al. 2018).
PressureLaw make_pressure_law(const Layer& casting, const Layer& target,
                              const ContactSettings& settings);

/// Largest proximity the law takes [m]: infinite when linear; when nonlinear a fraction
/// 1 - 1e-6 of the total thickness. Beyond it evaluate() continues the law by its tangent there, so
/// that pressure stays finite and monotone, and says so.
double largest_proximity(const PressureLaw& law);

struct PressureSample {
  double pressure = 0;        ///< p [Pa]
  double stiffness = 0;       ///< dp/dd [Pa/m]
  double energy_density = 0;  ///< integral of p over d from 0 [J/m^2]
  bool clamped = false;       ///< d was beyond largest_proximity
};

/// At proximity d [m]; all zero for d <= 0. Linear: p = d / (h_a/K_a + h_b/K_b). Nonlinear, one
/// layer: p = -K ln(1 - d/h) (Bei & Fregly 2004). Nonlinear, two layers: the root of
/// h_a (1 - exp(-p/K_a)) + h_b (1 - exp(-p/K_b)) = d, to machine precision.
PressureSample evaluate(const PressureLaw& law, double proximity);

}  // namespace condyle
