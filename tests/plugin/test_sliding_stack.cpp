// Bodies that slide and roll on bodies that are themselves free to move, on a fixed floor. What no
// force turns must not spin, and sliding costs no energy and gives none.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "condyle/world/step_report.h"
#include "plugin/test_world.h"
#include "support/few_or_all.h"
#include "support/soak.h"

namespace condyle::test::sliding_stack_tests {
namespace {

using Eigen::Vector3d;

constexpr double k_radius = 0.015, k_mass = 1;

std::shared_ptr<const ContactSurface> sphere(double radius, const Layer& layer = k_polyethylene) {
  return std::make_shared<ContactSurface>(geometry::Shape(geometry::Sphere{radius}),
                                          mesh::make_icosphere(radius, 5), layer, "ball");
}

/// A ball on a long plate that lies on a floor, after `settling` [s] at the depth of their weights.
struct BallOnSled {
  BallOnSled(double rate, double plate_mass, double friction, double settling = 0.25,
             const Layer& layer = k_polyethylene)
      : rate(rate) {
    const Vector3d size(3, 0.1, 0.02), floor(4, 0.2, 0.02);
    if (plate_mass > 0)
      world.add_mesh_body(mesh::make_box(floor, {8, 1, 1}), layer, 0, btVector3(0, 0, 0),
                          {0, 0, -0.03});
    const btVector3 inertia = plate_mass > 0 ? box_inertia(plate_mass, size) : btVector3(0, 0, 0);
    world.add_mesh_body(mesh::make_box(size, {30, 1, 1}), layer, plate_mass, inertia,
                        {0, 0, -0.01});
    ball = &world.add_mesh_body(sphere(k_radius, layer), k_mass, sphere_inertia(k_mass, k_radius),
                                {-1, 0, k_radius - 1e-5});
    ContactSettings settings;
    settings.friction = {friction, friction, 1e-3, 1.5e-3};
    if (friction == 0) settings.friction.mode = FrictionMode::off;
    world.plugin->set_default_contact(settings);
    world.plugin->set_contact(world.colliders.back(), *std::prev(world.colliders.end(), 2),
                              settings, {}, CastingSide::first);
    run(settling);
  }
  void run(double time) { world.step(1 / rate, static_cast<int>(time * rate)); }
  double speed() const { return double(ball->getLinearVelocity().x()); }
  double spin() const { return double(ball->getAngularVelocity().y()); }

  double rate;
  TestWorld world;
  btRigidBody* ball = nullptr;
};

/// Slabs on one another, balls and boxes on the top one and, now and then, another slab on those,
/// all free, on a floor. Each gets a velocity of its own along the layers. Balls do not reach an
/// edge in the time of a run, since edges may press beside their centres.
class Stack {
 public:
  explicit Stack(unsigned seed) : random_(seed) {
    world_.add_mesh_body(mesh::make_plane_grid(1, 1, 10, 10), layer_, 0, btVector3(0, 0, 0),
                         {0, 0, 0});
    const int slabs = 1 + pick(2);
    for (int i = 0; i < slabs; ++i) add_slab(0.6 - 0.1 * i);
    const double top = top_;
    const bool is_of_balls = pick(2) == 0;
    for (const Vector3d& place :
         {Vector3d(-0.05, -0.03, 0), Vector3d(0.05, -0.03, 0), Vector3d(0, 0.05, 0)})
      is_of_balls ? add_ball(place) : add_box(place);
    top_ = top + k_height;
    is_covered_ = pick(2) == 0;
    if (is_covered_) add_slab(0.2);
    ContactSettings settings;
    constexpr double k_frictions[] = {0, 0, 0.05, 0.3};
    const double friction = k_frictions[pick(4)];
    settings.friction = {friction, friction, 1e-3, 1.5e-3};
    is_frictionless_ = friction == 0;
    if (is_frictionless_) settings.friction.mode = FrictionMode::off;
    if (pick(2) == 0) settings.formulation = Formulation::nonlinear;
    world_.plugin->set_default_contact(settings);
    constexpr double k_rates[] = {60, 240, 1000};
    rate_ = k_rates[pick(3)];
    run(0.1);
    for (const auto& body : world_.bodies) {
      if (body->getInvMass() == 0) continue;
      const Vector3d velocity(between(-0.4, 0.4), between(-0.2, 0.2), 0);
      body->setLinearVelocity(bullet::to_bullet(velocity));
      moving_ += kinetic_energy(*body);
    }
  }

