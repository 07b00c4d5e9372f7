#include <catch2/catch.hpp>

#include "world/scene_figures.h"

namespace condyle::test::scene_figures_tests {

TEST_CASE("a reading shows rounding as 0") {
  CHECK(reading_text({"flexion", "deg", 54.23456}) == "flexion 54.23 deg");
  CHECK(reading_text({"flexion", "deg", -7.633e-14}) == "flexion 0 deg");
  CHECK(reading_text({"shift", "mm", -2e-6}) == "shift -2e-06 mm");
}

TEST_CASE("settling is told until the scene is at rest") {
  Settling settling{.is_over = false, .time = 0.25, .speed = 0.0123, .fastest = "ball"};
  CHECK(settling_text(settling, 5) ==
        "settling before time 0, 0.25 of at most 5 s: ball moves at 12.3 mm/s");
  settling.fastest.clear();
  CHECK(settling_text(settling, 5) == "settling before time 0, 0.25 of at most 5 s");
  settling = {.is_over = true, .time = 5, .speed = 0.0123, .fastest = "ball"};
  CHECK(settling_text(settling, 5) == "not settled within 5 s: ball moves at 12.3 mm/s");
  settling.is_at_rest = true;
  CHECK(settling_text(settling, 5).empty());
}

}  // namespace condyle::test::scene_figures_tests
