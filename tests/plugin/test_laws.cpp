#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "plugin/test_world.h"
#include "support/few_or_all.h"

// Each normal law in Bullet's step.

namespace condyle::test::laws_tests {
namespace {

using Eigen::Vector3d;

constexpr double k_mass = 0.5, k_radius = 0.03;
constexpr Layer k_layer{50e6, 0.4, 0.005};

ContactSettings settings_of(NormalLaw law, double dissipation = 0) {
  ContactSettings settings;
  settings.normal = law;
  settings.dissipation = dissipation;
  return settings;
}

/// All laws, each with dissipation.
const std::vector<ContactSettings>& all_laws() {
  static const std::vector<ContactSettings> laws = {
      settings_of({.kind = NormalLawKind::volume, .exponent = 1.2, .damping = 1e6}),
      settings_of({.kind = NormalLawKind::impact, .stiffness = 2e7, .damping = 300}),
      settings_of({.kind = NormalLawKind::impact,
                   .acting = Acting::deepest_point,
                   .stiffness = 2e5,
                   .exponent = 1,
                   .damping = 100}),
      settings_of({.kind = NormalLawKind::poisson, .stiffness = 2e7, .restitution = 0.3}),
      settings_of({.kind = NormalLawKind::hertz, .radius = k_radius}, 1),
      settings_of({.kind = NormalLawKind::hunt_crossley, .stiffness = 1e7}, 1),
      settings_of({.kind = NormalLawKind::hunt_crossley,
                   .acting = Acting::triangles,
                   .stiffness = 1e10,
                   .exponent = 1},
                  1)};
  return laws;
}

struct BallOnPlate {
  BallOnPlate(const ContactSettings& settings, double gap) {
    ball = &world.add_mesh_body(mesh::make_icosphere(k_radius, 4), k_layer, k_mass,
                                sphere_inertia(k_mass, k_radius), {0, 0, k_radius + gap});
    // The plane is a shape: facets on both sides would push the ball aside.
    btRigidBody& plane = world.add_body(new btStaticPlaneShape(btVector3(0, 0, 1), 0), 0,
                                        btVector3(0, 0, 0), {0, 0, 0});
    world.colliders.push_back(world.plugin->add_collider(plane, k_layer));
    world.plugin->set_contact(world.colliders[0], world.colliders[1], settings, {},
                              CastingSide::first);
  }
  double energy() const {
    const Vector3d v = bullet::to_eigen(ball->getLinearVelocity());
    const Vector3d w = bullet::to_eigen(ball->getAngularVelocity());
    return 0.5 * k_mass * v.squaredNorm() +
           0.5 * 0.4 * k_mass * k_radius * k_radius * w.squaredNorm();
  }