  void run(double time) {
    const int steps = std::max(1, static_cast<int>(time * rate_));
    world_.step(1 / rate_, steps);
  }
  int steps() const { return static_cast<int>(0.2 * rate_); }
  void step() { world_.step(1 / rate_); }
  /// Whether no force turns a ball. The edge of a slab that tips over presses along the slab's
  /// normal, which may miss the ball's centre.
  bool turns_no_ball() const { return is_frictionless_ && !is_covered_; }
  double moving() const { return moving_; }  ///< kinetic energy at the start [J]
  double numbers() const { return world_.plugin->energy_totals().numbers; }
  /// Kinetic, potential and elastic energy [J].
  double energy() const {
    double sum = world_.plugin->energy().elastic;
    for (const auto& body : world_.bodies) {
      if (body->getInvMass() == 0) continue;
      sum += kinetic_energy(*body) +
             k_gravity * double(body->getWorldTransform().getOrigin().z() / body->getInvMass());
    }
    return sum;
  }
  /// The largest speed of a ball's rim [m/s].
  double fastest_rim() const {
    double most = 0;
    for (const btRigidBody* ball : balls_)
      most = std::max(most, k_height / 2 * double(ball->getAngularVelocity().length()));
    return most;
  }

 private:
  static constexpr double k_height = 0.03;

  int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  double mass() { return 0.1 * std::pow(20, between(0, 1)); }
  void add_slab(double length) {
    const Vector3d size(length, 0.6 * length, 0.02);
    const double m = mass();
    world_.add_mesh_body(mesh::make_box(size, {12, 8, 1}), layer_, m, box_inertia(m, size),
                         {0, 0, top_ + 0.01});
    top_ += 0.02;
  }
  void add_ball(const Vector3d& place) {
    static const std::shared_ptr<const ContactSurface> surface = sphere(k_height / 2);
    const double m = mass();
    balls_.push_back(&world_.add_mesh_body(surface, m, sphere_inertia(m, k_height / 2),
                                           place + Vector3d(0, 0, top_ + k_height / 2)));
  }
  void add_box(const Vector3d& place) {
    const Vector3d size(0.025, 0.02, k_height);
    const double m = mass();
    world_.add_mesh_body(mesh::make_box(size, {6, 5, 6}), layer_, m, box_inertia(m, size),
                         place + Vector3d(0, 0, top_ + k_height / 2));
  }

