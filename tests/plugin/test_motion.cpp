#include <catch2/catch.hpp>

#include "plugin/test_world.h"

// Motion along the surface is a sensitive test of an implicit contact: its stiffness must not act
// on a body that slides, spins or leaves.

namespace condyle::test::motion_tests {
namespace {

constexpr double k_radius = 0.03;
constexpr double k_mass = 0.3;
constexpr double k_slope = 0.6;  ///< acceleration along the plate [m/s^2]

/// A ball pressed on a static plate without friction; either side casts. A casting plate presses
/// along its own normal: along the ball's normal its energy would have a dip at each triangle.
struct Rig {
  Rig(bool ball_casts, double weights) : load(-weights * k_mass * k_gravity) {
    world.world.setGravity(btVector3(0, 0, 0));
    ball = &world.add_mesh_body(mesh::make_icosphere(k_radius, 5), k_polyethylene, k_mass,
                                sphere_inertia(k_mass, k_radius), {0, 0, k_radius});
    world.add_mesh_body(mesh::make_plane_grid(0.2, 0.2, 80, 80), k_polyethylene, 0,
                        btVector3(0, 0, 0), {0, 0, 0});
    const auto round = world.colliders[0], flat = world.colliders[1];
    if (ball_casts)
      world.plugin->set_contact(round, flat, {}, {}, CastingSide::first);
    else
      world.plugin->set_contact(flat, round, {.force_direction = ForceDirection::casting}, {},
                                CastingSide::first);
  }

  void run(double seconds, double rate, double along = 0) {
    for (int i = 0; i < static_cast<int>(std::lround(seconds * rate)); ++i) {
      ball->applyCentralForce(bullet::to_bullet(Eigen::Vector3d(along, 0, load)));
      world.step(1 / rate);
    }
  }

  TestWorld world;
  btRigidBody* ball = nullptr;
  double load;
};

/// Pairs of rate [Hz] and load in weights of the ball. The step does not resolve the second pair.
const auto k_conditions = {std::pair{60., 10.}, std::pair{60., 600.}, std::pair{1000., 600.}};

}  // namespace

TEST_CASE("a ball slides down a frictionless incline as a free body", "[bullet][motion]") {
  const bool ball_casts = GENERATE(true, false);
  for (const auto& [rate, weights] : k_conditions) {
    CAPTURE(ball_casts, rate, weights);
    Rig rig(ball_casts, weights);
    rig.run(0.5, rate);
    rig.run(0.5, rate, k_mass * k_slope);
    CHECK(rig.ball->getLinearVelocity().x() == Approx(k_slope * 0.5).epsilon(0.01));
  }
}

TEST_CASE("a spin about the normal is kept without friction", "[bullet][motion]") {
  const bool ball_casts = GENERATE(true, false);
  for (const auto& [rate, weights] : k_conditions) {
    CAPTURE(ball_casts, rate, weights);
    Rig rig(ball_casts, weights);
    rig.run(0.5, rate);
    rig.ball->setAngularVelocity(btVector3(0, 0, 10));
    rig.run(0.5, rate);
    CHECK(rig.ball->getAngularVelocity().z() == Approx(10).epsilon(0.01));
  }
}

TEST_CASE("a body thrown upward from rest leaves as in free flight", "[bullet][motion]") {
  const bool ball_casts = GENERATE(true, false);
  for (const auto& [rate, weights] : k_conditions) {
    CAPTURE(ball_casts, rate, weights);
    Rig rig(ball_casts, weights);
    rig.run(0.5, rate);
    const double start = rig.ball->getWorldTransform().getOrigin().z();
    rig.ball->setLinearVelocity(btVector3(0, 0, 1));
    rig.load = -k_mass * k_gravity;
    const int steps = static_cast<int>(0.1 * rate);
    rig.run(0.1, rate);
    // Free flight in the engine: velocity first, then position.
    double height = 0, velocity = 1;
    for (int i = 0; i < steps; ++i) height += (velocity -= k_gravity / rate) / rate;
    // The layer may still push the ball up slightly but must never hold it.
    const double risen = rig.ball->getWorldTransform().getOrigin().z() - start;
    CHECK(risen >= 0.999 * height);
    CHECK(risen <= 1.01 * height + 0.1 * std::abs(start - k_radius));
  }
}

}  // namespace condyle::test::motion_tests
