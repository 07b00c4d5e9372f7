// No body that slides and rolls in a bowl or a trough gains energy, alone or with other bodies that
// it leans on and rolls over, for random shapes, layers, friction, rates and spins: contact that
// only guides a body has soft directions (solver/soft_directions.h), odd shapes tumble in and out
// of contact within their steps, and bodies that squeeze one another give back what their accounts
// hold.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "condyle/solver/step.h"
#include "plugin/test_world.h"
#include "support/few_or_all.h"
#include "support/odd_shapes.h"
#include "support/soak.h"

namespace condyle::test::bowl_tests {
namespace {

using Eigen::Vector3d;

/// The lower part of a closed surface, seen from inside.
TriangleMesh bowl_of(const TriangleMesh& closed, double height) {
  TriangleMesh inside = below(closed, height);
  for (auto& t : inside.triangles) std::swap(t[1], t[2]);
  return inside;
}

/// Bodies let go in a bowl.
struct Release {
  explicit Release(unsigned run) : random(run) {}

  /// One body, in a bowl or in a trough.
  void let_go_one() {
    const double radius = between(0.06, 0.12);
    const Layer layer{std::pow(10, between(6, 8.5)), 0.4, 0.003};
    const Pose lying(Eigen::AngleAxisd(M_PI / 2, Vector3d::UnitX()));
    const TriangleMesh around = pick(2) ? mesh::make_icosphere(radius, 5)
                                        : transformed(mesh::make_cylinder(radius, 0.6, 96), lying);
    const double body_mass = std::pow(10, between(-1.5, 1));
    const OddShape shape = any_shape();
    const double body_size = shape.size.norm();
    const double swing = std::max(0.01, radius - 0.5 * body_size), angle = between(0.05, 0.5);
    add(shape, layer, body_mass, {swing * std::sin(angle), 0, -swing * std::cos(angle)},
        Eigen::Quaterniond(between(-1, 1), between(-1, 1), between(-1, 1), 1).normalized());
    world.add_mesh_body(bowl_of(around, -0.3 * radius), layer, 0, btVector3(0, 0, 0), {0, 0, 0});
    bodies[0]->setAngularVelocity(any_vector(5));
    set_contact(pick(2) ? 0 : between(0, 1));
    constexpr double k_rates[] = {60, 120, 240, 1000};
    rate = k_rates[pick(4)];
  }

  /// Two to four bodies beside one another, whose masses differ by a factor of up to 100.
  void let_go_several() {
    constexpr double k_radius = 0.12, k_rates[] = {60, 120, 240, 500};
    const Layer layer{std::pow(10, between(6, 8.5)), 0.4, 0.003};
    world.add_mesh_body(bowl_of(mesh::make_icosphere(k_radius, 5), -0.2 * k_radius), layer, 0,
                        btVector3(0, 0, 0), {0, 0, 0});
    rate = k_rates[pick(4)];
    const int count = 2 + pick(3);
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * M_PI * i / count;
      add(round_or_box(), layer, std::pow(10, between(-1.5, 0.5)),
          {0.05 * std::cos(angle), 0.05 * std::sin(angle), -0.075}, Eigen::Quaterniond::Identity());
      bodies.back()->setAngularVelocity(any_vector(9));
      bodies.back()->setLinearVelocity(any_vector(0.3) * btVector3(1, 1, 0));
    }
    set_contact(0);
  }

  void add(const OddShape& shape, const Layer& layer, double body_mass, const Vector3d& at,
           const Eigen::Quaterniond& facing) {
    bodies.push_back(&world.add_mesh_body(shape.mesh, layer, body_mass,
                                          box_inertia(body_mass, shape.size), at, facing));
    mass += body_mass;
    size = std::max(size, shape.size.norm());
  }
  void set_contact(double dissipation) {
    ContactSettings settings;
    settings.dissipation = dissipation;
    const double mu = pick(2) ? 0 : between(0.05, 0.6);
    settings.friction = {mu, mu, 1e-3, 1.5e-3};
    world.plugin->set_default_contact(settings);
  }

