// Normal laws as curves, and the motion of bodies that meet head on.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "condyle/contact/contact_laws.h"
#include "condyle/error.h"
#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/laws/law_parts.h"
#include "core/src/contact/laws/pressure_law.h"
#include "support/few_or_all.h"

namespace condyle::test::normal_law_tests {

namespace {

constexpr double k_dissipation = 0.4;

const NormalLaw k_impact{.kind = NormalLawKind::impact,
                         .stiffness = 3e6,
                         .exponent = 1.3,
                         .damping = 200,
                         .full_damping_depth = 4e-4};
const NormalLaw k_poisson{
    .kind = NormalLawKind::poisson, .stiffness = 2e8, .restitution = 0.6, .transition_speed = 0.02};
const NormalLaw k_hertz{.kind = NormalLawKind::hertz, .stiffness = 5e8};
const NormalLaw k_hunt_crossley{
    .kind = NormalLawKind::hunt_crossley, .stiffness = 1e6, .exponent = 1};
const NormalLaw k_volume{.kind = NormalLawKind::volume,
                         .stiffness = 4e9,
                         .exponent = 1.7,
                         .damping = 1e4,
                         .reference_depth = 1e-3};
const NormalLaw k_laws[] = {k_impact, k_poisson, k_hertz, k_hunt_crossley, k_volume};

double force(const NormalLaw& law, double z, double rate) {
  return evaluate(law, k_dissipation, z, rate).force;
}

/// The STEP function of ADAMS as in its manual.
double step_function(double x, double x0, double h0, double x1, double h1) {
  if (x <= x0) return h0;
  if (x >= x1) return h1;
  const double s = (x - x0) / (x1 - x0);
  return h0 + (h1 - h0) * s * s * (3 - 2 * s);
}

/// Speed of rebound of a mass of 1 kg that meets the law at `speed`, by the fourth-order
/// Runge-Kutta method.
double rebound(const NormalLaw& law, double dissipation, double speed, double dt) {
  const auto acceleration = [&](double z, double v) {
    return -evaluate(law, dissipation, z, v).force;
  };
  double z = 1e-12, v = speed;
  while (z > 0) {
    const double a1 = acceleration(z, v), v2 = v + dt / 2 * a1;
    const double a2 = acceleration(z + dt / 2 * v, v2), v3 = v + dt / 2 * a2;
    const double a3 = acceleration(z + dt / 2 * v2, v3), v4 = v + dt * a3;
    const double a4 = acceleration(z + dt * v3, v4);
    z += dt / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return -v;
}

/// One step of backward Euler of a mass on a law: the depth rises by dt v with v = v_0 - dt F / m.
/// The force rises with v, so bisection finds the one solution.
double backward_euler(const NormalLaw& law, double mass, double dt, double z, double v) {
  double low = v - dt * std::max(0.0, force(law, z + dt * v, v)) / mass - 1e-9, high = v;
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    const double left = middle - v + dt * force(law, z + dt * middle, middle) / mass;
    (left > 0 ? high : low) = middle;
  }
  return low;
}

}  // namespace

TEST_CASE("the impact law is MotionSolve's, point by point", "[contact][law]") {
  for (const double z : {-1e-4, 0.0, 1e-5, 1e-4, 2e-4, 3.9e-4, 4e-4, 1e-3}) {
    for (const double rate : {-3.0, -0.1, 0.0, 0.2, 2.0}) {
      CAPTURE(z, rate);
      const double expected =
          z > 0 ? std::max(0.0, 3e6 * std::pow(z, 1.3) + step_function(z, 0, 0, 4e-4, 200) * rate)
                : 0;
      CHECK(force(k_impact, z, rate) == Approx(expected).epsilon(1e-13));
    }
  }
}

TEST_CASE("STEP runs from h0 to h1 and is half way in the middle", "[contact][law]") {
  for (const double x : {-2.0, -1.0, -0.5, 0.0, 0.3, 0.99, 1.0, 7.0})
    CHECK(step_between(x, -1, 5, 1, 3) == Approx(step_function(x, -1, 5, 1, 3)).epsilon(1e-15));
  CHECK(step_between(0, -1, 5, 1, 3) == 4);
}

TEST_CASE("two steel balls of 30 mm have Hertz's stiffness", "[contact][law]") {
  const Layer steel{200e9, 0.3, 0.01};  // ORACLES 3.5
  CHECK(hertz_stiffness(steel, steel, 15e-3) == Approx(1.79450e10).epsilon(5e-6));
  NormalLaw law{.kind = NormalLawKind::hertz, .radius = 15e-3};
  CHECK(with_derived_stiffness(law, steel, steel).stiffness ==
        hertz_stiffness(steel, steel, 15e-3));
}

TEST_CASE("the volume law has 1326.7 N/mm^3 for two layers of steel of 100 mm", "[contact][law]") {
  ContactSettings settings;
  settings.lumped = false;
  const auto per_cubic_millimetre = [&](double bulk, double shear) {
    const Layer layer = layer_of_moduli(bulk, shear, 0.1);
    return make_pressure_law(layer, layer, settings).initial_stiffness * 1e-9;
  };
  // K + 4/3 G = 265.333 GPa; the second value is that of the documented example, with both swapped.
  CHECK(per_cubic_millimetre(160e9, 79e9) == Approx(1326.667).epsilon(1e-6));
  CHECK(per_cubic_millimetre(79e9, 160e9) == Approx(1461.667).epsilon(1e-6));
}

TEST_CASE("slopes of the laws are their derivatives, and energy is the work at rest",
          "[contact][law]") {
  std::mt19937 random(20261);
  std::uniform_real_distribution<double> depth(2e-5, 8e-4), rate(-0.3, 0.6);
  for (const NormalLaw& law : k_laws) {
    CAPTURE(static_cast<int>(law.kind));
    for (int i = 0; i < 200; ++i) {
      const double z = depth(random), v = rate(random), h = 1e-4 * z, w = 1e-6;
      const NormalSample sample = evaluate(law, k_dissipation, z, v);
      if (sample.force == 0) {
        CHECK(sample.by_depth == 0);
        CHECK(sample.by_rate == 0);
        continue;
      }
      // The error of central differences is below h^2 times the third derivative, 1e-8 of the
      // force's scale. Next to the point where a force sets in they are useless.
      if (force(law, z - h, v - w) == 0) continue;
      const double by_depth = (force(law, z + h, v) - force(law, z - h, v)) / (2 * h);
      const double by_rate = (force(law, z, v + w) - force(law, z, v - w)) / (2 * w);
      CHECK(sample.by_depth == Approx(by_depth).epsilon(1e-5).margin(1e-5 * sample.force / z));
      CHECK(sample.by_rate == Approx(by_rate).epsilon(1e-5).margin(1e-5 * sample.force));
      CHECK(sample.by_rate >= 0);
      const auto energy = [&](double x) { return evaluate(law, 0, x, 0).energy; };
      NormalLaw elastic = law;
      elastic.restitution = 1;
      CHECK((energy(z + h) - energy(z - h)) / (2 * h) ==
            Approx(evaluate(elastic, 0, z, 0).force).epsilon(1e-6));
    }
  }
}

TEST_CASE("by the law of restitution a body rebounds at e v", "[contact][law]") {
  for (const double e : {0.0, 0.2, 0.5, 0.8, 1.0}) {
    CAPTURE(e);
    const NormalLaw law{.kind = NormalLawKind::poisson,
                        .stiffness = 1e8,
                        .restitution = e,
                        .transition_speed = 1e-5};
    // The factors are not complete below the transition speed: 1e-5 of 1 m/s.
    if (e > 0) CHECK(rebound(law, 0, 1.0, 1e-7) == Approx(e).epsilon(1e-4));
  }
}

TEST_CASE("Hunt and Crossley's restitution is exact, whatever stiffness and exponent",
          "[contact][law]") {
  // ORACLES 3.6: lambda v - ln(1 + lambda v) = -lambda e v - ln(1 - lambda e v), lambda = 3/2 c.
  const auto [lambda_v, e] = GENERATE(
      table<double, double>({{0.15, 0.90902}, {0.75, 0.66296}, {1, 0.59362}, {10, 0.09998}}));
  const double exponent = GENERATE(1., 1.5, 2.);
  const double stiffness = exponent == 1 ? 1e5 : (exponent == 1.5 ? 1e7 : 1e9);
  CAPTURE(lambda_v, exponent);
  const NormalLaw law{
      .kind = NormalLawKind::hunt_crossley, .stiffness = stiffness, .exponent = exponent};
  // The root has five digits; steps are at most a thousandth of the contact time.
  CHECK(rebound(law, lambda_v / 1.5, 1.0, 2e-6) == Approx(e).margin(2e-5));
}

TEST_CASE("no encounter by any law gives energy, in steps of any size", "[contact][law][rounds]") {
  std::mt19937 random(77);
  std::uniform_real_distribution<double> unit(0, 1);
  const auto decade = [&](double least, double most) {
    return least * std::pow(most / least, unit(random));
  };
  // So many by each law that they fill the decades of mass, speed and step.
  int encounters = 0;
  for (const NormalLaw& law : k_laws) {
    for (int i = 0; i < few_or_all(1500, 4000); ++i, ++encounters) {
      const double mass = decade(1e-2, 1e2), speed = decade(1e-2, 10), dt = decade(1e-4, 1.0 / 60);
      double z = -unit(random) * dt * speed, v = speed;
      for (int step = 0; step < 300; ++step) {
        const double next = backward_euler(law, mass, dt, z, v);
        z += dt * next;
        v = next;
        if (z <= 0 && v <= 0) break;
        if (step > 3 && std::abs(v) < 1e-2 * speed) break;  // at rest
      }
      if (std::abs(v) > speed * (1 + 1e-12)) FAIL("law " << int(law.kind) << ": " << speed << v);
    }
  }
  CHECK(encounters == 5 * few_or_all(1500, 4000));
}

TEST_CASE("a law outside its range is refused by name", "[contact][law]") {
  const auto refused = [](const NormalLaw& law, const char* word) {
    CHECK_THROWS_AS(require_valid(law, "ball on plate"), InputError);
    CHECK_THROWS_WITH(require_valid(law, "ball on plate"),
                      Catch::Contains("ball on plate") && Catch::Contains(word));
  };
  for (const NormalLaw& law : k_laws) CHECK_NOTHROW(require_valid(law, "ball on plate"));
  NormalLaw law = k_impact;
  law.stiffness = 0;
  refused(law, "stiffness");
  law = k_impact;
  law.exponent = 0.9;
  refused(law, "exponent");
  law = k_impact;
  law.full_damping_depth = 0;
  refused(law, "full_damping_depth");
  law = k_poisson;
  law.restitution = 1.1;
  refused(law, "restitution");
  law.restitution = NAN;
  refused(law, "restitution");
}

}  // namespace condyle::test::normal_law_tests
