// Bodies that move by many times their size in a step are stopped by what is in their way: by a
// plate, by a sheet without thickness, by a free body.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "plugin/test_world.h"
#include "support/few_or_all.h"

namespace condyle::test::fast_body_tests {
namespace {

using Eigen::Vector3d;

constexpr double k_plate = 0.4;  // width of what is hit [m]

enum class Target { plate, sheet, free_plate };
enum class Missile { ball, box };

/// A ball, or a box or rod of few triangles that may spin, shot at a plate at random.
struct Shot {
  /// `energy`: over what the layers take.
  Shot(unsigned seed, Missile missile, double energy = 1) : random(seed), energy_factor(energy) {
    world.world.setGravity(btVector3(0, 0, 0));
    constexpr double k_rates[] = {30, 60, 120, 240};
    rate = k_rates[pick(4)];
    speed = std::pow(10, between(1.3, 3));
    radius = std::pow(10, between(-2.6, -1.7));
    layer = {std::pow(10, between(6.5, 9.3)), 0.4, std::pow(10, between(-3.5, -2.5))};
    ContactSettings settings;
    settings.dissipation = pick(2) ? 0 : 0.5;
    if (pick(2)) settings.friction = {0.3, 0.3};
    world.plugin->set_default_contact(settings);
    target = static_cast<Target>(pick(3));
    add_plate();
    add_missile(missile);
  }

  void add_plate() {
    thickness = target == Target::sheet ? 0 : std::pow(10, between(-3, -1.7));
    const double mass = target == Target::free_plate ? std::pow(10, between(-1, 1)) : 0;
    const Vector3d size(k_plate, k_plate, thickness);
    // A plate that turns would let the ball past its edge after the bounce.
    const btVector3 hard_to_turn = btScalar(1e3) * box_inertia(mass, size);
    plate = &world.add_mesh_body(target == Target::sheet
                                     ? mesh::make_plane_grid(k_plate, k_plate, 40, 40)
                                     : mesh::make_box(size, {40, 40, 2}),
                                 layer, mass, hard_to_turn, {0, 0, -thickness / 2});
  }

  /// Its energy is less than a third of E r^2 h, which the layers take before they are used up.
  void add_missile(Missile missile) {
    const double tilt = between(0, 1), azimuth = between(0, 2 * M_PI), distance = between(0.3, 3);
    const Vector3d along(std::sin(tilt) * std::cos(azimuth), std::sin(tilt) * std::sin(azimuth),
                         -std::cos(tilt));
    const double energy = energy_factor * between(0.01, 0.3) * layer.elastic_modulus * radius *
                          radius * layer.thickness;
    const double mass = 2 * energy / (speed * speed);
    const Vector3d start =
        Vector3d(between(-0.05, 0.05), between(-0.05, 0.05), 0) - distance * along;
    if (missile == Missile::ball)
      body = &world.add_mesh_body(mesh::make_icosphere(radius, 3), layer, mass,
                                  sphere_inertia(mass, radius), start);
    else
      add_box(mass, start);
    body->setLinearVelocity(bullet::to_bullet(Vector3d(speed * along)));
    steps = static_cast<int>(std::ceil((distance + 0.05) / speed * rate)) + 2;
  }

  void add_box(double mass, const Vector3d& start) {
    const double slender = pick(2) ? between(0.1, 0.3) : between(0.3, 1);
    const Vector3d size = 2 * radius * Vector3d(1, slender, between(0.8, 1.2) * slender);
    const Eigen::Vector4d turn(between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1));
    const int segments = 1 + pick(3);
    body =
        &world.add_mesh_body(mesh::make_box(size, {segments, segments, segments}), layer, mass,
                             box_inertia(mass, size), start, Eigen::Quaterniond(turn.normalized()));
    const auto spin = [this] { return btScalar(between(-100, 100)); };
    if (pick(2)) body->setAngularVelocity({spin(), spin(), spin()});
  }