  std::mt19937 random_;
  TestWorld world_;
  const Layer layer_{20e6, 0.4, 0.005};
  double top_ = 0, rate_ = 0, moving_ = 0;
  bool is_frictionless_ = false, is_covered_ = false;
  std::vector<btRigidBody*> balls_;
};

/// What a run has gained.
struct Gains {
  double energy = 0;      ///< most energy above the start, over the kinetic energy at the start
  double by_numbers = 0;  ///< most energy that the ledger's `numbers` added, over the same
  double spin = 0;        ///< largest speed of a ball's rim, if no force turns a ball [m/s]
};

Gains run_stack(unsigned seed) {
  Stack stack(seed);
  const double start = stack.energy(), numbers = stack.numbers();
  Gains gains;
  for (int i = 0; i < stack.steps(); ++i) {
    stack.step();
    gains.energy = std::max(gains.energy, (stack.energy() - start) / stack.moving());
    gains.by_numbers = std::max(gains.by_numbers, (numbers - stack.numbers()) / stack.moving());
    if (stack.turns_no_ball()) gains.spin = std::max(gains.spin, stack.fastest_rim());
  }
  return gains;
}

/// Facets make a ball rise and fall by some micrometres as it slides or rolls.
constexpr double k_by_facets = 2e-3;
constexpr double k_rim_by_facets = 0.02;  ///< [m/s]

}  // namespace

TEST_CASE("a ball that slides without friction on a free plate is not spun up",
          "[bullet][sliding]") {
  const double rate = GENERATE(60., 240., 1000.);
  const double plate_mass = GENERATE(0.2, 1.);
  CAPTURE(rate, plate_mass);
  BallOnSled sled(rate, plate_mass, 0);
  sled.ball->setLinearVelocity(btVector3(1, 0, 0));
  const double numbers = sled.world.plugin->energy_totals().numbers;
  sled.run(0.5);
  CHECK(sled.speed() == Approx(1).epsilon(1e-3));
  // The rim's speed; forces along the normals of a facetted ball miss its centre a little.
  CHECK(std::abs(k_radius * sled.spin()) < 5e-3);
  CHECK(std::abs(sled.world.plugin->energy_totals().numbers - numbers) < 1e-3);
}

// The plate does not press on the floor before the first step, so that nothing holds it yet.
TEST_CASE("a ball that is placed on a free plate as it slides is not spun up by the first step",
          "[bullet][sliding]") {
  const double rate = GENERATE(30., 60., 240.);
  const double speed = GENERATE(0.1, 0.5, 1.);
  const double modulus = speed == 0.5 ? 463e6 : 5e6;
  CAPTURE(rate, speed, modulus);
  BallOnSled sled(rate, 1, 0, 0, {modulus, 0.45, 2e-3});
  sled.ball->setLinearVelocity(btVector3(btScalar(speed), 0, 0));
  sled.run(0.5);
  CHECK(sled.speed() == Approx(speed).epsilon(1e-3));
  CHECK(std::abs(k_radius * sled.spin()) < 5e-3 * speed);
}

TEST_CASE("a ball rolls as far on a free plate as on a fixed one", "[bullet][sliding]") {
  const double rate = k_double_engine ? 240 : 60;
  CAPTURE(rate);
  double speed[2];
  for (const int i : {0, 1}) {
    BallOnSled sled(rate, i, 0.3);
    sled.ball->setLinearVelocity(btVector3(1, 0, 0));
    sled.ball->setAngularVelocity(btVector3(0, btScalar(1 / k_radius), 0));
    sled.run(0.5);
    speed[i] = sled.speed();
  }
  CHECK(speed[0] > 0.99);
  CHECK(speed[1] == Approx(speed[0]).epsilon(1e-3));
}

TEST_CASE("stacks of free bodies that slide and roll gain no energy and no spin",
          "[bullet][sliding][rounds]") {
  constexpr unsigned k_first_seed = 20261128;
  for (unsigned seed = k_first_seed; seed < k_first_seed + few_or_all(5U, 12U); ++seed) {
    CAPTURE(seed);
    const Gains gains = run_stack(seed);
    CHECK(gains.energy <= k_by_facets);
    CHECK(gains.by_numbers <= k_by_facets);
    CHECK(gains.spin <= k_rim_by_facets);
  }
}

TEST_CASE("soak: stacks of free bodies that slide and roll gain no energy", "[.soak]") {
  for (const unsigned seed : soak_seeds()) {
    CAPTURE(seed);
    CHECK(run_stack(seed).energy <= k_by_facets);
  }
}

// A property that does not hold yet; tests/soak skips it. In about one of fifty stacks the ledger's
// `numbers` is negative by up to three hundredths of the energy, with friction, or balls that hit
// one another are turned.
TEST_CASE("known to fail: stacks that slide and roll have no negative numbers and no spin",
          "[.soak]") {
  for (const unsigned seed : soak_seeds()) {
    CAPTURE(seed);
    const Gains gains = run_stack(seed);
    CHECK(gains.by_numbers <= k_by_facets);
    CHECK(gains.spin <= k_rim_by_facets);
  }
}

}  // namespace condyle::test::sliding_stack_tests
