#include <catch2/catch.hpp>

#include "plugin/pressing.h"

// Bodies in Condyle's contact fall asleep and wake as in Bullet's contact.

namespace condyle::test::sleeping_tests {
namespace {

constexpr Layer k_foam{2e4, 0.4, 0.01};
constexpr double k_half = 0.05;

struct Sleeper {
  Sleeper() {
    plate = &world.add_body(new btBoxShape(btVector3(btScalar(0.3), btScalar(0.3), btScalar(0.1))),
                            0, btVector3(0, 0, 0), {0, 0, -0.1});
    plate->forceActivationState(ISLAND_SLEEPING);  // like static bodies in Bullet
    box = add_box(0, k_half);
    box_collider = world.plugin->add_collider(*box, k_foam);
    plate_collider = world.plugin->add_collider(*plate, k_foam);
  }
  btRigidBody* add_box(double x, double z) {
    btRigidBody& body = world.add_body(
        new btBoxShape(btVector3(btScalar(k_half), btScalar(k_half), btScalar(k_half))), 0.5,
        box_inertia(0.5, Eigen::Vector3d::Constant(2 * k_half)), {x, 0, z});
    body.forceActivationState(ACTIVE_TAG);
    return &body;
  }
  void fall_asleep() {
    world.step(1. / 240, 720);  // Bullet waits for 2 s
    REQUIRE(box->getActivationState() == ISLAND_SLEEPING);
  }

  TestWorld world;
  btRigidBody *plate, *box;
  ColliderId plate_collider, box_collider;
};

double rest_height() { return k_half - flat_depth(k_foam, 0.5 * k_gravity, 4 * k_half * k_half); }

}  // namespace

TEST_CASE("a body at rest falls asleep and costs nothing", "[bullet][sleeping]") {
  Sleeper rig;
  rig.fall_asleep();
  const double z = height(*rig.box);
  CHECK(z == at_depth(rest_height(), k_half - rest_height()));
  rig.world.step(1. / 240, 10);
  CHECK(height(*rig.box) == z);
  CHECK(rig.world.plugin->times().find == 0);
  CHECK(rig.world.plugin->times().solve == 0);
  // Its last result can still be read.
  REQUIRE(rig.world.plugin->pairs().size() == 1);
  CHECK(rig.world.plugin->pairs()[0].result().total.contact_force.z() ==
        Approx(0.5 * k_gravity).epsilon(1e-3));
}

TEST_CASE("a body that is hit in its sleep finds its support", "[bullet][sleeping]") {
  Sleeper rig;
  ContactSettings settings;  // without friction the boxes slide apart as soon as one tilts
  settings.friction = {0.3, 0.3, 1e-3, 1.5e-3};
  rig.world.plugin->set_default_contact(settings);
  rig.fall_asleep();
  btRigidBody* hitter = rig.add_box(0.01, 3.1 * k_half);
  const bool registered = GENERATE(true, false);
  CAPTURE(registered);
  if (registered) rig.world.plugin->add_collider(*hitter, k_foam);
  hitter->setLinearVelocity(btVector3(0, 0, -1));
  double lowest = k_half;
  for (int i = 0; i < 480; ++i) {
    rig.world.step(1. / 240);
    lowest = std::min(lowest, height(*rig.box));
  }
  CHECK(rig.box->isActive());
  // An energy of 0.25 J and a stiffness of K A / 2 h = 21 kN/m give a depth of 5 mm.
  CHECK(lowest > k_half - 6e-3);
  CHECK(lowest < k_half - 1e-3);
  CHECK(height(*rig.box) == Approx(k_half).margin(2e-3));
}

TEST_CASE("a kinematic body that begins to move wakes what lies on it", "[bullet][sleeping]") {
  Sleeper rig;
  rig.plate->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
  rig.fall_asleep();
  rig.plate->activate(true);  // Bullet's rule for kinematic bodies that were at rest
  btTransform X = rig.plate->getWorldTransform();
  for (int i = 0; i < 240; ++i) {
    X.getOrigin().setZ(btScalar(-0.1 + 0.1 * (i + 1) / 240));
    rig.plate->setWorldTransform(X);
    rig.world.step(1. / 240);
  }
  CHECK(rig.box->isActive());
  CHECK(height(*rig.box) == at_depth(rest_height() + 0.1, k_half - rest_height()));
}

TEST_CASE("changing what is registered wakes", "[bullet][sleeping]") {
  Sleeper rig;
  rig.fall_asleep();
  SECTION("removing a collider") {
    rig.world.plugin->remove_collider(rig.plate_collider);
    rig.world.step(1. / 240, 120);
    CHECK(height(*rig.box) > rest_height() + 1e-4);  // now in Bullet's own contact
  }
  SECTION("removing the plugin") {
    rig.world.plugin.reset();
    rig.world.step(1. / 240, 120);
    CHECK(height(*rig.box) > rest_height() + 1e-4);
  }
  SECTION("other settings of the contact") {
    ContactSettings settings;
    settings.max_proximity = 0.02;
    settings.formulation = Formulation::nonlinear;
    rig.world.plugin->set_contact(rig.box_collider, rig.plate_collider, settings, {},
                                  CastingSide::first);
    CHECK(rig.box->isActive());
  }
  SECTION("a strand") {
    btRigidBody& hook =
        rig.world.add_body(new btSphereShape(btScalar(0.01)), 0, btVector3(0, 0, 0), {0, 0, 0.5});
    rig.world.plugin->add_strand({"cord", 500, 0.3}, hook, {0, 0, 0}, *rig.box, {0, 0, 0});
    rig.world.step(1. / 240, 60);
    CHECK(height(*rig.box) > k_half);
  }
}

}  // namespace condyle::test::sleeping_tests
