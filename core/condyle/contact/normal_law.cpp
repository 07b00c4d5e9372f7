#include "condyle/contact/normal_law.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "condyle/error.h"
#include "condyle/geometry/hertz.h"

namespace condyle {
namespace {

/// d STEP / dx.
double step_slope(double x, double x0, double h0, double x1, double h1) {
  const double s = (x - x0) / (x1 - x0);
  return s <= 0 || s >= 1 ? 0.0 : (h1 - h0) * 6 * s * (1 - s) / (x1 - x0);
}

/// k z^n: force, slope and energy.
NormalSample elastic(double stiffness, double exponent, double z) {
  const double slope_part = stiffness * std::pow(z, exponent - 1);
  return {slope_part * z, exponent * slope_part, 0, slope_part * z * z / (exponent + 1)};
}

/// With z^1.5 as a root.
NormalSample elastic_hertz(double stiffness, double z) {
  const double slope_part = stiffness * std::sqrt(z);
  return {slope_part * z, 1.5 * slope_part, 0, 0.4 * slope_part * z * z};
}

/// A force that would pull is none.
NormalSample unilateral(const NormalSample& sample) {
  return sample.force > 0 ? sample : NormalSample{.energy = sample.energy};
}

NormalSample plus_damping(NormalSample sample, double damping, double by_depth, double rate) {
  sample.force += damping * rate;
  sample.by_depth += by_depth * rate;
  sample.by_rate += damping;
  return unilateral(sample);
}

/// Times factor(z').
NormalSample times(NormalSample sample, double factor, double slope) {
  sample.by_rate = sample.force * slope;
  sample.force *= factor;
  sample.by_depth *= factor;
  return unilateral(sample);
}

NormalSample dissipating(const NormalSample& sample, double dissipation, double rate) {
  return times(sample, 1 + 1.5 * dissipation * rate, 1.5 * dissipation);
}

NormalSample volume(const NormalLaw& law, double stiffness, double z, double rate) {
  const double scale = std::pow(law.reference_depth, 1 - law.exponent);
  return plus_damping(elastic(stiffness * scale, law.exponent, z), law.damping, 0, rate);
}

NormalSample impact(const NormalLaw& law, double z, double rate) {
  const double depth = law.full_damping_depth;
  return plus_damping(elastic(law.stiffness, law.exponent, z),
                      step_between(z, 0, 0, depth, law.damping),
                      step_slope(z, 0, 0, depth, law.damping), rate);
}

NormalSample poisson(const NormalLaw& law, double z, double rate) {
  const double squared = law.restitution * law.restitution, v = law.transition_speed;
  const double part = (1 - squared) / (1 + squared);
  return times(elastic_hertz(law.stiffness, z), 1 + part * step_between(rate, -v, -1, v, 1),
               part * step_slope(rate, -v, -1, v, 1));
}

template <class Law>
void for_each(std::span<const double> depth, std::span<NormalSample> samples, Law&& law) {
  for (std::size_t i = 0; i < depth.size(); ++i)
    samples[i] = depth[i] > 0 ? law(i) : NormalSample{};
}

void require(bool holds, const std::string& what, const char* name, double value,
             const char* range) {
  if (holds && std::isfinite(value)) return;
  throw InputError(
      fmt::format("{}: {} = {} is out of range; give a value {}", what, name, value, range));
}

}  // namespace

double step_between(double x, double x0, double h0, double x1, double h1) {
  const double s = std::clamp((x - x0) / (x1 - x0), 0.0, 1.0);
  return h0 + (h1 - h0) * (s * s * (3 - 2 * s));
}

bool has_rate(const NormalLaw& law, double dissipation) {
  switch (law.kind) {
    case NormalLawKind::volume:
    case NormalLawKind::impact:
      return law.damping > 0;
    case NormalLawKind::poisson:
      return law.restitution < 1;
    case NormalLawKind::user:
      return true;
    default:
      return dissipation > 0;
  }
}

double hertz_stiffness(const Layer& casting, const Layer& target, double radius) {
  return 4.0 / 3 *
         combined_modulus(casting.elastic_modulus, casting.poissons_ratio, target.elastic_modulus,
                          target.poissons_ratio) *
         std::sqrt(radius);
}

NormalLaw settled(const NormalLaw& law, const Layer& casting, const Layer& target) {
  NormalLaw result = law;
  if (law.kind == NormalLawKind::hertz && law.radius > 0)
    result.stiffness = hertz_stiffness(casting, target, law.radius);
  return result;
}

void evaluate(const NormalLaw& law, double dissipation, std::span<const double> stiffness,
              std::span<const double> depth, std::span<const double> rate,
              std::span<NormalSample> samples) {
  switch (law.kind) {
    case NormalLawKind::elastic_foundation:  // pressure_law.h
    case NormalLawKind::user:                // user_function.h
      return;
    case NormalLawKind::volume:
      return for_each(depth, samples,
                      [&](std::size_t i) { return volume(law, stiffness[i], depth[i], rate[i]); });
    case NormalLawKind::impact:
      return for_each(depth, samples,
                      [&](std::size_t i) { return impact(law, depth[i], rate[i]); });
    case NormalLawKind::poisson:
      return for_each(depth, samples,
                      [&](std::size_t i) { return poisson(law, depth[i], rate[i]); });
    case NormalLawKind::hertz:
      return for_each(depth, samples, [&](std::size_t i) {
        return dissipating(elastic_hertz(law.stiffness, depth[i]), dissipation, rate[i]);
      });
    case NormalLawKind::hunt_crossley:
      return for_each(depth, samples, [&](std::size_t i) {
        return dissipating(elastic(law.stiffness, law.exponent, depth[i]), dissipation, rate[i]);
      });
  }
}

NormalSample evaluate(const NormalLaw& law, double dissipation, double depth, double rate) {
  NormalSample sample;
  evaluate(law, dissipation, {&law.stiffness, 1}, {&depth, 1}, {&rate, 1}, {&sample, 1});
  return sample;
}

void require_valid(const NormalLaw& law, const std::string& what) {
  if (is_foundation(law)) return;
  if (law.kind == NormalLawKind::user) return require_valid(law.user, what);
  const bool of_layers =
      law.kind == NormalLawKind::volume || (law.kind == NormalLawKind::hertz && law.radius > 0);
  require(law.radius >= 0, what, "radius", law.radius, "of at least 0 in metres");
  require(of_layers || law.stiffness > 0, what, "stiffness", law.stiffness,
          "above 0 in N/m^exponent (per square metre where the law acts on triangles)");
  require(law.exponent >= 1, what, "exponent", law.exponent, "of at least 1");
  require(law.damping >= 0, what, "damping", law.damping, "of at least 0");
  require(law.full_damping_depth > 0, what, "full_damping_depth", law.full_damping_depth,
          "above 0 in metres");
  require(law.restitution >= 0 && law.restitution <= 1, what, "restitution", law.restitution,
          "from 0 to 1");
  require(law.transition_speed > 0, what, "transition_speed", law.transition_speed,
          "above 0 in m/s");
  require(law.reference_depth > 0, what, "reference_depth", law.reference_depth,
          "above 0 in metres");
}

}  // namespace condyle
