#include <catch2/catch.hpp>
#include <cmath>

#include "world/closed_forms.h"

// The closed forms shown with a scene, against the formulas of docs/scenes.md (ORACLES 3.2, 3.3).

namespace condyle::test::closed_forms_tests {
namespace {

constexpr double k_pi = 3.14159265358979323846;
const Layer k_layer{5e6, 0.45, 3e-3};

PressureLaw law(Formulation formulation) {
  ContactSettings settings;
  settings.formulation = formulation;
  return make_pressure_law(k_layer, k_layer, settings);
}

double stiffness() { return evaluate(law(Formulation::linear), 1e-3).pressure / 1e-3; }

scene::ClosedForm ball() { return {scene::ClosedFormKind::ball_on_plane, "contact", "body", 0.03}; }

scene::ClosedForm paraboloids(double R1, double R2, double R, double length) {
  scene::ClosedForm form{scene::ClosedFormKind::paraboloids, "contact", "body"};
  form.point_radii = {R1, R2};
  form.line_radius = R;
  form.line_length = length;
  return form;
}

}  // namespace

TEST_CASE("closed forms under the linear law", "[world]") {
  const PressureLaw linear = law(Formulation::linear);
  const double k = stiffness(), d = 1e-3;
  CHECK(closed_form_force(ball(), linear, d) ==
        Approx(k * k_pi * d * d * (0.03 - d / 3)).epsilon(1e-12));
  CHECK(closed_form_force(ball(), linear, d) == Approx(294.600).epsilon(1e-5));
  CHECK(closed_form_area(ball(), d) == Approx(k_pi * (2 * 0.03 - d) * d).epsilon(1e-12));

  const double point = k * k_pi * std::sqrt(0.03 * 0.05) * d * d;
  const double line = k * 0.04 * 4 * std::sqrt(2) / 3 * std::sqrt(0.02) * std::pow(d, 1.5);
  CHECK(closed_form_force(paraboloids(0.03, 0.05, 0, 0), linear, d) ==
        Approx(point).epsilon(1e-12));
  CHECK(closed_form_force(paraboloids(0, 0, 0.02, 0.04), linear, d) == Approx(line).epsilon(1e-12));
  const scene::ClosedForm both = paraboloids(0.03, 0.05, 0.02, 0.04);
  CHECK(closed_form_force(both, linear, d) == Approx(point + line).epsilon(1e-12));
  CHECK(closed_form_area(both, d) ==
        Approx(2 * k_pi * std::sqrt(0.03 * 0.05) * d + 2 * 0.04 * std::sqrt(2 * 0.02 * d))
            .epsilon(1e-12));
  CHECK(closed_form_depth(both, linear, point + line) == Approx(d).epsilon(1e-12));
}

TEST_CASE("closed forms under the logarithmic law", "[world]") {
  // ORACLES 3.2, six digits: on the ball, and on the paraboloid of the same curvature.
  const PressureLaw logarithmic = law(Formulation::nonlinear);
  CHECK(closed_form_force(ball(), logarithmic, 1e-3) == Approx(312.537).epsilon(2e-6));
  CHECK(closed_form_force(paraboloids(0.03, 0.03, 0, 0), logarithmic, 1e-3) ==
        Approx(315.995).epsilon(2e-6));
}

}  // namespace condyle::test::closed_forms_tests
