#include "core/src/contact/laws/pressure_law.h"

#include <cmath>
#include <limits>

namespace condyle {
namespace {

/// One layer of the logarithmic law. At pressure p = K q its strain is x = 1 - exp(-q).
struct LogLayer {
  double modulus;
  double thickness;
};

double total_thickness(const PressureLaw& law) { return law.thickness_a + law.thickness_b; }

/// Layers in series add their compliances.
double initial_stiffness(const PressureLaw& law) {
  const double a = law.thickness_a / law.modulus_a;
  return 1 / (law.modulus_b > 0 ? a + law.thickness_b / law.modulus_b : a);
}

PressureLaw with_initial_stiffness(PressureLaw law) {
  law.initial_stiffness = initial_stiffness(law);
  return law;
}

/// Energy of a logarithmic layer over K h: the integral of -ln(1 - x) dx, x - (1 - x) q. The
/// difference loses digits for small x, where the series x^2/(1 2) + x^3/(2 3) + ... is used.
double log_energy(double x, double q) {
  if (x > 0.05) return x - (1 - x) * q;
  double sum = 0;
  for (int n = 13; n >= 2; --n) sum = sum * x + 1.0 / (n * (n - 1));
  return sum * x * x;
}

PressureSample evaluate_linear(const PressureLaw& law, double d) {
  const double k = law.initial_stiffness;
  return {k * d, k, 0.5 * k * d * d, false};
}

PressureSample evaluate_log(const LogLayer& layer, double d) {
  const double x = d / layer.thickness;
  const double q = -std::log1p(-x);
  return {layer.modulus * q, layer.modulus / (layer.thickness - d),
          layer.modulus * layer.thickness * log_energy(x, q), false};
}

/// Pressure at which both layers' depths sum to d. Newton on the equation's logarithm
///   ln(w_a exp(-p/K_a) + w_b exp(-p/K_b)) = ln(1 - d/h),   w_i = h_i/h,
/// whose left side is convex and decreasing. The tangent at p = 0 leads to a point left of the
/// root; every iterate stays left of the root and converges, in one step if the moduli are equal.
double two_layer_log_pressure(const PressureLaw& law, double d) {
  constexpr int k_max_iterations = 60;
  const double h = total_thickness(law);
  const double w_a = law.thickness_a / h, w_b = law.thickness_b / h;
  const double target = std::log1p(-d / h);
  double p = -target * h * law.initial_stiffness;
  for (int i = 0; i < k_max_iterations; ++i) {
    const double q_a = p / law.modulus_a, q_b = p / law.modulus_b;
    const double left_a = w_a * std::exp(-q_a), left_b = w_b * std::exp(-q_b);
    const double left = left_a + left_b;
    // At small depth ln(left) would lose the digits of d.
    const double strain = -w_a * std::expm1(-q_a) - w_b * std::expm1(-q_b);
    const double value = strain < 0.5 ? std::log1p(-strain) : std::log(left);
    const double slope = (left_a / law.modulus_a + left_b / law.modulus_b) / left;
    const double step = (value - target) / slope;
    p += step;
    if (std::abs(step) <= 2 * std::numeric_limits<double>::epsilon() * p) break;
  }
  return p;
}

PressureSample evaluate_two_layer_log(const PressureLaw& law, double d) {
  const double p = two_layer_log_pressure(law, d);
  PressureSample sample{.pressure = p};
  double depth_per_pressure = 0;
  for (const LogLayer& layer :
       {LogLayer{law.modulus_a, law.thickness_a}, LogLayer{law.modulus_b, law.thickness_b}}) {
    const double q = p / layer.modulus;
    depth_per_pressure += layer.thickness / layer.modulus * std::exp(-q);
    sample.energy_density += layer.modulus * layer.thickness * log_energy(-std::expm1(-q), q);
  }
  sample.stiffness = 1 / depth_per_pressure;
  return sample;
}

PressureSample evaluate_nonlinear(const PressureLaw& law, double d) {
  if (law.modulus_b > 0) return evaluate_two_layer_log(law, d);
  return evaluate_log({law.modulus_a, law.thickness_a}, d);
}

/// Continues the law from `sample` by its tangent over a further depth.
PressureSample continued(const PressureSample& sample, double further) {
  const double rise = sample.stiffness * further;
  return {sample.pressure + rise, sample.stiffness,
          sample.energy_density + (sample.pressure + 0.5 * rise) * further, true};
}

}  // namespace

PressureLaw make_pressure_law(const Layer& casting, const Layer& target,
                              const ContactSettings& settings) {
  if (settings.lumped) {
    const double modulus = 0.5 * (casting.elastic_modulus + target.elastic_modulus);
    const double ratio = 0.5 * (casting.poissons_ratio + target.poissons_ratio);
    return with_initial_stiffness({.formulation = settings.formulation,
                                   .modulus_a = constrained_modulus(modulus, ratio),
                                   .thickness_a = casting.thickness + target.thickness});
  }
  return with_initial_stiffness(
      {.formulation = settings.formulation,
       .modulus_a = constrained_modulus(casting.elastic_modulus, casting.poissons_ratio),
       .thickness_a = casting.thickness,
       .modulus_b = constrained_modulus(target.elastic_modulus, target.poissons_ratio),
       .thickness_b = target.thickness});
}

double largest_proximity(const PressureLaw& law) {
  if (law.formulation == Formulation::linear) return std::numeric_limits<double>::infinity();
  return (1 - 1e-6) * total_thickness(law);
}

PressureSample evaluate(const PressureLaw& law, double proximity) {
  if (!(proximity > 0)) return {};
  if (law.formulation == Formulation::linear) return evaluate_linear(law, proximity);
  const double limit = largest_proximity(law);
  if (proximity <= limit) return evaluate_nonlinear(law, proximity);
  return continued(evaluate_nonlinear(law, limit), proximity - limit);
}

}  // namespace condyle
