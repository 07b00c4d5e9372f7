// Bodies that turn by half a turn to several turns within one step.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "plugin/bullet/src/kinematic_tracks.h"
#include "plugin/test_world.h"

namespace condyle::test::fast_spin_tests {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double k_spin = 500;  // 8.3 rad per step at 60 Hz
constexpr Layer k_layer{1e6, 0.4, 0.01};

Matrix3d orientation(const btRigidBody& body) {
  return bullet::to_pose(body.getWorldTransform()).linear();
}

double angle_between(const Matrix3d& a, const Matrix3d& b) {
  return Eigen::AngleAxisd(a * b.transpose()).angle();
}

/// About the centre of mass, in the world frame.
Vector3d angular_momentum(const btRigidBody& body) {
  const Matrix3d R = orientation(body);
  const Vector3d w = R.transpose() * bullet::to_eigen(body.getAngularVelocity());
  return R * bullet::to_eigen(body.getLocalInertia()).cwiseProduct(w);
}

}  // namespace

TEST_CASE("a box that spins on a plane turns by all of its spin in sub-steps too",
          "[bullet][spin]") {
  const double rate = GENERATE(60., 100., 240.);
  CAPTURE(rate);
  TestWorld world({.min_substeps = 3});
  const Vector3d size(0.1, 0.06, 0.04);
  const double mass = 0.5, load = mass * k_gravity;
  const double stiffness = constrained_modulus(1e6, 0.4) / 0.02 * size.x() * size.y();
  btRigidBody& box =
      world.add_mesh_body(mesh::make_box(size, {10, 6, 4}), k_layer, mass, box_inertia(mass, size),
                          {0, 0, size.z() / 2 - load / stiffness});
  btRigidBody& plane = world.add_body(new btStaticPlaneShape(btVector3(0, 0, 1), 0), 0,
                                      btVector3(0, 0, 0), {0, 0, 0});
  const auto ground = world.plugin->add_collider(plane, k_layer);
  world.plugin->set_contact(world.colliders[0], ground, {}, {}, CastingSide::first);
  box.setAngularVelocity(btVector3(0, 0, btScalar(k_spin)));
  // A float engine rounds angles of 8 rad.
  const double least = k_double_engine ? 1e-9 : 1e-4;
  for (int i = 0; i < 20; ++i) {
    const Matrix3d before = orientation(box);
    world.step(1 / rate);
    REQUIRE(world.plugin->pairs().size() == 1);
    const Matrix3d turned =
        Eigen::AngleAxisd(k_spin / rate, Vector3d::UnitZ()).toRotationMatrix() * before;
    REQUIRE(angle_between(orientation(box), turned) < least);
    REQUIRE(double(box.getAngularVelocity().z()) == Approx(k_spin).epsilon(least));
    REQUIRE(double(box.getAngularVelocity().x()) == Approx(0).margin(least * k_spin));
  }
  CHECK(double(box.getWorldTransform().getOrigin().z()) ==
        Approx(size.z() / 2 - load / stiffness).margin(1e-7));
}

TEST_CASE("a body of unequal moments of inertia tumbles freely through its sub-steps",
          "[bullet][spin]") {
  // The gyroscopic torque follows the body as it turns within the engine's step, by 1.4 rad here.
  constexpr double k_mass = 0.5, k_dt = 1. / 60;
  TestWorld world({.min_substeps = 64});
  world.world.setGravity(btVector3(0, 0, 0));
  const Vector3d size(0.1, 0.06, 0.02), arm(0.5, 0, 0);
  btRigidBody& box = world.add_mesh_body(mesh::make_box(size, {2, 2, 2}), k_layer, k_mass,
                                         box_inertia(k_mass, size), {0, 0, 0});
  btRigidBody& other = world.add_mesh_body(mesh::make_icosphere(0.02, 2), k_layer, k_mass,
                                           sphere_inertia(k_mass, 0.02), arm);
  // A slack strand makes them one island, which is then divided.
  world.plugin->add_strand({"slack", 1000, 2, 0.06, 0.003}, box, {0, 0, 0}, other, {0, 0, 0});
  box.setAngularVelocity(btVector3(25, 80, 12));  // nearly about the middle axis: it flips over
  const Vector3d momentum = angular_momentum(box);
  const double energy = kinetic_energy(box);
  for (int i = 0; i < 30; ++i) {
    world.step(k_dt);
    CAPTURE(i);
    // Like every implicit step, it takes energy in proportion to the length of the sub-step.
    CHECK((angular_momentum(box) - momentum).norm() <
          (k_double_engine ? 1e-6 : 1e-4) * momentum.norm());
    CHECK(kinetic_energy(box) < (1 + (k_double_engine ? 1e-9 : 1e-4)) * energy);
    CHECK(kinetic_energy(box) > 0.85 * energy);
  }
}

