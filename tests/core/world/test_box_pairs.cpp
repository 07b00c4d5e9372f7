#include <catch2/catch.hpp>
#include <limits>
#include <random>

#include "core/world/src/box_pairs.h"

namespace condyle::test::box_pairs_tests {

TEST_CASE("box pairs: the sweep finds those that a test of all finds", "[world]") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> part(-1, 1);
  constexpr double k_endless = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 50; ++round) {
    INFO("round " << round);
    std::vector<Eigen::AlignedBox3d> boxes;
    for (int i = 0; i < 40; ++i) {
      const Eigen::Vector3d centre(part(random), part(random), part(random));
      const Eigen::Vector3d half(0.3 * std::abs(part(random)), 0.3 * std::abs(part(random)), 0.1);
      boxes.emplace_back(centre - half, centre + half);
    }
    if (round % 2 == 1)  // a half space
      boxes[7] = {Eigen::Vector3d::Constant(-k_endless), Eigen::Vector3d::Constant(k_endless)};
    std::vector<std::pair<int, int>> all, found;
    for (int i = 0; i < 40; ++i)
      for (int j = i + 1; j < 40; ++j)
        if (boxes[i].intersects(boxes[j])) all.emplace_back(i, j);
    find_box_pairs(boxes, found);
    CHECK(found == all);
  }
}

}  // namespace condyle::test::box_pairs_tests
