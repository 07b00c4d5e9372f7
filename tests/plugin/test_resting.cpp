#include <catch2/catch.hpp>
#include <cstddef>
#include <functional>
#include <limits>
#include <new>
#include <utility>

#include "condyle/error.h"
#include "plugin/test_world.h"

// A static body that rests is left out of most of a step. What the user does to it without a call
// must be noticed nevertheless.

namespace condyle::test::resting_tests {
namespace {

constexpr double k_dt = 1.0 / 240;
const auto k_plate =
    std::make_shared<ContactSurface>(mesh::make_plane_grid(0.1, 0.1, 2, 2), k_polyethylene);

/// A ball on a plate, and a ball beside a plate that does not reach it. Nothing has weight.
struct Scene {
  TestWorld world;
  /// Room for a plate that the test deletes and makes again at the same address.
  alignas(btRigidBody) std::byte room[sizeof(btRigidBody)];
  btRigidBody* plate = nullptr;
  ColliderId collider;

  Scene() {
    world.world.setGravity(btVector3(0, 0, 0));
    const auto ball =
        std::make_shared<ContactSurface>(mesh::make_icosphere(0.03, 2), k_polyethylene);
    world.add_mesh_body(k_plate, 0, btVector3(0, 0, 0), {0, 0, 0});
    for (const double x : {0.0, 1.0})
      world.add_mesh_body(ball, 0.1, sphere_inertia(0.1, 0.03), {x, 0, 0.0299});
    world.shapes.push_back(std::make_unique<bullet::SurfaceShape>(k_plate));
    add_plate(-0.1);
    collider = world.plugin->add_collider(*plate, k_plate);
    world.step(k_dt, 5);
    REQUIRE(pairs_of_plate() == 0);
  }

  ~Scene() {
    world.plugin.reset();
    if (plate != nullptr) delete_plate();
  }

  void add_plate(double height) {
    plate = new (room) btRigidBody(0, nullptr, world.shapes.back().get());
    put(height);
    world.world.addRigidBody(plate);
  }

  void delete_plate() {
    world.world.removeRigidBody(plate);
    plate->~btRigidBody();
    plate = nullptr;
  }

  void put(double height) {
    btTransform X = btTransform::getIdentity();
    X.setOrigin(btVector3(1, 0, static_cast<btScalar>(height)));
    plate->setWorldTransform(X);
  }

