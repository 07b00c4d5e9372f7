#include <catch2/catch.hpp>

#include "view/scene_figures.h"

namespace condyle::test::scene_figures_tests {

TEST_CASE("a reading shows rounding as 0") {
  CHECK(reading_text({"flexion", "deg", 54.23456}) == "flexion 54.23 deg");
  CHECK(reading_text({"flexion", "deg", -7.633e-14}) == "flexion 0 deg");
  CHECK(reading_text({"shift", "mm", -2e-6}) == "shift -2e-06 mm");
}

}  // namespace condyle::test::scene_figures_tests
