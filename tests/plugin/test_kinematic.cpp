#include <catch2/catch.hpp>

#include "condyle/contact/contact_surface.h"
#include "plugin/bullet/src/kinematic_tracks.h"
#include "plugin/pressing.h"

// Bodies on a plate that the user moves as Bullet requires: by its motion state, before each step.

namespace condyle::test::kinematic_tests {
namespace {

constexpr Layer k_foam{2e4, 0.4, 0.01};
constexpr double k_half = 0.05, k_mass = 0.5;
const double k_depth = flat_depth(k_foam, k_mass* k_gravity, 4 * k_half * k_half);

struct Lift {
  Lift() {
    add_box();
    plate = &world.add_body(new btBoxShape(btVector3(1, 1, btScalar(0.1))), 0, btVector3(0, 0, 0),
                            {0, 0, -0.1});
    plate->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    plate->setMotionState(&state);
    move_to({0, 0, 0});
    world.plugin->add_collider(*plate, std::make_shared<const ContactSurface>(
                                           mesh::make_box({0.5, 0.5, 0.2}, {100, 100, 1}), k_foam));
  }
  ~Lift() { plate->setMotionState(nullptr); }

  void add_box() {
    box = &world.add_body(
        new btBoxShape(btVector3(btScalar(k_half), btScalar(k_half), btScalar(k_half))), k_mass,
        box_inertia(k_mass, Eigen::Vector3d::Constant(2 * k_half)), {0, 0, k_half - k_depth});
    world.plugin->add_collider(*box, k_foam);
  }

  /// Sets the position of the plate's upper face after the next step.
  void move_to(const Eigen::Vector3d& p) {
    state.setWorldTransform(
        btTransform(btQuaternion::getIdentity(),
                    bullet::to_bullet(Eigen::Vector3d(p - Eigen::Vector3d(0, 0, 0.1)))));
  }

  TestWorld world;
  btDefaultMotionState state;
  btRigidBody *plate = nullptr, *box = nullptr;
};

}  // namespace

TEST_CASE("a plate moved once per frame of several substeps carries", "[bullet][kinematic]") {
  Lift lift;
  const double speed = 0.2;
  double z = 0, most = -1, least = 1;
  for (int i = 0; i < 120; ++i) {
    lift.move_to({0, 0, z += speed / 60});
    lift.world.world.stepSimulation(btScalar(1. / 60), 4, btScalar(1. / 240));
    if (i < 60) continue;
    most = std::max(most, height(*lift.box) - z);
    least = std::min(least, height(*lift.box) - z);
  }
  CHECK(most == at_depth(k_half - k_depth, k_depth));
  CHECK(least == at_depth(k_half - k_depth, k_depth));
}

TEST_CASE("a plate that was put elsewhere before it moves carries from its first step on",
          "[bullet][kinematic]") {
  const double from = GENERATE(0., -0.3, 0.3);  // height at which it was registered
  const double rise = GENERATE(3e-5, 4e-4);
  const int substeps = GENERATE(1, 4);
  CAPTURE(from, rise, substeps);
  constexpr double k_size = 0.04, k_top = 0.02;
  constexpr Layer k_soft_layer{1e6, 0.36, 0.0067};
  TestWorld world;
  btRigidBody& plate = world.add_mesh_body(mesh::make_box({0.8, 0.12, 2 * k_top}, {60, 12, 2}),
                                           k_soft_layer, 0, btVector3(0, 0, 0), {0, 0, from});
  plate.setCollisionFlags(plate.getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
  plate.setActivationState(DISABLE_DEACTIVATION);
  btTransform X(btQuaternion::getIdentity(), btVector3(0, 0, btScalar(-k_top)));
  plate.setWorldTransform(X);
  plate.setInterpolationWorldTransform(X);
  const btRigidBody& box = world.add_mesh_body(
      mesh::make_box(Eigen::Vector3d::Constant(k_size), {6, 6, 6}), k_soft_layer, 0.01,
      box_inertia(0.01, Eigen::Vector3d::Constant(k_size)), {0, 0, k_size / 2 + 4e-5});
  for (int i = 1; i <= 30; ++i) {
    if (i == 15) {  // the plate is put 5 mm higher, with the box, and moves on from there
      X.getOrigin() += btVector3(0, 0, btScalar(0.005));
      plate.setInterpolationWorldTransform(X);
      btTransform box_X = box.getWorldTransform();
      box_X.getOrigin() += btVector3(0, 0, btScalar(0.005));
      world.bodies[1]->setWorldTransform(box_X);
    }
    X.getOrigin() += btVector3(0, 0, btScalar(rise));
    plate.setWorldTransform(X);
    world.world.stepSimulation(btScalar(1. / 60), substeps, btScalar(1. / 60 / substeps));
    const double top = height(plate) + k_top, bottom = height(box) - k_size / 2;
    CHECK(bottom - top == Approx(0).margin(1e-3));
  }
}

// Bullet computes the angle of a turn from a cosine. In single precision a turn of 2 mrad becomes
// zero or twice as large, and contact would do work without motion.
TEST_CASE("what turns by little in a frame has the velocity that its way says",
          "[bullet][kinematic]") {
  constexpr double k_dt = 1e-3;
  btEmptyShape shape;
  btRigidBody body(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &shape));
  body.setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
  bullet::KinematicTracks tracks;
  tracks.note(body);
  const btRigidBody* bodies[] = {&body};
  const Eigen::Vector3d axis = Eigen::Vector3d(1, -2, 0.5).normalized();
  double turned = 0;
  for (const double turn : {2e-3, 3e-3, 5e-3, 0.02, 0.3}) {
    CAPTURE(turn);
    turned += turn;
    Pose X_WB = Pose::Identity();
    X_WB.linear() = Eigen::AngleAxisd(turned, axis).toRotationMatrix();
    body.setWorldTransform(bullet::to_bullet(X_WB));
    body.saveKinematicState(static_cast<btScalar>(k_dt));
    tracks.advance(bodies, k_dt);
    const Eigen::Vector3d velocity = tracks.velocity(body).angular;
    // Poses in single precision are known to 1e-7 rad.
    CHECK((velocity * k_dt - turn * axis).norm() < (k_double_engine ? 1e-12 : 5e-7));
  }
}

}  // namespace condyle::test::kinematic_tests
