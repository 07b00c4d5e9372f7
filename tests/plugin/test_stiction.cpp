#include <catch2/catch.hpp>
#include <numbers>

#include "core/src/contact/laws/pressure_law.h"
#include "core/src/contact/linearised/stiction.h"
#include "plugin/incline.h"
#include "plugin/pressing.h"

// True stiction in Bullet: a sticking contact stays, a slipping one follows Coulomb's law.

namespace condyle::test::stiction_tests {
namespace {

using Eigen::Vector3d;

const Friction k_sticking{0.5, 0.4, 1e-3, 1.5e-3, FrictionMode::stiction};

ContactSettings sticking(const Friction& friction = k_sticking) {
  ContactSettings settings;
  settings.friction = friction;
  return settings;
}

/// Area-weighted mean distance of the triangles that face down from the z axis [m].
double mean_radius_below(const TriangleMesh& mesh) {
  double area = 0, first = 0;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const double below = -area_vector_doubled(mesh, t).z();
    if (below <= 0) continue;
    area += below;
    first += below * centroid(mesh, t).head<2>().norm();
  }
  return first / area;
}

}  // namespace

TEST_CASE("a block holds on an incline below the angle of friction without creep",
          "[bullet][stiction]") {
  const double ratio = GENERATE(0.5, 0.9, 0.99);
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(ratio, rate);
  Incline incline(std::atan(ratio * k_sticking.static_coefficient), k_sticking);
  incline.world.step(1 / rate, static_cast<int>(rate / 2));  // comes to rest
  const double start = incline.along();
  incline.world.step(1 / rate, static_cast<int>(rate));
  // The regularised law would creep by at least a third of a millimetre. The remaining motion is
  // rounding: Bullet's floats resolve a position of 0.05 m to 4e-9 m, which is 4e-6 m/s in a step
  // of a millisecond.
  CHECK(std::abs(incline.along() - start) < (k_double_engine ? 1e-12 : 1e-6));
  CHECK(std::abs(incline.speed()) < (k_double_engine ? 1e-9 : 1e-4));
}

TEST_CASE("a block that is pulled shears its layer, and tears loose at Coulomb's limit",
          "[bullet][stiction]") {
  const double rate = GENERATE(60., 1000.);
  CAPTURE(rate);
  Incline level(0, k_sticking);
  const double limit = k_sticking.static_coefficient * k_mass * k_gravity;
  const double start = level.along();
  const auto pull = [&](double force, double seconds) {
    for (int i = 0; i < static_cast<int>(seconds * rate); ++i) {
      // At the height of the surface, so that no moment presses one edge harder.
      level.block->applyForce(btVector3(static_cast<btScalar>(force), 0, 0),
                              btVector3(0, 0, static_cast<btScalar>(-k_size.z() / 2)));
      level.world.step(1 / rate);
    }
  };
  const double stiffness =
      bristle_stiffness(k_polyethylene, k_polyethylene, sticking()) * k_size.x() * k_size.y();
  for (const double part : {0.5, 0.98}) {
    pull(part * limit, 0.5);
    if (k_double_engine)  // a float engine cannot resolve this shift of 10 nm
      CHECK(level.along() - start == Approx(part * limit / stiffness).epsilon(1e-3));
    CHECK(std::abs(level.speed()) < (k_double_engine ? 1e-9 : 1e-4));
  }
  pull(-0.5 * limit, 0.5);  // and back: the layer is elastic
  if (k_double_engine)
    CHECK(level.along() - start == Approx(-0.5 * limit / stiffness).epsilon(1e-3));
  pull(1.1 * limit, 0.2);
  CHECK(level.speed() > 0.1);
  // The block slides with the dynamic coefficient, and stops for good when the force ends.
  const double before = level.speed();
  pull(0, 0.05);
  CHECK(before - level.speed() ==
        Approx(0.05 * k_gravity * k_sticking.dynamic_coefficient).epsilon(2e-2));
  pull(0, 0.5);
  const double stop = level.along();
  pull(0, 0.5);
  CHECK(std::abs(level.along() - stop) < (k_double_engine ? 1e-9 : 1e-6));
}

