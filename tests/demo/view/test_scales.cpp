#include <catch2/catch.hpp>
#include <cmath>

#include "view/scales.h"

namespace condyle::test::scales_tests {

TEST_CASE("scales: the top of the largest so far grows, and shrinks only when forgotten",
          "[scales]") {
  LargestSoFar pressure;
  ViewOptions options;
  CHECK(options.range == ViewOptions::Range::largest_so_far);
  const auto top = [&](double peak) {
    pressure.observe(peak);
    return top_of_range(options, pressure, peak);
  };
  // As in one flexion of a knee.
  CHECK(top(38e6) == 40e6);
  CHECK(top(26e6) == 40e6);
  CHECK(top(0) == 40e6);
  CHECK(top(41e6) == 50e6);
  CHECK(top(1e6) == 50e6);
  pressure.forget();
  CHECK(top(1e6) == 1e6);
  options.range = ViewOptions::Range::automatic;
  CHECK(top(38e6) == 40e6);
  CHECK(top(26e6) == 30e6);
  options.range = ViewOptions::Range::locked;
  options.scale_of(Field::pressure).locked_top = 12e6;
  CHECK(top(26e6) == 12e6);
}

TEST_CASE("scales: an arrow is as long as its force, by the scene's scale or the largest so far",
          "[scales]") {
  scene::Scene scene;
  LargestSoFar force;
  constexpr double k_size = 0.1;
  force.observe(900);
  const double first = newtons_per_metre(scene, force, k_size);
  CHECK(900 / first < 0.3 * k_size);
  CHECK(900 / first > 0.1 * k_size);
  force.observe(8.9);
  CHECK(newtons_per_metre(scene, force, k_size) == first);
  force.observe(2000);
  CHECK(newtons_per_metre(scene, force, k_size) > first);
  scene.force_scale = 5e4;
  CHECK(newtons_per_metre(scene, force, k_size) == 5e4);
}

TEST_CASE("scales: the sample arrow has a round force and fits", "[scales]") {
  for (double longest = 1e-4; longest < 10; longest *= 1.3) {
    const SampleArrow sample = sample_arrow(3e4, longest);
    CHECK(sample.length == Approx(sample.force / 3e4));
    CHECK(sample.length <= longest * (1 + 1e-12));
    CHECK(sample.length > 0.39 * longest);
    const double digits = sample.force / std::pow(10, std::floor(std::log10(sample.force) + 1e-9));
    CHECK((digits == Approx(1) || digits == Approx(2) || digits == Approx(5)));
  }
}

}  // namespace condyle::test::scales_tests
