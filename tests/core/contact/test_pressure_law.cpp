#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "core/src/contact/laws/pressure_law.h"

namespace condyle::test::pressure_law_tests {

namespace {

const Layer k_cartilage{5e6, 0.45, 3e-3};

PressureLaw law_of(const Layer& casting, const Layer& target, Formulation formulation,
                   bool lumped) {
  return make_pressure_law(casting, target, {.formulation = formulation, .lumped = lumped});
}

/// Depth of two logarithmic layers under pressure p.
double depth_at(const PressureLaw& law, double p) {
  return -law.thickness_a * std::expm1(-p / law.modulus_a) -
         law.thickness_b * std::expm1(-p / law.modulus_b);
}

}  // namespace

TEST_CASE("lumped and two layers agree for equal layers", "[contact][pressure]") {
  const auto formulation = GENERATE(Formulation::linear, Formulation::nonlinear);
  const double d = GENERATE(1e-9, 1e-6, 3e-4, 1e-3, 5e-3, 5.9e-3);
  const PressureSample lumped = evaluate(law_of(k_cartilage, k_cartilage, formulation, true), d);
  const PressureSample two = evaluate(law_of(k_cartilage, k_cartilage, formulation, false), d);
  CHECK(two.pressure == Approx(lumped.pressure).epsilon(1e-13));
  CHECK(two.stiffness == Approx(lumped.stiffness).epsilon(1e-12));
  CHECK(two.energy_density == Approx(lumped.energy_density).epsilon(1e-12));
}

TEST_CASE("moduli of 1 and 10: lumped is 3.025 times stiffer than in series",
          "[contact][pressure]") {
  const Layer soft{1e6, 0.45, 3e-3}, hard{10e6, 0.45, 3e-3};
  const double lumped = evaluate(law_of(soft, hard, Formulation::linear, true), 1e-3).pressure;
  const double series = evaluate(law_of(soft, hard, Formulation::linear, false), 1e-3).pressure;
  CHECK(lumped / series == Approx(2.75 / (10.0 / 11.0)).epsilon(1e-14));
}

TEST_CASE("two cartilage layers at 1 mm: published pressure and energy", "[contact][pressure]") {
  // E = 5 MPa, nu = 0.45, h = 3 + 3 mm: 3.458 MPa and 1676.4 J/m^2, four and five digits.
  const PressureSample sample =
      evaluate(law_of(k_cartilage, k_cartilage, Formulation::nonlinear, false), 1e-3);
  CHECK(sample.pressure == Approx(3.458e6).epsilon(1.5e-4));
  CHECK(sample.energy_density == Approx(1676.4).epsilon(3e-5));
}

TEST_CASE("pressure and energy of the logarithmic law tend to the linear ones",
          "[contact][pressure]") {
  const bool lumped = GENERATE(true, false);
  const double x = GENERATE(1e-14, 1e-9, 1e-5, 1e-3);
  const double d = x * 6e-3;
  const auto at = [&](Formulation formulation) {
    return evaluate(law_of(k_cartilage, k_cartilage, formulation, lumped), d);
  };
  const PressureSample log = at(Formulation::nonlinear), linear = at(Formulation::linear);
  // The next terms are x^3 / 4 and x^3 / 10; 1e-15 is rounding.
  CHECK(std::abs(log.pressure / linear.pressure - (1 + x / 2 + x * x / 3)) <
        0.3 * x * x * x + 1e-15);
  CHECK(std::abs(log.energy_density / linear.energy_density - (1 + x / 3 + x * x / 6)) <
        0.11 * x * x * x + 1e-15);
}

TEST_CASE("two logarithmic layers: depths sum to the proximity to machine precision",
          "[contact][pressure][property]") {
  const unsigned seed = 20180601;
  CAPTURE(seed);
  std::mt19937 random(seed);
  const auto log_uniform = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<>(std::log(low), std::log(high))(random));
  };
  for (int i = 0; i < 20000; ++i) {
    const Layer a{log_uniform(1e3, 1e12), 0.45, log_uniform(1e-4, 1e-1)};
    const Layer b{log_uniform(1e3, 1e12), 0.3, log_uniform(1e-4, 1e-1)};
    const PressureLaw law = law_of(a, b, Formulation::nonlinear, false);
    const double d = log_uniform(1e-12, 0.99) * (a.thickness + b.thickness);
    const double p = evaluate(law, d).pressure;
    CAPTURE(i, a.elastic_modulus, a.thickness, b.elastic_modulus, b.thickness, d, p);
    // A few roundings of the exponentials; the condition number of the depth in p is at most 1.
    REQUIRE(std::abs(depth_at(law, p) - d) < 2e-15 * d);
  }
}

TEST_CASE("pressure is the slope of energy and stiffness that of pressure", "[contact][pressure]") {
  const auto formulation = GENERATE(Formulation::linear, Formulation::nonlinear);
  const bool lumped = GENERATE(true, false);
  const Layer other{12e6, 0.3, 2e-3};
  const PressureLaw law = law_of(k_cartilage, other, formulation, lumped);
  // The last depth lies beyond the nonlinear law's range, on its tangent.
  for (const double d : {1e-5, 1e-4, 2.4e-4, 2.6e-4, 1e-3, 3e-3, 4.9e-3, 5.2e-3}) {
    CAPTURE(d);
    const double step = 1e-4 * std::min(d, 5e-3 - std::min(d, 4.9e-3));
    const PressureSample low = evaluate(law, d - step), high = evaluate(law, d + step);
    const PressureSample here = evaluate(law, d);
    // Central differences: truncation of the order of (step / distance to h)^2 = 1e-8.
    CHECK((high.energy_density - low.energy_density) / (2 * step) ==
          Approx(here.pressure).epsilon(1e-7));
    CHECK((high.pressure - low.pressure) / (2 * step) == Approx(here.stiffness).epsilon(1e-7));
  }
}

TEST_CASE("beyond its range the logarithmic law goes on along its tangent and says so",
          "[contact][pressure]") {
  const bool lumped = GENERATE(true, false);
  const PressureLaw law = law_of(k_cartilage, {12e6, 0.3, 2e-3}, Formulation::nonlinear, lumped);
  const double limit = largest_proximity(law);
  CHECK(limit == Approx(5e-3 * (1 - 1e-6)).epsilon(1e-15));
  const PressureSample last = evaluate(law, limit);
  CHECK_FALSE(last.clamped);
  const PressureSample beyond = evaluate(law, 2 * limit);
  CHECK(beyond.clamped);
  CHECK(std::isfinite(beyond.pressure));
  CHECK(beyond.pressure == Approx(last.pressure + last.stiffness * limit).epsilon(1e-12));
  CHECK(beyond.stiffness == last.stiffness);
}

TEST_CASE("no pressure out of contact", "[contact][pressure]") {
  const PressureLaw law = law_of(k_cartilage, k_cartilage, Formulation::nonlinear, false);
  for (const double d : {0.0, -1e-3}) {
    const PressureSample sample = evaluate(law, d);
    CHECK(sample.pressure == 0);
    CHECK(sample.stiffness == 0);
    CHECK(sample.energy_density == 0);
  }
}

}  // namespace condyle::test::pressure_law_tests