  int pairs_of_plate() const {
    int count = 0;
    for (const PairReport& pair : world.plugin->pairs())
      count += pair.casting.value == collider.value || pair.target.value == collider.value;
    return count;
  }
};

/// Called once by Bullet in the middle of a step.
std::function<void()> in_search;
void search(btBroadphasePair& pair, btCollisionDispatcher& dispatcher,
            const btDispatcherInfo& info) {
  btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
  if (in_search) std::exchange(in_search, nullptr)();
}

}  // namespace

TEST_CASE("a static body that rested is noticed where it is put", "[bullet][resting]") {
  Scene scene;
  scene.put(0);
  scene.world.step(k_dt);
  CHECK(scene.pairs_of_plate() == 1);
  scene.world.step(k_dt, 5);
  scene.put(-0.1);
  scene.world.step(k_dt);
  CHECK(scene.pairs_of_plate() == 0);
}

TEST_CASE("a static body that rested is noticed where it is put in the callback before a step",
          "[bullet][resting]") {
  Scene scene;
  static Scene* in_callback;
  in_callback = &scene;
  scene.world.world.setInternalTickCallback([](btDynamicsWorld*, btScalar) { in_callback->put(0); },
                                            nullptr, true);
  scene.world.step(k_dt);  // before this step the plugin does not have the callback yet
  REQUIRE(scene.pairs_of_plate() == 1);
  scene.world.step(k_dt, 5);
  scene.world.world.setInternalTickCallback(
      [](btDynamicsWorld*, btScalar) { in_callback->put(-0.1); }, nullptr, true);
  scene.world.step(k_dt, 2);
  CHECK(scene.pairs_of_plate() == 0);
}

TEST_CASE("a static body that rested may become a kinematic one that moves", "[bullet][resting]") {
  Scene scene;
  scene.plate->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
  scene.plate->setActivationState(DISABLE_DEACTIVATION);
  scene.put(0);
  scene.world.step(k_dt);
  CHECK(scene.pairs_of_plate() > 0);
}

TEST_CASE("a position that is no number is found in a static body that rested",
          "[bullet][resting]") {
  Scene scene;
  const auto bad =
      GENERATE(std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity());
  scene.put(bad);
  for (int i = 0; i < 3; ++i)
    CHECK_THROWS_WITH(scene.world.step(k_dt),
                      Catch::Contains("collider 3") && Catch::Contains("position"));
  scene.put(0);
  scene.world.step(k_dt);
  CHECK(scene.pairs_of_plate() == 1);
}

TEST_CASE("a static body that rested and was deleted is missed, though another is at its address",
          "[bullet][resting]") {
  Scene scene;
  TestWorld& world = scene.world;
  scene.delete_plate();
  scene.add_plate(-0.1);  // in its place in the world's list and in its pose, but not registered
  CHECK_THROWS_WITH(world.step(k_dt), Catch::Contains("'collider 3'"));
  CHECK_THROWS_AS(world.plugin->add_collider(*scene.plate, k_plate), InputError);
  world.plugin->remove_collider(scene.collider);
  btTransform X = btTransform::getIdentity();
  X.setOrigin(btVector3(1, 0, btScalar(-0.0701)));
  world.bodies[2]->setWorldTransform(X);
  world.step(k_dt, 3);
  CHECK(scene.pairs_of_plate() == 0);
  scene.collider = world.plugin->add_collider(*scene.plate, k_plate);
  world.bodies[2]->setWorldTransform(X);
  world.step(k_dt);
  CHECK(scene.pairs_of_plate() == 1);
}

TEST_CASE("a body that leaves the world while others rest leaves them at rest",
          "[bullet][resting]") {
  Scene scene;  // the last object, the plate, takes the place of the one that leaves
  scene.world.plugin->remove_collider(scene.world.colliders[1]);
  scene.world.world.removeRigidBody(scene.world.bodies[1].get());
  scene.world.bodies.erase(scene.world.bodies.begin() + 1);
  scene.world.step(k_dt, 3);
  scene.put(0);
  scene.world.step(k_dt);
  CHECK(scene.pairs_of_plate() == 1);
}

TEST_CASE(
    "a static body that is deleted between steps or while Bullet searches for contact is named",
    "[bullet][resting]") {
  Scene scene;
  TestWorld& world = scene.world;
  btRigidBody& leaver = world.add_mesh_body(k_plate, 0, btVector3(0, 0, 0), {1, 0, -0.2});
  world.dispatcher.setNearCallback(search);
  if (GENERATE(true, false)) world.step(k_dt, 5);  // so that it rests
  const auto leave = [&] {
    world.world.removeRigidBody(&leaver);
    std::erase_if(world.bodies, [&](const auto& body) { return body.get() == &leaver; });
    world.add_body(new btSphereShape(btScalar(0.01)), 0, btVector3(0, 0, 0), {5, 0, 0});
  };
  if (GENERATE(true, false)) {
    in_search = leave;
    // Noticed in this step or, if the new body is at the address of the old one, in the next.
    try {
      world.step(k_dt);
    } catch (const SimulationError&) {
    }
    CHECK(!in_search);
  } else {
    leave();
  }
  for (int i = 0; i < 2; ++i) CHECK_THROWS_WITH(world.step(k_dt), Catch::Contains("'collider 4'"));
  world.plugin->remove_collider(world.colliders.back());
  world.step(k_dt, 3);
}

}  // namespace condyle::test::resting_tests
