#include <catch2/catch.hpp>

#include "condyle/bullet/step_report.h"
#include "plugin/test_world.h"
#include "support/allocation_counter.h"

namespace condyle::test::allocation_tests {

TEST_CASE("a step with contact, a strand and a joint allocates nothing", "[bullet][allocation]") {
  const auto mode = GENERATE(FrictionMode::on, FrictionMode::stiction);
  TestWorld world;
  bullet::PluginSettings steps = world.plugin->settings();
  steps.threads = GENERATE(1, 2);
  world.plugin->set_settings(steps);
  const Eigen::Vector3d size(0.05, 0.05, 0.05);
  btRigidBody& lower = world.add_mesh_body(make_box(size, {8, 8, 8}), k_polyethylene, 1,
                                           box_inertia(1, size), {0, 0, 0.025});
  btRigidBody& upper = world.add_mesh_body(make_icosphere(0.03, 4), k_polyethylene, 1,
                                           sphere_inertia(1, 0.03), {0, 0, 0.0799});
  world.add_mesh_body(make_plane_grid(0.3, 0.3, 20, 20), k_polyethylene, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
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

  const long before = allocation_count();
  world.step(1.0 / 240, 120);
  CHECK(allocation_count() == before);
  world.world.removeConstraint(&joint);
}

TEST_CASE("bodies that slide in soft directions allocate nothing", "[bullet][allocation]") {
  TestWorld world;
  world.add_mesh_body(make_plane_grid(0.8, 0.8, 20, 20), k_polyethylene, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  const Eigen::Vector3d size(0.05, 0.05, 0.05),
      at[] = {{-0.3, 0.2, 0.025},
              {-0.3, -0.2, 0.025},
              {-0.3, -0.2, 0.075}};  // one block, and two stacked
  for (const Eigen::Vector3d& place : at)
    world.add_mesh_body(make_box(size, {6, 6, 6}), k_polyethylene, 1, box_inertia(1, size), place)
        .setLinearVelocity(btVector3(btScalar(0.3), 0, 0));
  world.step(1.0 / 240, 120);
  REQUIRE(world.plugin->step_report().groups == 2);
  const long before = allocation_count();
  world.step(1.0 / 240, 120);
  CHECK(allocation_count() == before);
}

}  // namespace condyle::test::allocation_tests
