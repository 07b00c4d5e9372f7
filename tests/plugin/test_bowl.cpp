// No body that slides and rolls in a bowl or a trough gains energy, for random shapes, layers,
// friction, rates and spins: contact that only guides a body has soft directions
// (solver/soft_directions.cpp), and odd shapes tumble in and out of contact within their steps.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <utility>

#include "condyle/bullet/energy_ledger.h"
#include "plugin/odd_shapes.h"
#include "plugin/test_world.h"
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

/// A body let go in a bowl.
struct Release {
  explicit Release(unsigned run) : random(run) {
    const double radius = between(0.06, 0.12);
    const Layer layer{std::pow(10, between(6, 8.5)), 0.4, 0.003};
    const Pose lying(Eigen::AngleAxisd(M_PI / 2, Vector3d::UnitX()));
    const TriangleMesh around =
        pick(2) ? make_icosphere(radius, 5) : transformed(make_cylinder(radius, 0.6, 96), lying);
    mass = std::pow(10, between(-1.5, 1));
    const OddShape shape = any_shape();
    size = shape.size.norm();
    const double swing = std::max(0.01, radius - 0.5 * size), angle = between(0.05, 0.5);
    body = &world.add_mesh_body(
        shape.mesh, layer, mass, box_inertia(mass, shape.size),
        {swing * std::sin(angle), 0, -swing * std::cos(angle)},
        Eigen::Quaterniond(between(-1, 1), between(-1, 1), between(-1, 1), 1).normalized());
    world.add_mesh_body(bowl_of(around, -0.3 * radius), layer, 0, btVector3(0, 0, 0), {0, 0, 0});
    body->setAngularVelocity(
        bullet::to_bullet(Vector3d(between(-5, 5), between(-5, 5), between(-5, 5))));
    ContactSettings settings;
    settings.dissipation = pick(2) ? 0 : between(0, 1);
    const double mu = pick(2) ? 0 : between(0.05, 0.6);
    settings.friction = {mu, mu, 1e-3, 1.5e-3};
    world.plugin->set_contact(world.colliders[0], world.colliders[1], settings, {});
    constexpr double k_rates[] = {60, 120, 240, 1000};
    rate = k_rates[pick(4)];
  }

  int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random); }
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  }
  OddShape any_shape() {
    const double a = between(0.01, 0.02), length = between(0.024, 0.06);
    switch (pick(4)) {
      case 0:  // few long facets, from edge to edge of which it tumbles
        return {make_cylinder(a, length, 32), {2 * a, 2 * a, length}};
      case 1:
        return {make_capsule(a, length, 24, 8, 6), {2 * a, 2 * a, length + 2 * a}};
      case 2:
        return {make_ellipsoid({a, 0.5 * length, 0.8 * a}, 3), {2 * a, length, 1.6 * a}};
      default: {
        constexpr int k_closed[] = {0, 1, 3, 4, 5};
        return odd_shape(k_closed[pick(5)]);
      }
    }
  }
  /// Kinetic energy, the energy that the law stores, and the energy of weight [J].
  double energy() const {
    const bullet::EnergyLedger& ledger = world.plugin->energy_totals();
    return ledger.kinetic + ledger.elastic +
           mass * k_gravity * double(body->getWorldTransform().getOrigin().z());
  }

  std::mt19937 random;
  TestWorld world;
  btRigidBody* body = nullptr;
  double mass = 0, size = 0, rate = 0;
};

/// The largest rise of energy above its lowest value so far, over what is allowed.
double rise_of(unsigned seed, double seconds) {
  Release one(seed);
  // A corner that comes into contact where triangles are coarse brings what its account may lend.
  constexpr double k_of_largest = 1e-3, k_of_weight = 0.02;
  const double weight = one.mass * k_gravity;
  double lowest = INFINITY, largest = 0, rise = 0;
  for (int i = 0; i < static_cast<int>(seconds * one.rate); ++i) {
    one.world.step(1 / one.rate);
    const double energy = one.energy();
    if (!std::isfinite(energy)) return INFINITY;
    lowest = std::min(lowest, energy);
    largest = std::max(largest, one.world.plugin->energy_totals().kinetic);
    // The weight moves by the velocity at the end of a step, not by the mean: m g dt / 2 times its
    // change.
    const double fastest = std::sqrt(2 * largest / one.mass);
    const double allowed =
        k_of_largest * largest + weight * (k_of_weight * one.size + fastest / one.rate);
    rise = std::max(rise, (energy - lowest) / allowed);
  }
  return rise;
}

}  // namespace

TEST_CASE("what tumbles in a bowl gains no energy", "[bullet][energy]") {
  constexpr unsigned k_first_seed = 20261123;
  for (unsigned seed = k_first_seed; seed < k_first_seed + 24; ++seed) {
    CAPTURE(seed);
    CHECK(rise_of(seed, 0.5) <= 1);
  }
}

TEST_CASE("soak: what tumbles in a bowl gains no energy", "[.soak]") {
  for (const unsigned seed : soak_seeds()) {
    CAPTURE(seed);
    CHECK(rise_of(seed, 1.5) <= 1);
  }
}

}  // namespace condyle::test::bowl_tests
