#pragma once

#include <algorithm>
#include <cmath>

#include "core/src/contact/laws/law_description.h"

// Parts that several laws share.

namespace condyle {

inline constexpr LawParameter k_stiffness{
    .name = "stiffness",
    .value = &NormalLaw::stiffness,
    .unit = "N/m^exponent (per square metre where the law acts on triangles)",
    .meaning = "force per depth^exponent; on triangles for each square metre",
    .need = LawParameter::required,
    .is_open = true,
    .most_in_files = 1e30,  // large, since its unit contains a power of the metre
    .usual_low = 1,
    .usual_high = 1e18};

inline constexpr LawParameter k_exponent{
    .name = "exponent",
    .value = &NormalLaw::exponent,
    .meaning = "of the depth",
    .least = 1,  // below 1 the slope of force would be infinite at touch
    .most_in_files = 10,
    .usual_low = 1,
    .usual_high = 3};

inline constexpr LawParameter k_damping{.name = "damping",
                                        .value = &NormalLaw::damping,
                                        .unit = "N s/m",
                                        .meaning = "on triangles for each square metre",
                                        .usual_high = 1e6,
                                        .is_of_rate = true};

inline constexpr LawParameter k_restitution{.name = "restitution",
                                            .value = &NormalLaw::restitution,
                                            .meaning = "speed after a blow over that before",
                                            .most = 1,
                                            .is_of_rate = true};

/// MotionSolve's STEP: h0 up to x0, h1 from x1 > x0 on, and between them h0 + (h1 - h0) s^2 (3 - 2
/// s) with s = (x - x0) / (x1 - x0).
inline double step_between(double x, double x0, double h0, double x1, double h1) {
  const double s = std::clamp((x - x0) / (x1 - x0), 0.0, 1.0);
  return h0 + (h1 - h0) * (s * s * (3 - 2 * s));
}

/// Derivative of step_between() by x.
inline double step_slope(double x, double x0, double h0, double x1, double h1) {
  const double s = (x - x0) / (x1 - x0);
  return s <= 0 || s >= 1 ? 0.0 : (h1 - h0) * 6 * s * (1 - s) / (x1 - x0);
}

/// Force k z^n, its slope and energy.
inline NormalSample elastic(double stiffness, double exponent, double z) {
  const double slope_part = stiffness * std::pow(z, exponent - 1);
  return {slope_part * z, exponent * slope_part, 0, slope_part * z * z / (exponent + 1)};
}

/// elastic() for the exponent 1.5, by a square root.
inline NormalSample elastic_hertz(double stiffness, double z) {
  const double slope_part = stiffness * std::sqrt(z);
  return {slope_part * z, 1.5 * slope_part, 0, 0.4 * slope_part * z * z};
}

/// Replaces a force that would pull by zero.
inline NormalSample unilateral(const NormalSample& sample) {
  return sample.force > 0 ? sample : NormalSample{.energy = sample.energy};
}

/// Adds the force damping times z'. `by_depth`: derivative of the damping by depth.
inline NormalSample plus_damping(NormalSample sample, double damping, double by_depth,
                                 double rate) {
  sample.force += damping * rate;
  sample.by_depth += by_depth * rate;
  sample.by_rate += damping;
  return unilateral(sample);
}

/// Multiplies by a factor that depends on z'; `slope` is the derivative of the factor.
inline NormalSample times(NormalSample sample, double factor, double slope) {
  sample.by_rate = sample.force * slope;
  sample.force *= factor;
  sample.by_depth *= factor;
  return unilateral(sample);
}

/// Applies the damping factor of Hunt and Crossley.
inline NormalSample dissipating(const NormalSample& sample, double dissipation, double rate) {
  return times(sample, 1 + 1.5 * dissipation * rate, 1.5 * dissipation);
}

inline bool dissipates(const NormalLaw&, double dissipation) { return dissipation > 0; }

/// LawDescription::evaluate for a function that gives one sample.
template <NormalSample (*law_of_one)(const NormalLaw&, const LawInput&)>
void each_by(const NormalLaw& law, double dissipation, std::span<const double> stiffness,
             std::span<const double> depth, std::span<const double> rate,
             std::span<NormalSample> samples) {
  for (std::size_t i = 0; i < depth.size(); ++i)
    samples[i] = depth[i] > 0 ? law_of_one(law, {depth[i], rate[i], stiffness[i], dissipation})
                              : NormalSample{};
}

}  // namespace condyle