  int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random); }
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  }
  btVector3 any_vector(double most) {
    return bullet::to_bullet(
        Vector3d(between(-most, most), between(-most, most), between(-most, most)));
  }
  OddShape round_or_box() {
    const double a = between(0.012, 0.02);
    switch (pick(4)) {
      case 0:
        return {mesh::make_icosphere(a, 3), {2 * a, 2 * a, 2 * a}};
      case 1:
        return {mesh::make_ellipsoid({a, 0.7 * a, 1.3 * a}, 3), {2 * a, 1.4 * a, 2.6 * a}};
      case 2:
        return {mesh::make_box({2 * a, 1.5 * a, 1.7 * a}, {6, 6, 6}), {2 * a, 1.5 * a, 1.7 * a}};
      default:
        return {mesh::make_capsule(0.7 * a, a, 16, 6, 4), {1.4 * a, 1.4 * a, 2.4 * a}};
    }
  }
  OddShape any_shape() {
    const double a = between(0.01, 0.02), length = between(0.024, 0.06);
    switch (pick(4)) {
      case 0:  // few long facets: it tumbles from edge to edge
        return {mesh::make_cylinder(a, length, 32), {2 * a, 2 * a, length}};
      case 1:
        return {mesh::make_capsule(a, length, 24, 8, 6), {2 * a, 2 * a, length + 2 * a}};
      case 2:
        return {mesh::make_ellipsoid({a, 0.5 * length, 0.8 * a}, 3), {2 * a, length, 1.6 * a}};
      default: {
        constexpr int k_closed[] = {0, 1, 3, 4, 5};
        return odd_shape(k_closed[pick(5)]);
      }
    }
  }
  /// Kinetic energy, energy stored by the law, and energy of height [J].
  double energy() const {
    const EnergyLedger& ledger = world.plugin->energy_totals();
    double sum = ledger.kinetic + ledger.elastic;
    for (const btRigidBody* body : bodies)
      sum += k_gravity / double(body->getInvMass()) *
             double(body->getWorldTransform().getOrigin().z());
    return sum;
  }

  std::mt19937 random;
  TestWorld world;
  std::vector<btRigidBody*> bodies;
  double mass = 0, size = 0, rate = 0;  ///< sum of masses [kg], largest size [m], steps per second
};

/// The largest rise of energy above its lowest value so far, over what is allowed.
double rise_of(Release& one, double seconds) {
  // Where triangles are coarse, a corner that comes into contact may bring energy, as much as its
  // account lends.
  constexpr double k_of_largest = 1e-3, k_of_weight = 0.02;
  const double weight = one.mass * k_gravity;
  double lowest = INFINITY, largest = 0, rise = 0;
  for (int i = 0; i < static_cast<int>(seconds * one.rate); ++i) {
    one.world.step(1 / one.rate);
    const double energy = one.energy();
    if (!std::isfinite(energy)) return INFINITY;
    lowest = std::min(lowest, energy);
    largest = std::max(largest, one.world.plugin->energy_totals().kinetic);
    // A step moves the weight by the velocity at its end, not by the mean velocity, which adds m g
    // dt / 2 times the change of velocity.
    const double fastest = std::sqrt(2 * largest / one.mass);
    const double allowed =
        k_of_largest * largest + weight * (k_of_weight * one.size + fastest / one.rate);
    rise = std::max(rise, (energy - lowest) / allowed);
  }
  return rise;
}

double rise_of_one(unsigned seed, double seconds) {
  Release one(seed);
  one.let_go_one();
  return rise_of(one, seconds);
}

double rise_of_several(unsigned seed, double seconds) {
  Release several(seed);
  several.let_go_several();
  return rise_of(several, seconds);
}

}  // namespace

TEST_CASE("what tumbles in a bowl gains no energy", "[bullet][energy][rounds]") {
  constexpr unsigned k_first_seed = 20261123;
  for (unsigned seed = k_first_seed; seed < k_first_seed + few_or_all(4U, 10U); ++seed) {
    CAPTURE(seed);
    CHECK(rise_of_one(seed, 0.5) <= 1);
  }
}

TEST_CASE("what rolls over one another in a bowl gains no energy", "[bullet][energy][rounds]") {
  constexpr unsigned k_first_seed = 20261123;
  for (unsigned seed = k_first_seed; seed < k_first_seed + few_or_all(2U, 4U); ++seed) {
    CAPTURE(seed);
    CHECK(rise_of_several(seed, 1) <= 1);
  }
  constexpr unsigned k_squeezed = 96;  // a body between two others gave 1.7 times what is allowed
  CHECK(rise_of_several(k_squeezed, 1.5) <= 1);
}

TEST_CASE("soak: what tumbles in a bowl gains no energy", "[.soak]") {
  for (const unsigned seed : soak_seeds()) {
    CAPTURE(seed);
    CHECK(rise_of_one(seed, 1.5) <= 1);
  }
}

// Fails for seed 85: a body sinks into another, whose law then stores energy that the account never
// gives back.
TEST_CASE("known to fail: the law stores no more where bodies roll over one another", "[.soak]") {
  for (const unsigned seed : soak_seeds()) {
    CAPTURE(seed);
    CHECK(rise_of_several(seed, 1.5) <= 1);
  }
}

}  // namespace condyle::test::bowl_tests
