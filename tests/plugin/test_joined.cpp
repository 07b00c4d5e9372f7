#include <fmt/core.h>

#include <catch2/catch.hpp>

#include "plugin/test_world.h"

// A light body under a heavy load, held by three contacts, a strand and a joint of Bullet, like the
// moving parts of a knee. Ten iterations of the solver must be enough.

namespace condyle::test::joined_tests {
namespace {

constexpr double k_load = 1900;
constexpr double k_tolerance = k_double_engine ? 1e-6 : 1e-2;

enum class Joint { none, ball, hinge };

/// A body with three spherical feet, each on a static casting plate. There is no gravity; loads are
/// given. Plates press straight up along their normals, so the body has a pose of rest under any
/// couple.
struct Tripod {
  Tripod(double body_mass, Joint joint) {
    world.world.setGravity(btVector3(0, 0, 0));
    world.world.getSolverInfo().m_numIterations = 10;
    TriangleMesh feet;
    for (int i = 0; i < 3; ++i) {
      const double angle = 2 * M_PI * i / 3 + 0.2;
      Pose X = Pose::Identity();
      X.translation() << 0.04 * std::cos(angle), 0.04 * std::sin(angle), 0;
      feet = joined(std::move(feet), transformed(mesh::make_icosphere(k_radius, 4), X));
      X.translation().z() = -k_radius;
      world.add_mesh_body(mesh::make_plane_grid(0.06, 0.06, 40, 40), k_polyethylene, 0,
                          btVector3(0, 0, 0), X.translation());
    }
    body = &world.add_mesh_body(feet, k_polyethylene, body_mass,
                                box_inertia(body_mass, {0.12, 0.12, 0.04}), {0, 0, 0});
    const int tripod = static_cast<int>(world.colliders.size()) - 1;
    for (int plate = 0; plate < tripod; ++plate)
      world.plugin->set_contact(world.colliders[plate], world.colliders[tripod],
                                {.force_direction = ForceDirection::casting}, {},
                                CastingSide::first);
    btRigidBody& ground =
        world.add_body(new btSphereShape(btScalar(0.001)), 0, btVector3(0, 0, 0), {0, 0, 1});
    world.plugin->add_strand({"strand", 5000, 0.09, 0.06, 0.003}, *body, {0.01, 0, 0}, ground,
                             {0.01, 0, -1.1});
    if (joint == Joint::ball)
      constraint =
          std::make_unique<btPoint2PointConstraint>(*body, btVector3(btScalar(0.03), 0, 0));
    if (joint == Joint::hinge)
      constraint =
          std::make_unique<btHingeConstraint>(*body, btVector3(0, 0, 0), btVector3(0, 1, 0));
    if (constraint) world.world.addConstraint(constraint.get());
  }
  ~Tripod() {
    if (constraint) world.world.removeConstraint(constraint.get());
  }

  void step(double dt) {
    body->applyCentralForce(btVector3(0, 0, static_cast<btScalar>(-k_load)));
    body->applyTorque(btVector3(2, 3, 0));
    world.step(dt);
  }

  /// Stops the body before each step until it is at its pose of rest, and then makes some more
  /// steps.
  void settle(double rate) {
    for (int i = 0; i < 60; ++i) {
      body->setLinearVelocity(btVector3(0, 0, 0));
      body->setAngularVelocity(btVector3(0, 0, 0));
      step(1 / rate);
    }
    for (int i = 0; i < static_cast<int>(rate / 4); ++i) step(1 / rate);
  }

  /// Force of contacts and strand on the body, world frame [N].
  Eigen::Vector3d contact_and_strand_force() const {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const auto& pair : world.plugin->pairs()) sum -= pair.F_casting_W.force;  // plates cast
    for (const auto& strand : world.plugin->strands())
      sum += strand.force.total_force * (strand.p_WB - strand.p_WA).normalized();
    return sum;
  }

  static constexpr double k_radius = 0.03;
  TestWorld world;
  btRigidBody* body = nullptr;
  std::unique_ptr<btTypedConstraint> constraint;
};

}  // namespace

TEST_CASE("three contacts and a strand carry a heavy load on a light body to 1e-6",
          "[bullet][joined]") {
  const double mass = GENERATE(0.3, 3., 60.);
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(mass, rate);
  Tripod tripod(mass, Joint::none);
  tripod.settle(rate);
  CHECK(tripod.world.plugin->pairs().size() == 3);
  CHECK(tripod.world.plugin->strands()[0].force.total_force > 10);
  CHECK((tripod.contact_and_strand_force() - Eigen::Vector3d(0, 0, k_load)).norm() <
        k_tolerance * k_load);
  CHECK(double(tripod.body->getLinearVelocity().length()) < 1e-6);
  CHECK(double(tripod.body->getAngularVelocity().length()) < 1e-5);
}

TEST_CASE("a joint of Bullet's on the same body takes its part at ten iterations",
          "[bullet][joined]") {
  const double mass = GENERATE(0.3, 3., 60.);
  const double rate = GENERATE(60., 240., 1000.);
  const Joint joint = GENERATE(Joint::ball, Joint::hinge);
  CAPTURE(mass, rate, static_cast<int>(joint));
  Tripod tripod(mass, joint);
  btJointFeedback feedback;
  tripod.constraint->setJointFeedback(&feedback);
  tripod.settle(rate);
  const auto force = [&] {
    return Eigen::Vector3d(tripod.contact_and_strand_force() +
                           bullet::to_eigen(feedback.m_appliedForceBodyA));
  };
  const Eigen::Vector3d last = force();
  tripod.step(1 / rate);
  CHECK((force() - Eigen::Vector3d(0, 0, k_load)).norm() < k_tolerance * k_load);
  CHECK((force() - last).norm() < k_tolerance * k_load);
  // A body on a ball joint may continue to swing about the vertical, without damping. In float the
  // load adds 105 m/s per step of 60 Hz, which rows and contact must take away again. Its unit in
  // the last place is 7.6e-6 m/s; the sum over rows is right to a few units.
  const double still = k_double_engine ? 1e-6 : 8 * 7.6e-6;
  CHECK(std::abs(double(tripod.body->getLinearVelocity().z())) < still);
}

}  // namespace condyle::test::joined_tests
