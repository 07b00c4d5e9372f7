#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "condyle/world/step_report.h"
#include "plugin/test_world.h"
#include "support/allocation_counter.h"

namespace condyle::test::allocation_tests {
namespace {

/// Calls of operator new in 120 steps. A thread allocates its own scratch memory when it first
/// takes a share of the work, which may be late on a busy machine. With several threads, this is
/// therefore the fewest calls in a few rounds of 120 steps.
long allocations(TestWorld& world) {
  const int threads = world.plugin->settings().threads, rounds = threads > 1 ? threads + 1 : 1;
  long fewest = std::numeric_limits<long>::max();
  for (int round = 0; round < rounds && fewest > 0; ++round) {
    const long before = allocation_count();
    world.step(1.0 / 240, 120);
    fewest = std::min(fewest, allocation_count() - before);
  }
  return fewest;
}

}  // namespace

TEST_CASE("a step with contact, a strand and a joint allocates nothing", "[bullet][allocation]") {
  const auto mode = GENERATE(FrictionMode::on, FrictionMode::stiction);
  TestWorld world;
  bullet::PluginSettings steps = world.plugin->settings();
  steps.threads = GENERATE(1, 2);
  world.plugin->set_settings(steps);
  const Eigen::Vector3d size(0.05, 0.05, 0.05);
  btRigidBody& lower = world.add_mesh_body(mesh::make_box(size, {8, 8, 8}), k_polyethylene, 1,
                                           box_inertia(1, size), {0, 0, 0.025});
  btRigidBody& upper = world.add_mesh_body(mesh::make_icosphere(0.03, 4), k_polyethylene, 1,
                                           sphere_inertia(1, 0.03), {0, 0, 0.0799});
  world.add_mesh_body(mesh::make_plane_grid(0.3, 0.3, 20, 20), k_polyethylene, 0,
                      btVector3(0, 0, 0), {0, 0, 0});
  world.plugin->add_strand({"strand", 1000, 0.04, 0.06, 0.003}, lower, {0, 0, 0}, upper, {0, 0, 0});
  btPoint2PointConstraint joint(upper, btVector3(0, 0, 0));
  world.world.addConstraint(&joint);
  ContactSettings settings;
  settings.friction = {0.3, 0.3, 1e-3, 1.5e-3, mode};
  settings.dissipation = 20;
  settings.wear_coefficient = GENERATE(0., 1e-15);
  world.plugin->set_default_contact(settings);
  if (settings.wear_coefficient > 0) world.plugin->on_contact_event([](const auto&) {});
  world.step(1.0 / 240, 480);  // lists grow up to the largest contact

  CHECK(allocations(world) == 0);
  world.world.removeConstraint(&joint);
}

TEST_CASE("a ball that rolls on an elastic layer allocates nothing",
          "[bullet][allocation][elastic_layer]") {
  TestWorld world;
  constexpr double k_radius = 0.03;
  btRigidBody& ball = world.add_mesh_body(mesh::make_icosphere(k_radius, 4), rigid_layer(), 1,
                                          sphere_inertia(1, k_radius), {-0.04, 0, k_radius});
  world.add_mesh_body(mesh::make_plane_grid(0.12, 0.03, 60, 15), elastic_layer(5e6, 0.45, 8e-3), 0,
                      btVector3(0, 0, 0), {0, 0, 0});
  ContactSettings settings;
  settings.formulation = Formulation::elastic_layer;
  settings.dissipation = 1;
  settings.friction = {0.3, 0.3, 1e-3, 1.5e-3, GENERATE(FrictionMode::on, FrictionMode::stiction)};
  world.plugin->set_contact(world.colliders[1], world.colliders[0], settings, {},
                            CastingSide::first);
  ball.setLinearVelocity({btScalar(0.03), 0, 0});
  world.step(1.0 / 240, 240);  // lists grow up to the largest contact
  CHECK(allocations(world) == 0);
  CHECK(double(ball.getLinearVelocity().length()) > 0.01);
}

TEST_CASE("bodies that slide in soft directions allocate nothing", "[bullet][allocation]") {
  TestWorld world;
  world.add_mesh_body(mesh::make_plane_grid(0.8, 0.8, 20, 20), k_polyethylene, 0,
                      btVector3(0, 0, 0), {0, 0, 0});
  const Eigen::Vector3d size(0.05, 0.05, 0.05),
      at[] = {{-0.3, 0.2, 0.025},
              {-0.3, -0.2, 0.025},
              {-0.3, -0.2, 0.075}};  // one block, and two stacked
  for (const Eigen::Vector3d& place : at)
    world
        .add_mesh_body(mesh::make_box(size, {6, 6, 6}), k_polyethylene, 1, box_inertia(1, size),
                       place)
        .setLinearVelocity(btVector3(btScalar(0.3), 0, 0));
  world.step(1.0 / 240, 120);
  REQUIRE(world.plugin->step_report().groups == 2);
  CHECK(allocations(world) == 0);
}

}  // namespace condyle::test::allocation_tests