  /// Height of the missile's centre above the middle of the plate.
  double height() const {
    return double(
        (plate->getWorldTransform().inverse() * body->getWorldTransform().getOrigin()).z());
  }
  /// Whether it has flown from the plate's middle part to where it is, since it left the plate.
  bool left_below() const {
    const btVector3 p =
        body->getWorldTransform().getOrigin() - plate->getWorldTransform().getOrigin();
    const btVector3 v = body->getLinearVelocity() - plate->getLinearVelocity();
    const btVector3 from = p - v * (p.z() / v.z());
    return std::max(std::abs(double(from.x())), std::abs(double(from.y()))) < 0.45 * k_plate;
  }
  double energy() const {
    return kinetic_energy(*body) + (plate->isStaticObject() ? 0 : kinetic_energy(*plate));
  }

  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  }
  int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random); }

  /// Makes a step; returns how many bodies it says have passed.
  int step() {
    world.step(1 / rate);
    const int passed = world.plugin->step_report().passed;
    const auto findings = world.plugin->findings();
    CHECK(std::ranges::count(findings, "passed_through", &Finding::kind) == passed);
    return passed;
  }

  std::mt19937 random;
  double energy_factor;
  TestWorld world;
  Layer layer;
  Target target = Target::plate;
  btRigidBody *plate = nullptr, *body = nullptr;
  double rate = 0, speed = 0, radius = 0, thickness = 0;
  int steps = 0;
};

}  // namespace

TEST_CASE("no speed carries a ball through a plate, a sheet or a free body",
          "[bullet][impact][rounds]") {
  for (unsigned seed = 1; seed <= few_or_all(80U, 250U); ++seed) {
    Shot shot(seed, Missile::ball);
    CAPTURE(seed, shot.speed, shot.rate, shot.radius, shot.thickness, int(shot.target));
    const double before = shot.energy();
    for (int i = 0; i < shot.steps; ++i) CHECK(shot.step() == 0);
    CHECK(shot.height() > 0);
    // By the tolerance of the passes, which an impact of many sub-steps may use up in each.
    CHECK(shot.energy() <= before * (1 + 1e-6));
  }
}

TEST_CASE("boxes and rods of few triangles pass through nothing either, however they spin",
          "[bullet][impact][rounds]") {
  // Their corners are struck first, which sets them spinning at up to 1e5 rad/s, and the other end
  // comes down within the same sub-step.
  for (unsigned seed = 1; seed <= few_or_all(50U, 150U); ++seed) {
    Shot shot(seed, Missile::box);
    CAPTURE(seed, shot.speed, shot.rate, shot.radius, shot.thickness, int(shot.target));
    const double before = shot.energy();
    shot.world.step(1 / shot.rate, shot.steps);
    CHECK(shot.height() > 0);
    CHECK(shot.energy() <= before * (1 + 1e-6));
  }
}

TEST_CASE("a body that passes is named in the step in which it does", "[bullet][impact]") {
  // Hundreds of times the energy that the layers take.
  int through = 0;
  for (unsigned seed = 1; seed <= 30; ++seed) {
    Shot shot(seed, Missile::box, 300);
    CAPTURE(seed, shot.speed, shot.rate, shot.radius, shot.thickness, int(shot.target));
    int passed = 0;
    bool is_below = false;
    for (int i = 0; i < shot.steps; ++i) {
      passed += shot.step();
      // It may lie in the layers at first; what came in at the rim is somewhere else.
      if (shot.height() > -shot.thickness - 2 * shot.layer.thickness || !shot.left_below())
        continue;
      CHECK(passed > 0);
      is_below = true;
    }
    through += is_below;
    CHECK((shot.world.plugin->step_totals().passed > 0) == (passed > 0));
  }
  CHECK(through >= 3);
}

TEST_CASE("a fast ball that misses flies on as if there were nothing", "[bullet][impact]") {
  TestWorld world;
  world.world.setGravity(btVector3(0, 0, 0));
  world.add_mesh_body(mesh::make_box({0.1, 0.1, 0.003}, {10, 10, 1}), k_polyethylene, 0,
                      btVector3(0, 0, 0), {0, 0, 0});
  constexpr double k_radius = 0.002, k_mass = 1e-3, k_speed = 300, k_dt = 1.0 / 60;
  // Past the edge, by a tenth of its radius.
  btRigidBody& ball =
      world.add_mesh_body(mesh::make_icosphere(k_radius, 3), k_polyethylene, k_mass,
                          sphere_inertia(k_mass, k_radius), {0.05 + 1.1 * k_radius, 0, 1});
  ball.setLinearVelocity(btVector3(0, 0, -k_speed));
  world.step(k_dt);
  CHECK(double(ball.getLinearVelocity().z()) == Approx(-k_speed).epsilon(1e-6));
  CHECK(double(ball.getWorldTransform().getOrigin().z()) ==
        Approx(1 - k_speed * k_dt).epsilon(1e-5));
}

}  // namespace condyle::test::fast_body_tests
