// A body at rest is at the depth of the law exactly, for any mass, modulus of the layer and length
// of the step: an implicit step may damp motion, but not the force at rest.
#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/contact_result.h"
#include "engines/trial_world.h"
#include "support/figures.h"

namespace condyle::test::resting_body_tests {
namespace {

using Eigen::Vector3d;

/// Bodies in single precision can only be placed to some 1e-8 m.
bool is_resolved(double depth, double thickness) {
  return depth > by_precision(1e-7, 1e-5) && depth < thickness / 2;
}

double depth_tolerance() { return by_precision(1e-3, 1e-2); }

/// Lets body 0 come to rest on body 1, `depth` deep, where its natural frequency is sqrt(g /
/// depth). Nearly critical damping, which must not move the pose of rest, saves time.
void settle(TrialWorld& world, double depth, double rate) {
  const double frequency = std::sqrt(k_earth / depth);
  ContactSettings settings;
  settings.dissipation = 4.0 / 3.0 * frequency / k_earth;
  world.set_contact(0, 1, settings);
  world.step(1 / rate, 20 + static_cast<int>(15 / frequency * rate));
}

}  // namespace

TEST_CASE("a flat body rests at the depth of the law, 10 g to 1 t, 1 kPa to 1 GPa",
          "[engines][rest]") {
  const double rate = GENERATE(60., 240., 1000.);
  constexpr double k_side = 0.1;
  double most = 0;
  for (double mass = 0.01; mass <= 1001; mass *= 10)
    for (double modulus = 1e3; modulus <= 1e9; modulus *= 10) {
      const Layer layer{modulus, 0.3, 0.01};
      const double expected = mass * k_earth / (stiffness_by_area(layer) * k_side * k_side);
      if (!is_resolved(expected, layer.thickness)) continue;
      CAPTURE(rate, mass, modulus, expected);
      TrialWorld world(
          {{trial_box(Vector3d::Constant(k_side), {6, 6, 6}, layer, mass, {0, 0, k_side / 2}),
            trial_plate(0.2, 4, layer)}});
      settle(world, expected, rate);
      const double depth = k_side / 2 - world.height(0);
      CHECK(depth == Approx(expected).epsilon(depth_tolerance()));
      CHECK(world.velocity(0).linear.norm() < 1e-6);
      most = std::max(most, std::abs(depth / expected - 1));
    }
  note(fmt::format("box at rest, 10 g to 1 t: largest error of the depth, {} Hz", rate), {0, most});
}

TEST_CASE("a spherical body rests where its mesh carries its weight", "[engines][rest]") {
  // The sphere casts, and the reference is the law on the same mesh. Tests of pairs compare that
  // with F = pi M R d^2 / h.
  const double rate = GENERATE(60., 240., 1000.);
  constexpr double k_radius = 0.05;
  const TriangleMesh ball_mesh = mesh::make_icosphere(k_radius, 4);
  const TriangleMesh plate_mesh = mesh::make_plane_grid(0.2, 0.2, 4, 4);
  double most = 0;
  for (const double mass : {0.01, 1., 1000.})
    for (double modulus = 1e4; modulus <= 1e9; modulus *= 10) {
      const Layer layer{modulus, 0.3, 0.01};
      const double guess = std::sqrt(mass * k_earth / (M_PI * k_radius * stiffness_by_area(layer)));
      // Below this depth the sphere stands on single facets.
      constexpr double k_facet_height = 4e-5;
      if (!is_resolved(guess, layer.thickness) || guess < k_facet_height) continue;
      CAPTURE(rate, mass, modulus, guess);
      TrialWorld world(
          {{trial_ball(k_radius, 4, layer, mass, {0, 0, k_radius}), trial_plate(0.2, 4, layer)}});
      settle(world, guess, rate);

      ContactPair pair(std::make_shared<const ContactSurface>(ball_mesh, layer),
                       std::make_shared<const ContactSurface>(plate_mesh, layer), {});
      const double force = pair.evaluate(world.pose(0).inverse()).total.contact_force.norm();
      // The force is proportional to the square of the depth.
      CHECK(force == Approx(mass * k_earth).epsilon(2 * depth_tolerance()));
      CHECK(world.velocity(0).linear.norm() < 1e-5);
      most = std::max(most, std::abs(force / (mass * k_earth) - 1));
    }
  note(fmt::format("ball at rest, 10 g to 1 t: largest error of the force, {} Hz", rate),
       {0, most});
}

TEST_CASE("two sides that both cast share a weight, however late they meet", "[engines][rest]") {
  const Layer layer{1e6, 0.3, 0.01};
  TrialWorld world({{trial_ball(0.05, 3, layer, 1, {0, 0, 0.1}), trial_plate(0.2, 20, layer)}});
  ContactSettings settings;
  settings.dissipation = 5;
  world.session().set_contact(world.collider(0), world.collider(1), settings, {},
                              CastingSide::both);
  world.step(1.0 / 240, 480);
  REQUIRE(world.session().pairs().size() == 2);
  double weight = 0;
  for (const PairReport& pair : world.session().pairs())
    weight += std::abs(pair.F_casting_W.force.z());
  CHECK(weight == Approx(k_earth).epsilon(1e-3));
}

TEST_CASE("a stack of five stands at the sum of the law's depths", "[engines][stack]") {
  const double rate = GENERATE(60., 240.);
  CAPTURE(rate);
  const Layer layer{1e6, 0.3, 0.005};
  constexpr double k_side = 0.05, k_mass = 1;
  TrialScene scene;
  for (int i = 0; i < 5; ++i)
    scene.bodies.push_back(trial_box(Vector3d::Constant(k_side), {5, 5, 5}, layer, k_mass,
                                     {0, 0, k_side * (0.5 + i)}));
  scene.bodies.push_back(trial_plate(0.3, 6, layer));
  TrialWorld world(std::move(scene));
  ContactSettings settings;
  settings.dissipation = 5;
  settings.friction = {0.5, 0.4, 1e-3, 1.5e-3};
  world.session().set_default_contact(settings);
  world.step(1 / rate, static_cast<int>(1.5 * rate));
  const double by_depth = stiffness_by_area(layer) * k_side * k_side;
  double top = 0, most = 0;
  for (int i = 0; i < 5; ++i) {
    top += k_side - (5 - i) * k_mass * k_earth / by_depth;
    const Vector3d p = world.pose(i).translation();
    CHECK(p.z() + k_side / 2 == Approx(top).margin(1e-6));
    CHECK(p.head<2>().norm() < 1e-4);
    CHECK(world.velocity(i).linear.norm() < 1e-4);
    most = std::max(most, std::abs(p.z() + k_side / 2 - top));
  }
  note(fmt::format("stack of five: largest error of a height [m], {} Hz", rate), {0, most});
}

}  // namespace condyle::test::resting_body_tests
