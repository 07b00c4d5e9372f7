#include <catch2/catch.hpp>

#include "condyle/scene/scene.h"

namespace condyle::test::time_table_tests {

using namespace scene;

TEST_CASE("time table: passes its knots, holds its ends", "[model]") {
  for (const bool smooth : {false, true}) {
    const TimeTable table{{1, 2, 4}, {10, 20, -5}, smooth, 0};
    for (std::size_t i = 0; i < 3; ++i) CHECK(value_at(table, table.times[i]) == table.values[i]);
    CHECK(value_at(table, 0) == 10);
    CHECK(value_at(table, 100) == -5);
    CHECK(value_at(table, 1.5) == Approx(15));  // both ways are symmetric about the middle
  }
}

TEST_CASE("time table: straight lines between knots", "[model]") {
  const TimeTable table{{0, 2}, {0, 8}, false, 0};
  CHECK(value_at(table, 0.5) == Approx(2).epsilon(1e-15));
}

TEST_CASE("time table: smooth pieces start and end at rest, without a jerk at the knots",
          "[model]") {
  const TimeTable table{{0, 1}, {0, 1}, true, 0};
  // 10 s^3 near the start: neither velocity nor acceleration there.
  CHECK(value_at(table, 1e-3) == Approx(1e-8).epsilon(2e-3));
  CHECK(1 - value_at(table, 1 - 1e-3) == Approx(1e-8).epsilon(2e-3));
}

TEST_CASE("time table: a period repeats it", "[model]") {
  const TimeTable table{{0, 1, 2}, {0, 1, 0}, true, 2.5};
  for (const double t : {0.0, 0.3, 1.7, 2.2}) {
    CHECK(value_at(table, t + 5) == Approx(value_at(table, t)).margin(1e-12));
  }
}

TEST_CASE("time table: before time 0 it runs once, whatever its period", "[model]") {
  const TimeTable table{{-1, 0, 2}, {5, 0, 8}, false, 3};
  CHECK(value_at(table, -0.5) == Approx(2.5));
  for (const double t : {-1.0, -1.5, -2.9, -3.0, -3.5, -100.5}) CHECK(value_at(table, t) == 5);
  CHECK(value_at(table, 4) == Approx(4));
}

}  // namespace condyle::test::time_table_tests