TEST_CASE("a body that tumbles on a slack strand keeps its angular momentum", "[bullet][spin]") {
  // Undivided steps: the engine's own gyroscopic torque would lose a tenth of it in a second.
  constexpr double k_mass = 0.1, k_dt = 1. / 60;
  TestWorld world;
  world.world.setGravity(btVector3(0, 0, 0));
  const Vector3d size(0.02, 0.05, 0.1);
  btRigidBody& box = world.add_mesh_body(mesh::make_box(size, {2, 2, 2}), k_layer, k_mass,
                                         box_inertia(k_mass, size), {0, 0, 0});
  btRigidBody& post =
      world.add_body(new btSphereShape(btScalar(0.01)), 0, btVector3(0, 0, 0), {0.5, 0, 0});
  world.plugin->add_strand({"slack", 1000, 2, 0.06, 0.003}, box, {0, 0, 0}, post, {0, 0, 0});
  box.setAngularVelocity(btVector3(1, 10, 0.5));
  const Vector3d momentum = angular_momentum(box);
  const double energy = kinetic_energy(box);
  world.step(k_dt, 60);
  const double tolerance = k_double_engine ? 1e-6 : 1e-4;  // rounding of a float engine's poses
  CHECK((angular_momentum(box) - momentum).norm() < tolerance * momentum.norm());
  CHECK(kinetic_energy(box) < energy);
}

TEST_CASE("a body that a moment of inertia of 0 locks turns about its other axes in sub-steps",
          "[bullet][spin]") {
  TestWorld world({.min_substeps = 4});
  world.world.setGravity(btVector3(0, 0, 0));
  const btScalar inertia = btScalar(1e-4);
  btRigidBody& ball = world.add_mesh_body(mesh::make_icosphere(0.02, 2), k_layer, 0.1,
                                          btVector3(0, inertia, 2 * inertia), {0, 0, 0});
  btRigidBody& other = world.add_mesh_body(mesh::make_icosphere(0.02, 2), k_layer, 0.1,
                                           sphere_inertia(0.1, 0.02), {0.5, 0, 0});
  world.plugin->add_strand({"slack", 1000, 2, 0.06, 0.003}, ball, {0, 0, 0}, other, {0, 0, 0});
  ball.setAngularVelocity(btVector3(0, 0, 3));
  world.step(1. / 60, 30);
  CHECK(double(ball.getAngularVelocity().z()) == Approx(3));
  CHECK(double(ball.getAngularVelocity().x()) == 0);
}

TEST_CASE("free bodies that meet with a fast spin keep their angular momentum", "[bullet][spin]") {
  const double rate = GENERATE(60., 240.);
  const int substeps = GENERATE(1, 4);
  CAPTURE(rate, substeps);
  constexpr double k_mass = 0.3, k_radius = 0.03;
  TestWorld world({.min_substeps = substeps});
  world.world.setGravity(btVector3(0, 0, 0));
  btRigidBody& a = world.add_mesh_body(mesh::make_icosphere(k_radius, 4), k_layer, k_mass,
                                       sphere_inertia(k_mass, k_radius), {0, 0, 0});
  btRigidBody& b = world.add_mesh_body(mesh::make_icosphere(k_radius, 4), k_layer, 2 * k_mass,
                                       sphere_inertia(2 * k_mass, k_radius), {0.061, 0.01, 0});
  ContactSettings settings;
  settings.dissipation = 0.5;
  settings.friction = {0.4, 0.3, 1e-3, 1.5e-3};
  world.plugin->set_default_contact(settings);
  a.setLinearVelocity(btVector3(1, 0, 0));
  a.setAngularVelocity(btVector3(100, 0, btScalar(k_spin)));
  btRigidBody* bodies[] = {&a, &b};
  const Vector6 before = momentum(bodies);
  world.step(1 / rate, static_cast<int>(0.1 * rate));
  const Vector6 after = momentum(bodies);
  // Friction has made the other body spin.
  CHECK(double(b.getAngularVelocity().length()) > 1);
  const double least = k_double_engine ? 1e-9 : 1e-4;
  CHECK((after - before).head<3>().norm() < least * before.head<3>().norm());
  CHECK((after - before).tail<3>().norm() < least * before.tail<3>().norm());
}

TEST_CASE("a kinematic body's way is told through all of its frame, however far it turns",
          "[bullet][spin][kinematic]") {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  const double dt = 1. / 240;
  for (int i = 0; i < 400; ++i) {
    const Vector3d axis = Vector3d(normal(random), normal(random), normal(random)).normalized();
    const double angle = 0.1 + 6.5 * uniform(random);
    const int substeps = 1 + static_cast<int>(7 * uniform(random));
    Pose start = Pose::Identity(), end;
    start.linear() =
        Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
            .normalized()
            .toRotationMatrix();
    end = start;
    end.linear() = Eigen::AngleAxisd(angle, axis) * start.linear();
    btEmptyShape shape;
    btRigidBody body(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &shape));
    body.setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    body.setWorldTransform(bullet::to_bullet(start));
    body.setInterpolationWorldTransform(bullet::to_bullet(start));
    bullet::KinematicTracks tracks;
    tracks.note(body);
    body.setWorldTransform(bullet::to_bullet(end));
    body.saveKinematicState(static_cast<btScalar>(substeps * dt));
    CAPTURE(i, angle, substeps, double(body.getAngularVelocity().length()) * substeps * dt);
    const btRigidBody* bodies[] = {&body};
    for (int k = substeps - 1; k >= 0; --k) {
      tracks.advance(bodies, dt);
      REQUIRE(tracks.time_left(body) == Approx(k * dt).margin(1e-9));
    }
    // Going back along the motion leads to its start.
    const Pose back = tracks.pose_before(body, substeps * dt);
    REQUIRE(angle_between(back.linear(), start.linear()) < (k_double_engine ? 1e-6 : 1e-3));
  }
}

}  // namespace condyle::test::fast_spin_tests
