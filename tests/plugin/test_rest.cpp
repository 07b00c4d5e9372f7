#include <fmt/core.h>

#include <catch2/catch.hpp>

#include "condyle/contact/contact_pair.h"
#include "plugin/pressing.h"

// A body at rest must be exactly at the depth of the law, for any mass, modulus of the layer and
// length of the step: an implicit step may damp motion, but not the force at rest.

namespace condyle::test::rest_tests {
namespace {

/// Bodies in float can only be placed to some 1e-8 m.
bool is_resolved(double depth, double thickness) {
  const double least = k_double_engine ? 1e-7 : 1e-5;
  return depth > least && depth < thickness / 2;
}

constexpr double k_depth_tolerance = k_double_engine ? 1e-3 : 1e-2;

/// Lets a body come to rest that sinks `depth` deep under its weight, where its natural frequency
/// is sqrt(g / depth). Nearly critical damping, which must not move the pose of rest, saves time.
void settle(TestWorld& world, double depth, double rate) {
  const double frequency = std::sqrt(k_gravity / depth);
  ContactSettings settings;
  settings.dissipation = 4.0 / 3.0 * frequency / k_gravity;
  world.plugin->set_contact(world.colliders[0], world.colliders[1], settings, {},
                            CastingSide::first);
  world.step(1 / rate, 20 + static_cast<int>(15 / frequency * rate));
}

}  // namespace

TEST_CASE("a flat body rests at the depth of the law, 10 g to 1 t, 1 kPa to 1 GPa",
          "[bullet][rest]") {
  const double rate = GENERATE(60., 240., 1000.);
  constexpr double k_side = 0.1;
  for (double mass = 0.01; mass <= 1001; mass *= 10)
    for (double modulus = 1e3; modulus <= 1e9; modulus *= 10) {
      const Layer layer{modulus, 0.3, 0.01};
      const double expected = mass * k_gravity / (stiffness_per_area(layer) * k_side * k_side);
      if (!is_resolved(expected, layer.thickness)) continue;
      CAPTURE(rate, mass, modulus, expected);
      TestWorld world;
      const Eigen::Vector3d size(k_side, k_side, k_side);
      btRigidBody& box = world.add_mesh_body(mesh::make_box(size, {6, 6, 6}), layer, mass,
                                             box_inertia(mass, size), {0, 0, k_side / 2});
      world.add_mesh_body(mesh::make_plane_grid(0.2, 0.2, 4, 4), layer, 0, btVector3(0, 0, 0),
                          {0, 0, 0});
      settle(world, expected, rate);
      CHECK(k_side / 2 - height(box) == Approx(expected).epsilon(k_depth_tolerance));
      CHECK(double(box.getLinearVelocity().length()) < 1e-6);
    }
}

TEST_CASE("a spherical body rests where its mesh carries its weight", "[bullet][rest]") {
  // The sphere casts, and the reference is the law on the same mesh. Tests of pairs compare that
  // with F = pi M R d^2 / h.
  const double rate = GENERATE(60., 240., 1000.);
  constexpr double k_radius = 0.05;
  const TriangleMesh ball_mesh = mesh::make_icosphere(k_radius, 4);
  const TriangleMesh plate_mesh = mesh::make_plane_grid(0.2, 0.2, 4, 4);
  for (const double mass : {0.01, 1., 1000.})
    for (double modulus = 1e4; modulus <= 1e9; modulus *= 10) {
      const Layer layer{modulus, 0.3, 0.01};
      const double guess =
          std::sqrt(mass * k_gravity / (M_PI * k_radius * stiffness_per_area(layer)));
      // Below this depth the sphere stands on single facets.
      constexpr double k_facet_height = 4e-5;
      if (!is_resolved(guess, layer.thickness) || guess < k_facet_height) continue;
      CAPTURE(rate, mass, modulus, guess);
      TestWorld world;
      btRigidBody& ball = world.add_mesh_body(ball_mesh, layer, mass,
                                              sphere_inertia(mass, k_radius), {0, 0, k_radius});
      world.add_mesh_body(plate_mesh, layer, 0, btVector3(0, 0, 0), {0, 0, 0});
      settle(world, guess, rate);

      ContactPair pair(std::make_shared<const ContactSurface>(ball_mesh, layer),
                       std::make_shared<const ContactSurface>(plate_mesh, layer), {});
      const Pose X_CT = bullet::to_pose(ball.getWorldTransform()).inverse();
      // The force is proportional to the square of the depth.
      CHECK(pair.evaluate(X_CT).total.contact_force.norm() ==
            Approx(mass * k_gravity).epsilon(2 * k_depth_tolerance));
      CHECK(double(ball.getLinearVelocity().length()) < 1e-5);
    }
}

}  // namespace condyle::test::rest_tests
