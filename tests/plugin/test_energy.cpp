// No body thrown at a plate gains energy, for random shapes, laws, rates, friction and casting
// sides.
#include <catch2/catch.hpp>
#include <random>

#include "plugin/energy_rise.h"
#include "plugin/test_world.h"
#include "support/soak.h"

namespace condyle::test::energy_tests {
namespace {

using Eigen::Vector3d;

/// A body in flight towards a plate.
struct Throw {
  explicit Throw(unsigned seed) : random(seed) {
    const Layer layer{between(5e6, 200e6), 0.4, 0.005};
    const Vector3d size(0.06, 0.04, 0.02);
    switch (pick(6)) {
      case 0:
        add_mesh(mesh::make_icosphere(0.03, 4), layer, sphere_inertia(k_mass, 0.03));
        break;
      case 1:
        add_mesh(mesh::make_box(size, {12, 8, 4}), layer, box_inertia(k_mass, size));
        break;
      case 2:
        add_mesh(mesh::make_torus(0.03, 0.01, 48, 24), layer,
                 box_inertia(k_mass, {0.06, 0.06, 0.02}));
        break;
      case 3:
        add_shape(new btSphereShape(btScalar(0.03)), layer, sphere_inertia(k_mass, 0.03));
        break;
      case 4:
        add_shape(new btBoxShape(bullet::to_bullet(Vector3d(size / 2))), layer,
                  box_inertia(k_mass, size));
        break;
      default:
        add_shape(new btCapsuleShapeZ(btScalar(0.015), btScalar(0.03)), layer,
                  box_inertia(k_mass, {0.03, 0.03, 0.06}));
    }
    const int cells = 40 << pick(3);
    world.add_mesh_body(mesh::make_plane_grid(0.6, 0.6, cells, cells), layer, 0, btVector3(0, 0, 0),
                        {0, 0, 0});
    ContactSettings settings;
    settings.formulation = pick(2) ? Formulation::linear : Formulation::nonlinear;
    settings.dissipation = pick(2) ? 0 : 0.5;
    const double mu = pick(2) ? 0 : 0.4;
    settings.friction = {mu, mu, 1e-3, 1.5e-3};
    const ColliderId plate = world.colliders.back();
    if (pick(2))
      world.plugin->set_contact(thrown, plate, settings, {}, CastingSide::first);
    else
      world.plugin->set_contact(plate, thrown, settings, {}, CastingSide::first);
    constexpr double k_rates[] = {60, 240, 1000};
    rate = k_rates[pick(3)];
    body->setLinearVelocity(
        bullet::to_bullet(Vector3d(between(-1, 1), between(-1, 1), between(-1, 0))));
    body->setAngularVelocity(
        bullet::to_bullet(Vector3d(between(-5, 5), between(-5, 5), between(-5, 5))));
  }

  int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random); }
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  }
  Eigen::Quaterniond turned() {
    return Eigen::Quaterniond(between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1))
        .normalized();
  }
  void add_mesh(const TriangleMesh& mesh, const Layer& layer, const btVector3& inertia) {
    body = &world.add_mesh_body(mesh, layer, k_mass, inertia, {0, 0, 0.07}, turned());
    thrown = world.colliders.back();
  }
  void add_shape(btCollisionShape* shape, const Layer& layer, const btVector3& inertia) {
    body = &world.add_body(shape, k_mass, inertia, {0, 0, 0.07}, turned());
    thrown = world.plugin->add_collider(*body, layer);
  }
  double energy() const {
    return kinetic_energy(*body) +
           k_mass * k_gravity * double(body->getWorldTransform().getOrigin().z());
  }

  static constexpr double k_mass = 0.3;
  std::mt19937 random;
  TestWorld world;
  btRigidBody* body = nullptr;
  ColliderId thrown;
  double rate = 0;
};

double rise_of(unsigned seed) {
  Throw one(seed);
  return energy_rise(one, 0.6);
}

}  // namespace

TEST_CASE("what is thrown at a plate gains no energy", "[bullet][energy]") {
  constexpr unsigned k_first_seed = 20261123;
  constexpr unsigned k_throws = k_double_engine ? 60 : 20;
  for (unsigned seed = k_first_seed; seed < k_first_seed + k_throws; ++seed) {
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

}  // namespace condyle::test::energy_tests
