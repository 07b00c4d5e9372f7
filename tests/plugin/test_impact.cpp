#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "core/src/contact/laws/pressure_law.h"
#include "plugin/test_world.h"

namespace condyle::test::impact_tests {
namespace {

constexpr Layer k_five_millimetres{463e6, 0.46, 0.005};

double height(const btRigidBody& body) {
  return static_cast<double>(body.getWorldTransform().getOrigin().z());
}

double upward_speed(const btRigidBody& body) {
  return static_cast<double>(body.getLinearVelocity().z());
}

}  // namespace

TEST_CASE("a result shows no depth outside the window, however far a step goes",
          "[bullet][impact]") {
  // One undivided step of 0.3 m into a foam that hardly resists.
  constexpr Layer k_foam{1e3, 0.3, 0.05};
  constexpr double k_radius = 0.03, k_mass = 3, k_gap = 0.001;
  bullet::PluginSettings settings;
  settings.max_substeps = 1;
  TestWorld world(settings);
  btRigidBody& ball =
      world.add_mesh_body(mesh::make_icosphere(k_radius, 4), k_foam, k_mass,
                          sphere_inertia(k_mass, k_radius), {0, 0, k_radius + k_gap});
  world.add_mesh_body(mesh::make_plane_grid(0.2, 0.2, 40, 40), k_foam, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  ball.setLinearVelocity(btVector3(0, 0, -20));
  world.step(1.0 / 60);
  REQUIRE(height(ball) < -0.2);
  const PairReport& pair = world.plugin->pairs()[0];
  REQUIRE(pair.result().total.n_contacting > 0);
  CHECK(pair.result().total.max_proximity == ContactSettings{}.max_proximity);
}

TEST_CASE("what comes through an open surface from behind leaves it by its window in two steps",
          "[bullet][impact]") {
  // Contact appears at once at the depth of the window; its energy would be released at any speed.
  const double window = GENERATE(0.01, 0.005, 0.002), rate = GENERATE(240., 1000.);
  CAPTURE(window, rate);
  constexpr double k_radius = 0.02, k_mass = 0.1, k_speed = 0.5;
  TestWorld world;
  world.world.setGravity(btVector3(0, 0, 0));
  ContactSettings settings;
  settings.max_proximity = window;
  world.plugin->set_default_contact(settings);
  btRigidBody& ball = world.add_mesh_body(mesh::make_icosphere(k_radius, 4), k_five_millimetres,
                                          k_mass, sphere_inertia(k_mass, k_radius), {0, 0, -0.01});
  world.add_mesh_body(mesh::make_plane_grid(0.1, 0.1, 40, 40), k_five_millimetres, 0,
                      btVector3(0, 0, 0), {0, 0, 0});
  ball.setLinearVelocity(btVector3(0, 0, k_speed));
  world.step(1 / rate, static_cast<int>(0.1 * rate));
  CHECK(height(ball) > k_radius);
  CHECK(upward_speed(ball) >= k_speed * (1 - 1e-6));
  CHECK(upward_speed(ball) < k_speed + 2.5 * window * rate);
}

namespace {

struct Restitution {
  double mean = 0, least = INFINITY, most = 0;
};

/// Restitution of 200 boxes of 1 kg that fall flat on a plate, each from another height. Contact is
/// linear with the natural frequency omega, and w = omega dt.
Restitution flat_restitution(double w) {
  constexpr double k_side = 0.05, k_mass = 1, k_speed = 0.01, k_dt = 1e-3;
  const double stiffness = w * w / (k_dt * k_dt) * k_mass;
  // The stiffness of two equal lumped layers is k = K A / (2 h).
  const double unit =
      evaluate(make_pressure_law({1e6, 0.3, 0.005}, {1e6, 0.3, 0.005}, {}), 1e-9).pressure / 1e-9 *
      k_side * k_side;
  const Layer layer{1e6 * stiffness / unit, 0.3, 0.005};

  constexpr unsigned k_seed = 20261121;
  std::mt19937 random(k_seed);
  std::uniform_real_distribution<double> part(0, 1);
  Restitution of;
  constexpr int k_runs = 200;
  for (int run = 0; run < k_runs; ++run) {
    TestWorld world;
    world.world.setGravity(btVector3(0, 0, 0));
    const Eigen::Vector3d size(k_side, k_side, k_side);
    const double gap = k_speed * k_dt * (1 + part(random));
    btRigidBody& box = world.add_mesh_body(mesh::make_box(size, {2, 2, 2}), layer, k_mass,
                                           box_inertia(k_mass, size), {0, 0, k_side / 2 + gap});
    world.add_mesh_body(mesh::make_plane_grid(0.1, 0.1, 2, 2), layer, 0, btVector3(0, 0, 0),
                        {0, 0, 0});
    box.setLinearVelocity(btVector3(0, 0, static_cast<btScalar>(-k_speed)));
    world.step(k_dt, static_cast<int>(1.3 * M_PI / w) + 6);
    const double restitution = upward_speed(box) / k_speed;
    of.mean += restitution / k_runs;
    of.least = std::min(of.least, restitution);
    of.most = std::max(of.most, restitution);
  }
  fmt::print("restitution at w = {}: mean {:.4f}, {:.4f} to {:.4f} (seed {})\n", w, of.mean,
             of.least, of.most, k_seed);
  return of;
}

/// (1 + w^2)^(-pi / (2 atan w)) (ORACLES 3.10): the amplitude that backward Euler keeps over half a
/// period. It holds where contact ends at zero force; the mean over the moments of touch follows
/// it.
double backward_euler(double w) { return std::pow(1 + w * w, -M_PI / (2 * std::atan(w))); }

}  // namespace

TEST_CASE("a flat impact with soft directions loses at most two thirds of that, and never gains",
          "[bullet][impact]") {
  // Directions are soft while the kinetic energy exceeds the stored energy: at the start and end of
  // the impact, but not in its middle.
  const double w = GENERATE(0.05, 0.1, 0.2);
  const Restitution of = flat_restitution(w);
  CHECK(1 - of.mean < 2.0 / 3 * (1 - backward_euler(w)));
  CHECK(of.most < 1 + (k_double_engine ? 1e-9 : 1e-5));
}

}  // namespace condyle::test::impact_tests
