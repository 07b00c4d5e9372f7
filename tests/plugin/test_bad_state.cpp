#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "condyle/error.h"
#include "plugin/test_world.h"
#include "support/few_or_all.h"

// What the user writes into a body and is no number is named in the step where it appears, and the
// simulation goes on when it is repaired.

namespace condyle::test::bad_state_tests {
namespace {

using Catch::Contains;
constexpr auto k_nan = std::numeric_limits<btScalar>::quiet_NaN();
constexpr auto k_infinite = std::numeric_limits<btScalar>::infinity();
constexpr double k_dt = 1.0 / 240;

/// Two balls on a plate, a registered body that hangs, and one that is not registered.
struct Scene {
  TestWorld world;
  btRigidBody* ball;
  btRigidBody* loose;

  Scene() {
    world.add_mesh_body(mesh::make_plane_grid(0.4, 0.4, 4, 4), k_polyethylene, 0,
                        btVector3(0, 0, 0), {0, 0, 0});
    const auto surface =
        std::make_shared<ContactSurface>(mesh::make_icosphere(0.03, 2), k_polyethylene);
    for (const double x : {-0.1, 0.1})
      world.add_mesh_body(surface, 0.1, sphere_inertia(0.1, 0.03), {x, 0, 0.0299});
    ball = world.bodies.back().get();
    loose = &world.add_body(new btSphereShape(btScalar(0.03)), 0.1, sphere_inertia(0.1, 0.03),
                            {0, 0, 3});
    world.step(k_dt, 3);
  }

