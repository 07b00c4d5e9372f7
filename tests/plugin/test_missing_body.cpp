#include <catch2/catch.hpp>

#include "condyle/error.h"
#include "plugin/test_world.h"

namespace condyle::test::missing_body_tests {
namespace {

const auto k_ball = std::make_shared<ContactSurface>(mesh::make_icosphere(0.03, 1), k_polyethylene);

/// `count` balls, each on a plate of its own and held to it by a strand.
struct Row {
  TestWorld world;
  std::vector<btRigidBody*> balls;
  std::vector<StrandId> strands;

  explicit Row(int count) {
    const auto plate =
        std::make_shared<ContactSurface>(mesh::make_plane_grid(0.1, 0.1, 2, 2), k_polyethylene);
    for (int i = 0; i < count; ++i) {
      btRigidBody& lower = world.add_mesh_body(plate, 0, btVector3(0, 0, 0), {0.2 * i, 0, 0});
      balls.push_back(
          &world.add_mesh_body(k_ball, 0.1, sphere_inertia(0.1, 0.03), {0.2 * i, 0, 0.0299}));
      strands.push_back(world.plugin->add_strand({"strand", 100, 0.02, 0.06, 0.003}, lower,
                                                 {0, 0, 0}, *balls.back(), {0, 0, 0}));
    }
    world.step(1.0 / 240, 2);
  }
};

}  // namespace

TEST_CASE("a strand or a collider whose body has left the world is named when it is asked about",
          "[bullet][missing]") {
  Row row(3);
  bullet::Plugin& plugin = *row.world.plugin;
  row.world.world.removeRigidBody(row.balls[1]);
  CHECK_THROWS_WITH(plugin.strand_length(row.strands[1]), Catch::Contains("'collider 3'"));
  CHECK_THROWS_WITH(plugin.strand_polyline(row.strands[1], 0.1), Catch::Contains("'collider 3'"));
  CHECK_THROWS_WITH(plugin.findings(), Catch::Contains("'collider 3'"));
  CHECK_NOTHROW(plugin.remove_strand(row.strands[1]));
  CHECK_NOTHROW(plugin.remove_collider(row.world.colliders[3]));
  CHECK(plugin.strand_length(row.strands[2]) > 0);
  row.world.world.addRigidBody(row.balls[1]);
}

}  // namespace condyle::test::missing_body_tests
