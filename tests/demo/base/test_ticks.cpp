#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "base/ticks.h"

namespace condyle::test::ticks_tests {

TEST_CASE("ticks: round values inside the range") {
  const Ticks ticks = choose_ticks(0, 25, 6);
  CHECK(ticks.step == 5);
  CHECK(ticks.values == std::vector<double>{0, 5, 10, 15, 20, 25});
  CHECK(tick_label(20, ticks) == "20");
  CHECK(tick_label(20000, choose_ticks(0, 40000, 4)) == "20k");
  const Ticks small = choose_ticks(0, 0.3, 3);
  CHECK(small.values.size() == 4);
  CHECK(tick_label(small.values[3], small) == "0.3");
}

TEST_CASE("ticks: any range gives a readable number of them") {
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> exponent(-12, 12), offset(-3, 3);
  for (int i = 0; i < 500; ++i) {
    const double size = std::pow(10, exponent(random)), low = offset(random) * size;
    const Ticks ticks = choose_ticks(low, low + size, 5);
    CHECK(ticks.values.size() >= 2);
    CHECK(ticks.values.size() <= 6);
    for (double value : ticks.values) {
      CHECK(value >= low - 1e-8 * size);
      CHECK(value <= low + size + 1e-8 * size);
    }
  }
}

TEST_CASE("ticks: neighbouring labels differ") {
  for (double top : {1e-4, 0.03, 1.0, 7.5, 120.0, 3e7}) {
    const Ticks ticks = choose_ticks(0, top, 6);
    for (std::size_t k = 1; k < ticks.values.size(); ++k) {
      CHECK(tick_label(ticks.values[k - 1], ticks) != tick_label(ticks.values[k], ticks));
    }
  }
}

TEST_CASE("ticks: empty and endless ranges give one tick") {
  CHECK(choose_ticks(2, 2, 5).values == std::vector<double>{2});
  CHECK(choose_ticks(0, std::numeric_limits<double>::infinity(), 5).values.size() == 1);
  CHECK(choose_ticks(0, std::numeric_limits<double>::quiet_NaN(), 5).values.size() == 1);
}

TEST_CASE("round_up: never below the value, at most half as much again") {
  CHECK(round_up(25) == 25);
  CHECK(round_up(25.1) == 30);
  CHECK(round_up(0) == 1);
  for (double value = 1e-6; value < 1e9; value *= 1.037) {
    CHECK(round_up(value) >= value * (1 - 1e-8));
    CHECK(round_up(value) <= 1.5 * value);
  }
}

}  // namespace condyle::test::ticks_tests
