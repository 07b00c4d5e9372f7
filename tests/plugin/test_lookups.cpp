#include <catch2/catch.hpp>
#include <cstdint>

#include "condyle/error.h"
#include "plugin/bullet/src/registry.h"
#include "plugin/test_world.h"

namespace condyle::test::lookup_tests {
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

/// Body lookups of `call`.
template <class Call>
std::int64_t lookups(Call&& call) {
  const std::int64_t before = bullet::body_lookups();
  call();
  return bullet::body_lookups() - before;
}

}  // namespace

TEST_CASE("a step that asks about each strand and each collider looks bodies up in proportion",
          "[bullet][lookups]") {
  const auto in_step = [](int count) {
    Row row(count);
    bullet::Plugin& plugin = *row.world.plugin;
    return lookups([&] {
      row.world.step(1.0 / 240);
      REQUIRE(static_cast<int>(plugin.pairs().size()) == count);
      for (std::size_t i = 0; i < row.strands.size(); ++i) {
        const StrandId strand = row.strands[i];
        CHECK(plugin.strand_wrench(strand, *row.balls[i]).force.norm() > 0);
        CHECK(plugin.strand_length(strand) > 0);
        CHECK(plugin.strand_polyline(strand, 0.1).size() == 2);
        plugin.set_strand(strand, plugin.strand(strand));
        plugin.cut_strand(strand);
        plugin.restore_strand(strand);
        plugin.tear_strand(strand);
      }
      for (std::size_t i = 0; i < row.world.colliders.size(); ++i) {
        CHECK(plugin.surface(row.world.colliders[i]).triangle_count() > 0);
        if (i > 0 && i % 2 == 1)
          plugin.set_contact(row.world.colliders[i - 1], row.world.colliders[i], {});
      }
    });
  };
  const std::int64_t few = in_step(5), many = in_step(40);
  CHECK(few > 0);
  CHECK(many == 8 * few);
}

TEST_CASE("registering and removing many bodies looks each up in proportion", "[bullet][lookups]") {
  const auto in_life = [](int count) {
    return lookups([&] {
      Row row(count);
      for (const StrandId strand : row.strands) row.world.plugin->remove_strand(strand);
      for (const ColliderId id : row.world.colliders) row.world.plugin->remove_collider(id);
    });
  };
  CHECK(in_life(40) == 8 * in_life(5));
}

TEST_CASE("a strand or a collider whose body has left the world is named when it is asked about",
          "[bullet][lookups]") {
  Row row(3);
  bullet::Plugin& plugin = *row.world.plugin;
  row.world.world.removeRigidBody(row.balls[1]);
  CHECK_THROWS_AS(plugin.strand_length(row.strands[1]), InputError);
  CHECK_THROWS_AS(plugin.surface(row.world.colliders[3]), InputError);
  CHECK_THROWS_AS(plugin.set_contact(row.world.colliders[2], row.world.colliders[3], {}),
                  InputError);
  CHECK_NOTHROW(plugin.remove_strand(row.strands[1]));
  CHECK_NOTHROW(plugin.remove_collider(row.world.colliders[3]));
  CHECK(plugin.strand_length(row.strands[2]) > 0);
  row.world.world.addRigidBody(row.balls[1]);
}

}  // namespace condyle::test::lookup_tests
