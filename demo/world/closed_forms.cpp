#include "world/closed_forms.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace condyle {
namespace {

using std::numbers::pi;

constexpr double k_millimetres = 1e3, k_square_millimetres = 1e6, k_megapascals = 1e-6;

/// The integral of f from 0 to `end` by Simpson's rule, which is exact for cubics.
template <class F>
double integral(double end, const F& f) {
  constexpr int k_intervals = 64;
  double sum = 0;
  for (int i = 0; i <= k_intervals; ++i) {
    const double weight = (i == 0 || i == k_intervals) ? 1 : (i % 2 == 1 ? 4 : 2);
    sum += weight * f(end * i / k_intervals);
  }
  return sum * end / (3 * k_intervals);
}

double pressure(const PressureLaw& law, double depth) { return evaluate(law, depth).pressure; }

double ball_force(double radius, const PressureLaw& law, double depth) {
  return 2 * pi *
         integral(depth, [&](double d) { return pressure(law, d) * (radius - depth + d); });
}

double point_force(const Eigen::Vector2d& radii, const PressureLaw& law, double depth) {
  const double mean = std::sqrt(radii.x() * radii.y());
  return 2 * pi * mean * integral(depth, [&](double d) { return pressure(law, d); });
}

/// Substitutes d = depth - u^2 and integrates over half the width of the strip.
double line_force(double radius, double length, const PressureLaw& law, double depth) {
  return 2 * length * std::sqrt(2 * radius) *
         integral(std::sqrt(depth), [&](double u) { return pressure(law, depth - u * u); });
}

/// An upper bound on the depth of the bodies.
double deepest(const scene::ClosedForm& form, const PressureLaw& law) {
  const double size = std::max({form.radius, form.point_radii.maxCoeff(), form.line_radius});
  return std::min(size, largest_proximity(law));
}

}  // namespace

double closed_form_force(const scene::ClosedForm& form, const PressureLaw& law, double depth) {
  if (form.kind == scene::ClosedFormKind::ball_on_plane) return ball_force(form.radius, law, depth);
  return point_force(form.point_radii, law, depth) +
         line_force(form.line_radius, form.line_length, law, depth);
}

double closed_form_area(const scene::ClosedForm& form, double depth) {
  if (form.kind == scene::ClosedFormKind::ball_on_plane)
    return pi * (2 * form.radius - depth) * depth;
  return 2 * pi * std::sqrt(form.point_radii.x() * form.point_radii.y()) * depth +
         2 * form.line_length * std::sqrt(2 * form.line_radius * depth);
}

double closed_form_depth(const scene::ClosedForm& form, const PressureLaw& law, double force) {
  double low = 0, high = deepest(form, law);
  for (int i = 0; i < 60; ++i) {  // halves the interval down to the last bit
    const double middle = (low + high) / 2;
    (closed_form_force(form, law, middle) < force ? low : high) = middle;
  }
  return (low + high) / 2;
}

std::string closed_form_text(const scene::ClosedForm& form) {
  if (form.kind == scene::ClosedFormKind::ball_on_plane) {
    return "Sphere of radius R at rest, depth d in a plane layer that casts along its normal. "
           "Linear law: F = K pi d^2 (R - d/3), peak pressure K d; any law: F = 2 pi integral of "
           "p(x) (R - d + x) dx from 0 to d. Area pi (2 R d - d^2)";
  }
  return "Small depth d, relative radii 1/R = 1/R_casting + 1/R_target, linear law. At a point "
         "F = K pi sqrt(R1 R2) d^2, area 2 pi sqrt(R1 R2) d; along a line of length L "
         "F = K L (4 sqrt(2) / 3) sqrt(R) d^1.5, area 2 L sqrt(2 R d). Peak pressure K d";
}

std::vector<ClosedFormReading> closed_form_readings(const scene::ClosedForm& form) {
  return {{form.contact + ".depth", "mm"},
          {form.contact + ".force", "N"},
          {form.contact + ".peak pressure", "MPa"},
          {form.contact + ".area", "mm2"}};
}

void read_closed_form(const scene::ClosedForm& form, const WorldContact& contact, double force,
                      std::span<ClosedFormReading> readings) {
  const PressureLaw law =
      make_pressure_law(contact.casting_layer, contact.target_layer, contact.settings);
  const double depth = closed_form_depth(form, law, force);
  const ContactStatistics total =
      contact.report ? contact.report->result().total : ContactStatistics{};
  const auto set = [&](std::size_t i, double unit, double measured, double expected) {
    readings[i].measured = unit * measured;
    readings[i].expected = unit * expected;
  };
  set(0, k_millimetres, total.max_proximity, depth);
  set(1, 1, total.contact_force.norm(), force);
  set(2, k_megapascals, total.max_pressure, pressure(law, depth));
  set(3, k_square_millimetres, total.contact_area, closed_form_area(form, depth));
}

}  // namespace condyle
