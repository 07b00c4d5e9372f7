#include <algorithm>
#include <catch2/catch.hpp>
#include <ctime>
#include <limits>

#include "plugin/test_world.h"

namespace condyle::test::idle_tests {
namespace {

/// A ball on a plate beside many plates that nothing touches.
struct Field {
  TestWorld world;

  Field(int idle, bool is_registered) {
    const auto surface =
        std::make_shared<ContactSurface>(mesh::make_plane_grid(0.1, 0.1, 2, 2), k_polyethylene);
    world.add_mesh_body(surface, 0, btVector3(0, 0, 0), {0, 0, 0});
    world.add_mesh_body(mesh::make_icosphere(0.03, 1), k_polyethylene, 0.1,
                        sphere_inertia(0.1, 0.03), {0, 0, 0.0299});
    for (int i = 0; i < idle; ++i) {
      const Eigen::Vector3d place(1 + 0.2 * (i % 50), 0.2 * (i / 50), 0);
      if (is_registered)
        world.add_mesh_body(surface, 0, btVector3(0, 0, 0), place);
      else
        world.add_body(new bullet::SurfaceShape(surface), 0, btVector3(0, 0, 0), place);
    }
    world.step(1.0 / 240, 5);
  }

  double time_of_steps() {
    const std::clock_t start = std::clock();
    world.step(1.0 / 240, 20);
    return static_cast<double>(std::clock() - start);
  }
};

}  // namespace

TEST_CASE("idle static bodies cost little more registered than not", "[bullet][idle]") {
  constexpr int k_idle = 2000;
  Field registered(k_idle, true), not_registered(k_idle, false);
  double with = std::numeric_limits<double>::max(), without = with;
  for (int round = 0; round < 20; ++round) {  // in turns, since the machine may be busy
    with = std::min(with, registered.time_of_steps());
    without = std::min(without, not_registered.time_of_steps());
  }
  CAPTURE(with, without);
  // What is left to do for each is to see that it has not been removed, moved or spoilt: 1.4 times.
  // It was 7 times, and 2.2 at worst when this limit was 2.
  CHECK(with < 1.8 * without);
}

}  // namespace condyle::test::idle_tests
