// No body thrown at a plate gains energy, for random shapes, laws, rates, friction and casting
// sides.
#include <catch2/catch.hpp>
#include <random>

#include "condyle/geometry/shape.h"
#include "core/src/mesh/division.h"
#include "engines/energy_rise.h"
#include "support/few_or_all.h"
#include "support/soak.h"

namespace condyle::test::thrown_body_tests {
namespace {

using Eigen::Vector3d;

double between(std::mt19937& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}
int pick(std::mt19937& random, int count) {
  return std::uniform_int_distribution<int>(0, count - 1)(random);
}

std::shared_ptr<const ContactSurface> surface_of(const geometry::Shape& shape, const Layer& layer) {
  TriangleMesh mesh = mesh::divided(geometry::mesh_of(shape, 3e-5), 3e-3);
  return std::make_shared<const ContactSurface>(shape, std::move(mesh), layer, "thrown");
}

/// A body in flight towards a plate.
struct Throw {
  static constexpr double k_mass = 0.3;

  explicit Throw(unsigned seed) : random(seed), world(scene()) {
    ContactSettings settings;
    settings.formulation = pick(random, 2) ? Formulation::linear : Formulation::nonlinear;
    settings.dissipation = pick(random, 2) ? 0 : 0.5;
    const double mu = pick(random, 2) ? 0 : 0.4;
    settings.friction = {mu, mu, 1e-3, 1.5e-3};
    const int casting = pick(random, 2);
    world.set_contact(casting, 1 - casting, settings);
    constexpr double k_rates[] = {60, 240, 1000};
    rate = k_rates[pick(random, 3)];
    const auto part = [this](double low, double high) { return between(random, low, high); };
    const Vector3d linear(part(-1, 1), part(-1, 1), part(-1, 0));
    world.set_velocity(0, {{part(-5, 5), part(-5, 5), part(-5, 5)}, linear});
  }

  TrialScene scene() {
    const Layer layer{between(random, 5e6, 200e6), 0.4, 0.005};
    TrialBody body = thrown(layer);
    body.mass = k_mass;
    body.X_WB.translation().z() = 0.07;
    Eigen::Vector4d turn;
    for (double& part : turn) part = between(random, -1, 1);
    body.X_WB.linear() = Eigen::Quaterniond(turn.normalized()).toRotationMatrix();
    return {{body, trial_plate(0.6, 40 << pick(random, 3), layer)}};
  }

  TrialBody thrown(const Layer& layer) {
    const Vector3d size(0.06, 0.04, 0.02);
    const auto mesh = [&](const TriangleMesh& of, const Vector3d& inertia) {
      return TrialBody{std::make_shared<const ContactSurface>(of, layer), k_mass, inertia};
    };
    const auto shape = [&](const geometry::Shape& of, const Vector3d& inertia) {
      return TrialBody{surface_of(of, layer), k_mass, inertia};
    };
    const Vector3d of_box = inertia_of_box(k_mass, size), of_ball = inertia_of_ball(k_mass, 0.03);
    switch (pick(random, 6)) {
      case 0:
        return mesh(mesh::make_icosphere(0.03, 4), of_ball);
      case 1:
        return mesh(mesh::make_box(size, {12, 8, 4}), of_box);
      case 2:
        return mesh(mesh::make_torus(0.03, 0.01, 48, 24),
                    inertia_of_box(k_mass, {0.06, 0.06, 0.02}));
      case 3:
        return shape(geometry::Sphere{0.03}, of_ball);
      case 4:
        return shape(geometry::Brick{size / 2}, of_box);
      default:
        return shape(geometry::Capsule{0.015, 0.015}, inertia_of_box(k_mass, {0.03, 0.03, 0.06}));
    }
  }

  double energy() const { return kinetic_energy(world, 0) + k_mass * k_earth * world.height(0); }

  std::mt19937 random;
  TrialWorld world;
  double rate = 0;
};

double rise_of(unsigned seed) {
  Throw one(seed);
  return energy_rise(one, 0.6);
}

}  // namespace

TEST_CASE("what is thrown at a plate gains no energy", "[engines][energy][rounds]") {
  constexpr unsigned k_first_seed = 20261123;
  for (unsigned seed = k_first_seed; seed < k_first_seed + few_or_all(4U, 8U); ++seed) {
    CAPTURE(seed);
    CHECK(rise_of(seed) <= 0);
  }
}

TEST_CASE("soak: what is thrown at a plate gains no energy", "[.soak]") {
  for (const unsigned seed : soak_seeds()) {
    CAPTURE(seed);
    CHECK(rise_of(seed) <= 0);
  }
}

}  // namespace condyle::test::thrown_body_tests