  TestWorld world;
  btRigidBody* ball = nullptr;
};

}  // namespace

TEST_CASE("a ball comes to rest under its weight by each law at 60, 240 and 1000 Hz",
          "[bullet][law]") {
  const ContactSettings settings = GENERATE(from_range(all_laws()));
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(static_cast<int>(settings.normal.kind), static_cast<int>(settings.normal.acting), rate);
  BallOnPlate drop(settings, 2e-3);
  drop.world.step(1 / rate, static_cast<int>(1.5 * rate));
  const ContactResult& result = drop.world.plugin->pairs()[0].result();
  CHECK(result.total.contact_force.norm() == Approx(k_mass * k_gravity).epsilon(2e-2));
  // Only up and down: the ball stands on a vertex, from which it tips after seconds, with backward
  // Euler too, since rounding errors grow e-fold in some 0.1 s.
  CHECK(std::abs(double(drop.ball->getLinearVelocity().z())) < 1e-3);
  CHECK(drop.energy() < 1e-4 * k_mass);
}

TEST_CASE("no law gives a ball energy that meets a plate with spin and friction",
          "[bullet][law][rounds]") {
  std::mt19937 random(4711);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (ContactSettings settings : all_laws()) {
    settings.friction = {0.3, 0.2, 1e-3, 1.5e-3};
    for (int i = 0; i < few_or_all(9, 24); ++i) {
      const double rate = i % 3 == 0 ? 60 : (i % 3 == 1 ? 240 : 1000);
      BallOnPlate throw_down(settings, 1e-3 + 2e-3 * std::abs(unit(random)));
      throw_down.world.world.setGravity(btVector3(0, 0, 0));
      const Vector3d v(0.3 * unit(random), 0.3 * unit(random), -0.5 - 0.4 * unit(random));
      const Vector3d w = 10 * Vector3d(unit(random), unit(random), unit(random));
      throw_down.ball->setLinearVelocity(bullet::to_bullet(v));
      throw_down.ball->setAngularVelocity(bullet::to_bullet(w));
      const double before = throw_down.energy();
      for (int k = 0; k < static_cast<int>(0.1 * rate); ++k) throw_down.world.step(1 / rate);
      CAPTURE(static_cast<int>(settings.normal.kind), rate, i);
      // The tolerance is only for Bullet's rounding.
      CHECK(throw_down.energy() <= before * (1 + (k_double_engine ? 1e-9 : 1e-4)));
      CHECK(throw_down.ball->getLinearVelocity().z() > -1e-3);
    }
  }
}

TEST_CASE("by the law of restitution a ball rebounds at e v in small steps", "[bullet][law]") {
  const double e = GENERATE(0.4, 0.8);
  BallOnPlate drop(settings_of({.kind = NormalLawKind::poisson,
                                .acting = Acting::deepest_point,
                                .stiffness = 1e7,
                                .restitution = e}),
                   1e-5);
  drop.world.world.setGravity(btVector3(0, 0, 0));
  drop.ball->setLinearVelocity(btVector3(0, 0, -1));
  drop.world.step(1e-5, 700);  // contact lasts 4 ms
  // Backward Euler leaves (1 + w^2)^(-pi / (2 atan w)) = 0.988 of the speed at w = pi dt / 4 ms;
  // the half of the motion that is elastic loses less.
  CHECK(double(drop.ball->getLinearVelocity().z()) == Approx(e).epsilon(0.02));
}

namespace {

/// Restitution of Hunt and Crossley at impact speed v from x - ln(1 + x) = -e x - ln(1 - e x), x =
/// 3/2 c v (the work of approach and of separation, for any exponent), by bisection between 0 and
/// min(1, 1/x).
double hunt_crossley_restitution(double dissipation, double v) {
  const double x = 1.5 * dissipation * v;
  double low = 0, high = std::min(1.0, 1 / x);
  for (int i = 0; i < 60; ++i) {
    const double e = (low + high) / 2;
    const bool is_below = x - std::log1p(x) > -e * x - std::log1p(-e * x);
    (is_below ? low : high) = e;
  }
  return low;
}

}  // namespace

TEST_CASE("a ball rebounds as Hertz's law, and Hunt and Crossley's, say in small steps",
          "[bullet][law]") {
  const double dissipation = GENERATE(0., 0.1, 0.5);
  const NormalLawKind kind = dissipation == 0 ? NormalLawKind::hertz : NormalLawKind::hunt_crossley;
  CAPTURE(dissipation);
  BallOnPlate drop(
      settings_of({.kind = kind, .acting = Acting::deepest_point, .stiffness = 1e7}, dissipation),
      1e-5);
  drop.world.world.setGravity(btVector3(0, 0, 0));
  drop.ball->setLinearVelocity(btVector3(0, 0, -1));
  drop.world.step(1e-5, 700);
  // The contact lasts 2.94 (5 m v^2 / 4 K)^0.4 / v = 3.9 ms; for backward Euler's loss see above.
  const double expected = dissipation == 0 ? 1 : hunt_crossley_restitution(dissipation, 1);
  const double rebound = static_cast<double>(drop.ball->getLinearVelocity().z());
  CHECK(rebound == Approx(expected).epsilon(0.02));
  CHECK(rebound < 1);
}

}  // namespace condyle::test::laws_tests
