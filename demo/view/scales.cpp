#include "view/scales.h"

#include <algorithm>
#include <cmath>

#include "base/ticks.h"

namespace condyle {
namespace {

constexpr double k_before_contact = 1e6;  // top of the pressure bar before any contact [Pa]
constexpr double k_least_wear = 1e-12;    // [m]
constexpr double k_any_top = 1e-3;        // of other fields, in their SI unit
constexpr double k_smallest_part = 0.02;  // least automatic range over largest pressure
constexpr double k_largest_arrow = 0.2;   // length as a fraction of the scene's size
constexpr double k_force_before = 1;      // largest force assumed before any contact [N]

double top_before(Field field) {
  if (field == Field::pressure) return k_before_contact;
  return field == Field::wear ? k_least_wear : k_any_top;
}

}  // namespace

double LargestSoFar::top(double before) const { return largest_ > 0 ? round_up(largest_) : before; }

double top_of_range(const ViewOptions& options, const LargestSoFar& largest, double peak) {
  const double locked = options.scale_of(options.field).locked_top;
  if (options.range == ViewOptions::Range::locked && locked > 0) return locked;
  if (options.field == Field::yield_margin) return 1;
  const double before = top_before(options.field);
  if (options.range != ViewOptions::Range::automatic) return largest.top(before);
  // A contact that is about to end must not inflate the scale.
  const double top = std::max(peak, k_smallest_part * largest.value());
  return top > 0 ? round_up(top) : before;
}

double pressure_of_unit(const ViewOptions& options, const LargestSoFar& pressure) {
  const double locked = options.scale_of(Field::pressure).locked_top;
  return options.range == ViewOptions::Range::locked && locked > 0 ? locked
                                                                   : pressure.top(k_before_contact);
}

double newtons_per_metre(const scene::Scene& scene, const LargestSoFar& force, double scene_size) {
  if (scene.force_scale > 0) return scene.force_scale;
  return force.top(k_force_before) / (k_largest_arrow * scene_size);
}

SampleArrow sample_arrow(double newtons_per_metre, double longest) {
  const double most = newtons_per_metre * longest;
  const double power = std::pow(10.0, std::floor(std::log10(most)));
  double force = power;
  for (const double factor : {2.0, 5.0}) {
    if (factor * power <= most) force = factor * power;
  }
  return {force, force / newtons_per_metre};
}

}  // namespace condyle
