#include <catch2/catch.hpp>
#include <cmath>

#include "core/src/contact/laws/pressure_law.h"
#include "plugin/test_world.h"

namespace condyle::test::explicit_tests {
namespace {

constexpr double k_side = 0.05, k_mass = 1, k_dt = 1e-3;

/// Speed, after half a second, of a block that is set on a plate at its pose of rest and pushed at
/// 1 mm/s. `w` is the contact's natural frequency times the step.
double speed_left(bullet::Integration integration, double w) {
  const Layer unit{1e6, 0.3, 0.005};
  const double unit_stiffness =
      evaluate(make_pressure_law(unit, unit, {}), 1e-9).pressure / 1e-9 * k_side * k_side;
  const double stiffness = k_mass * (w / k_dt) * (w / k_dt);
  const Layer layer{unit.elastic_modulus * stiffness / unit_stiffness, 0.3, 0.005};

  bullet::PluginSettings settings;
  settings.integration = integration;
  TestWorld world(settings);
  const Eigen::Vector3d size(k_side, k_side, k_side);
  const double depth = k_mass * k_gravity / stiffness;
  btRigidBody& box = world.add_mesh_body(mesh::make_box(size, {4, 4, 4}), layer, k_mass,
                                         box_inertia(k_mass, size), {0, 0, k_side / 2 - depth});
  world.add_mesh_body(mesh::make_plane_grid(0.2, 0.2, 2, 2), layer, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  ContactSettings contact;
  contact.dissipation = 0.2 * w / k_dt / k_gravity;  // 0.15 of the critical damping
  world.plugin->set_default_contact(contact);
  box.setLinearVelocity(btVector3(0, 0, btScalar(-1e-3)));
  world.step(k_dt, 500);
  return std::abs(static_cast<double>(box.getLinearVelocity().z()));
}

}  // namespace

TEST_CASE("the explicit mode is stable below its bound of the step, and only there",
          "[bullet][explicit]") {
  // Velocity first, then position: stable for w < 2 without damping, less with it (ORACLES 3.10).
  CHECK(speed_left(bullet::Integration::explicit_, 0.1) < 1e-5);
  CHECK(speed_left(bullet::Integration::explicit_, 3) > 1e-2);
  CHECK(speed_left(bullet::Integration::implicit, 3) < 1e-5);
}

}  // namespace condyle::test::explicit_tests