TEST_CASE("a disc holds against drilling below 2/3 mu F a, and spins above", "[bullet][stiction]") {
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(rate);
  constexpr double k_radius = 0.02, k_height = 0.01;
  const TriangleMesh disc = mesh::make_cylinder(k_radius, k_height, 48, 1, 10);
  TestWorld world;
  const double weight = k_mass * k_gravity;
  const double I = 0.5 * k_mass * k_radius * k_radius;
  const double area = std::numbers::pi * k_radius * k_radius;
  btRigidBody& body =
      world.add_mesh_body(disc, k_polyethylene, k_mass,
                          btVector3(static_cast<btScalar>(I / 2), static_cast<btScalar>(I / 2),
                                    static_cast<btScalar>(I)),
                          {0, 0, k_height / 2 - flat_depth(k_polyethylene, weight, area)});
  world.add_mesh_body(mesh::make_plane_grid(0.2, 0.2, 2, 2), k_polyethylene, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  world.plugin->set_default_contact(sticking({0.5, 0.5, 1e-3, 1.5e-3, FrictionMode::stiction}));
  const auto twist = [&](double torque, double seconds) {
    for (int i = 0; i < static_cast<int>(seconds * rate); ++i) {
      body.applyTorque(btVector3(0, 0, static_cast<btScalar>(torque)));
      world.step(1 / rate);
    }
    return static_cast<double>(body.getAngularVelocity().z());
  };
  // The rim slips before the whole disc does: without a limit the torque of a disc grows as r^2, so
  // slip begins at 3/4 of the full torque.
  const double limit = 2.0 / 3 * 0.5 * weight * k_radius;
  CHECK(std::abs(twist(0.7 * limit, 0.5)) < (k_double_engine ? 1e-9 : 1e-3));
  CHECK(std::abs(twist(0.95 * limit, 0.5)) < (k_double_engine ? 1e-6 : 1e-3));
  const double faceted = 0.5 * weight * mean_radius_below(disc);
  CHECK(faceted == Approx(limit).epsilon(1e-2));
  const double start = twist(1.5 * limit, 0.05);
  const double end = twist(1.5 * limit, 0.05);
  // In steps of 1/60 s the disc turns by up to 0.27 rad, and friction acts along the chord. That
  // reduces it by 1 - cos of half the angle, on average 0.7 %, of a torque twice as large as the
  // net torque: 1.4 %.
  CHECK(end - start == Approx((1.5 * limit - faceted) / I * 0.05).epsilon(1.6e-2));
}

TEST_CASE("a ball rolls down an incline with stiction at 5/7 g sin", "[bullet][stiction]") {
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(rate);
  constexpr double k_radius = 0.05, k_slope = 0.2;
  const Eigen::Quaterniond tilt(Eigen::AngleAxisd(k_slope, Vector3d::UnitY()));
  const Layer soft{1e6, 0.3, 0.01};
  // Stiff bristles, so that creep (Kalker 1982: the traction of a strip grows from its leading
  // edge) is far below the tolerance; with the layers' shear stiffness it would be 1 %.
  Friction friction = k_sticking;
  friction.stick_stiffness = 1e9;
  TestWorld world;
  btRigidBody& ball =
      world.add_mesh_body(mesh::make_icosphere(k_radius, 5), soft, k_mass,
                          sphere_inertia(k_mass, k_radius), tilt * Vector3d(-0.3, 0, k_radius));
  world.add_mesh_body(mesh::make_plane_grid(2, 1, 8, 4), soft, 0, btVector3(0, 0, 0), {0, 0, 0},
                      tilt);
  world.plugin->set_contact(world.colliders[0], world.colliders[1], sticking(friction), {},
                            CastingSide::first);
  const auto speed = [&] { return double(ball.getLinearVelocity().length()); };
  world.step(1 / rate, static_cast<int>(rate / 10));
  const double start = speed();
  world.step(1 / rate, static_cast<int>(0.4 * rate));
  CHECK(speed() - start == Approx(5.0 / 7 * k_gravity * std::sin(k_slope) * 0.4).epsilon(0.01));
  CHECK(double(ball.getAngularVelocity().length()) * k_radius == Approx(speed()).epsilon(0.01));
}

TEST_CASE("a body that was lifted and put elsewhere holds on to where it is",
          "[bullet][stiction]") {
  Incline incline(std::atan(0.5 * k_sticking.static_coefficient), k_sticking);
  incline.world.step(1.0 / 240, 120);
  const btTransform rest = incline.block->getWorldTransform();
  btTransform moved = rest;
  moved.setOrigin(rest.getOrigin() + bullet::to_bullet(Vector3d(0, 0, 1)));
  incline.block->setWorldTransform(moved);
  incline.world.step(1.0 / 240);
  moved.setOrigin(rest.getOrigin() + bullet::to_bullet(Vector3d(0, 0.3, 0)));
  incline.block->setWorldTransform(moved);
  incline.block->setLinearVelocity(btVector3(0, 0, 0));
  incline.world.step(1.0 / 240);
  const ContactResult& result = incline.world.plugin->pairs()[0].result();
  Vector3d sideways = Vector3d::Zero();
  for (const Vector3d& traction : result.traction) sideways += traction;
  CHECK(std::abs(sideways.y()) < 1e-6 * std::abs(sideways.x()) + 1);
}

TEST_CASE("tractions that hold stay in their cone", "[bullet][stiction]") {
  const double slope = GENERATE(0.2, 0.45, 0.9);
  Incline incline(slope, k_sticking);
  for (int i = 0; i < 60; ++i) {
    incline.world.step(1.0 / 60);
    if (incline.world.plugin->pairs().empty()) continue;
    const ContactResult& result = incline.world.plugin->pairs()[0].result();
    for (std::size_t h = 0; h < result.hits.size(); ++h) {
      const auto t = static_cast<std::size_t>(result.hits[h].casting_triangle);
      REQUIRE(result.traction[h].norm() <=
              k_sticking.static_coefficient * result.casting->pressure[t] * (1 + 1e-9));
    }
  }
}

}  // namespace condyle::test::stiction_tests