  double numbers() const { return world.plugin->energy_totals().numbers; }
};

using Deed = std::function<void(btRigidBody&)>;

void put_at(btRigidBody& body, const btVector3& place) {
  btTransform X = body.getWorldTransform();
  X.setOrigin(place);
  body.setWorldTransform(X);
}

struct Case {
  const char* quantity;
  Deed spoil, repair;
};

const Deed k_clear = [](btRigidBody& body) { body.clearForces(); };
const Case k_cases[] = {
    {"position",
     [](btRigidBody& body) {
       put_at(body, {k_nan, 0, 1});
     },
     [](btRigidBody& body) {
       put_at(body, {btScalar(0.1), 0, 1});
     }},
    {"position",
     [](btRigidBody& body) {
       put_at(body, {0, -k_infinite, 1});
     },
     [](btRigidBody& body) {
       put_at(body, {btScalar(0.1), 0, 1});
     }},
    {"rotation",
     [](btRigidBody& body) {
       btTransform X = body.getWorldTransform();
       X.setBasis(btMatrix3x3(1, 0, 0, 0, k_nan, 0, 0, 0, 1));
       body.setCenterOfMassTransform(X);
     },
     [](btRigidBody& body) {
       body.setCenterOfMassTransform(btTransform(btQuaternion(0, 0, 0, 1), {btScalar(0.1), 0, 1}));
     }},
    {"linear velocity",
     [](btRigidBody& body) {
       body.setLinearVelocity({0, k_nan, 0});
     },
     [](btRigidBody& body) {
       body.setLinearVelocity({0, 0, 0});
     }},
    {"angular velocity",
     [](btRigidBody& body) {
       body.setAngularVelocity({0, 0, k_infinite});
     },
     [](btRigidBody& body) {
       body.setAngularVelocity({0, 0, 0});
     }},
    {"force",
     [](btRigidBody& body) {
       body.applyCentralForce({0, 0, k_nan});
     },
     k_clear},
    {"torque",
     [](btRigidBody& body) {
       body.applyTorque({k_nan, 0, 0});
     },
     k_clear},
    {"gravity",
     [](btRigidBody& body) {
       body.setGravity({0, 0, k_nan});
     },
     [](btRigidBody& body) {
       body.setGravity({0, 0, btScalar(-k_gravity)});
     }},
};

/// All bodies are where those of another scene are, and as fast.
void require_same_motion(const Scene& scene, const Scene& other) {
  for (std::size_t i = 0; i < scene.world.bodies.size(); ++i) {
    const btRigidBody &a = *scene.world.bodies[i], &b = *other.world.bodies[i];
    CHECK(a.getWorldTransform() == b.getWorldTransform());
    CHECK(a.getLinearVelocity() == b.getLinearVelocity());
    CHECK(a.getAngularVelocity() == b.getAngularVelocity());
  }
}

std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const SimulationError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("what is no number in a body is named with the body, and the ledger survives it",
          "[bullet][bad_state]") {
  for (const Case& wrong : k_cases) {
    for (const bool is_registered : {true, false}) {
      CAPTURE(wrong.quantity, is_registered);
      Scene scene, untouched;
      btRigidBody& body = is_registered ? *scene.ball : *scene.loose;
      wrong.spoil(body);
      const double time = scene.world.plugin->time();
      for (int again = 0; again < 2; ++again) {  // until it is repaired
        const std::string error = error_of([&] { scene.world.step(k_dt); });
        CHECK_THAT(error, Contains(wrong.quantity));
        CHECK_THAT(error, Contains(is_registered ? "'collider 2' (object 2" : "object 3"));
      }
      CHECK(scene.world.plugin->time() == time);

      wrong.repair(body);
      scene.world.step(k_dt, 5);
      untouched.world.step(k_dt, 5);
      CHECK(std::isfinite(scene.numbers()));
      CHECK(std::isfinite(scene.world.plugin->energy().kinetic));
      // The ball that nobody touched went on as if nothing had happened.
      const btRigidBody &other = *scene.world.bodies[1], &same = *untouched.world.bodies[1];
      CHECK(other.getWorldTransform() == same.getWorldTransform());
      CHECK(other.getLinearVelocity() == same.getLinearVelocity());
    }
  }
}

TEST_CASE("what is no number in a static or kinematic body is named", "[bullet][bad_state]") {
  Scene scene;
  btRigidBody& plate = *scene.world.bodies[0];
  if (GENERATE(false, true))
    plate.setCollisionFlags(plate.getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
  scene.world.step(k_dt);
  const btVector3 place = plate.getWorldTransform().getOrigin();
  put_at(plate, {0, 0, k_nan});
  CHECK_THAT(error_of([&] { scene.world.step(k_dt); }),
             Contains("position") && Contains("collider 0"));
  put_at(plate, place);
  scene.world.step(k_dt, 3);
  CHECK(std::isfinite(scene.numbers()));
  CHECK(double(scene.ball->getWorldTransform().getOrigin().z()) > 0.028);
}

TEST_CASE("what the user's callback before a substep spoils is named in that substep",
          "[bullet][bad_state]") {
  static btRigidBody* spoilt;
  Scene scene;
  spoilt = scene.ball;
  scene.world.world.setInternalTickCallback(
      [](btDynamicsWorld*, btScalar) {
        spoilt->applyCentralForce({k_nan, 0, 0});
      },
      nullptr, true);
  CHECK_THAT(error_of([&] { scene.world.step(k_dt); }),
             Contains("force") && Contains("collider 2"));
}

TEST_CASE("a force that would make a body too fast is named before the bodies move",
          "[bullet][bad_state]") {
  const btScalar much = std::numeric_limits<btScalar>::max() / 8;
  const bool is_turning = GENERATE(false, true);
  const bool is_registered = GENERATE(true, false);
  CAPTURE(is_turning, is_registered);
  Scene scene, untouched;
  btRigidBody& body = is_registered ? *scene.ball : *scene.loose;
  is_turning ? body.applyTorque({0, 0, much}) : body.applyCentralForce({0, 0, much});
  const std::string error = error_of([&] { scene.world.step(k_dt); });
  CHECK_THAT(error, Contains(is_turning ? "its torque is" : "its force is"));
  CHECK_THAT(error, Contains(is_registered ? "collider 2" : "object 3"));
  require_same_motion(scene, untouched);
  body.clearForces();
  scene.world.step(k_dt, 5);
  untouched.world.step(k_dt, 5);
  require_same_motion(scene, untouched);
}

TEST_CASE("a substep that leaves no finite energy is taken back", "[bullet][bad_state]") {
  const bool is_registered = GENERATE(true, false);
  CAPTURE(is_registered);
  Scene scene, untouched;
  btRigidBody& body = is_registered ? *scene.ball : *scene.loose;
  btHingeConstraint hinge(body, {0, 0, 0}, {0, 0, 1});
  scene.world.world.addConstraint(&hinge);
  const auto largest = std::numeric_limits<btScalar>::max();
  hinge.enableAngularMotor(true, std::sqrt(largest) * 16, largest / 16);
  const double time = scene.world.plugin->time();
  const std::string error = error_of([&] { scene.world.step(k_dt); });
  CHECK_THAT(error, Contains("angular velocity") && Contains("shorter steps"));
  CHECK_THAT(error, Contains(is_registered ? "collider 2" : "object 3"));
  CHECK(scene.world.plugin->time() == time);
  CHECK(scene.world.plugin->pairs().empty());
  require_same_motion(scene, untouched);
  scene.world.world.removeConstraint(&hinge);
  body.clearForces();
  scene.world.step(k_dt, 5);
  untouched.world.step(k_dt, 5);
  require_same_motion(scene, untouched);
  CHECK(std::isfinite(scene.numbers()));
}

TEST_CASE("messages name a body as the user says, or by a strand on it", "[bullet][bad_state]") {
  Scene scene;
  const auto spoil = [&] { scene.loose->setLinearVelocity({0, k_nan, 0}); };
  spoil();
  scene.world.plugin->name_bodies([&](const btCollisionObject& object) -> std::string {
    return &object == scene.loose ? "the loose ball" : "";
  });
  CHECK_THAT(error_of([&] { scene.world.step(k_dt); }), Contains("the loose ball: its linear"));
  scene.ball->setLinearVelocity({0, k_nan, 0});
  CHECK_THAT(error_of([&] { scene.world.step(k_dt); }), Contains("'collider 2' (object 2"));

  scene.ball->setLinearVelocity({0, 0, 0});
  scene.loose->setLinearVelocity({0, 0, 0});
  scene.world.plugin->name_bodies(nullptr);
  scene.world.plugin->add_strand({"tether", 100, 5}, *scene.world.bodies[0], {0, 0, 1},
                                 *scene.loose, {0, 0, 0});
  spoil();
  CHECK_THAT(error_of([&] { scene.world.step(k_dt); }),
             Contains("the body of strand 'tether' (object 3"));
}

TEST_CASE("a velocity too large to be squared is named and does not hang the step",
          "[bullet][bad_state]") {
  const auto largest = std::numeric_limits<btScalar>::max();
  const btScalar fast = GENERATE_COPY(std::sqrt(largest) * 2, largest / 8, largest);
  const bool is_turning = GENERATE(false, true);
  Scene scene;
  const btVector3 v(0, 0, -fast);
  is_turning ? scene.ball->setAngularVelocity(v) : scene.ball->setLinearVelocity(v);
  CHECK_THAT(error_of([&] { scene.world.step(k_dt); }),
             Contains("velocity") && Contains("collider 2"));
  scene.ball->setLinearVelocity({0, 0, 0});
  scene.ball->setAngularVelocity({0, 0, 0});
  scene.world.step(k_dt, 3);
  CHECK(std::isfinite(scene.numbers()));
}

TEST_CASE("a step ends at any velocity that can be squared", "[bullet][bad_state][rounds]") {
  const double most = std::log10(double(std::numeric_limits<btScalar>::max())) / 2;
  for (double power = 4; power < most; power += most / few_or_all(7, 16)) {
    for (const bool is_turning : {false, true}) {
      CAPTURE(power, is_turning);
      Scene scene;
      const btVector3 v(0, 0, -btScalar(std::pow(10, power)));
      is_turning ? scene.ball->setAngularVelocity(v) : scene.ball->setLinearVelocity(v);
      error_of([&] { scene.world.step(k_dt); });  // it may be refused
    }
  }
}

}  // namespace condyle::test::bad_state_tests
