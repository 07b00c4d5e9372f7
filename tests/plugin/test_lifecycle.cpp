#include <BulletCollision/CollisionDispatch/btSimulationIslandManager.h>
#include <BulletDynamics/ConstraintSolver/btNNCGConstraintSolver.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <tuple>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "plugin/pressing.h"

// Installing, removing and changing the plugin and its registered objects at any time between
// steps.

namespace condyle::test::lifecycle_tests {
namespace {

constexpr double k_half = 0.05;
constexpr double k_mass = 0.5;
constexpr double k_area = 4 * k_half * k_half;
/// So soft that its depths (0.2 mm) differ clearly from those of Bullet's own contact, which are 0.
constexpr Layer k_foam{2e4, 0.4, 0.01};

double rest_height() { return k_half - flat_depth(k_foam, k_mass * k_gravity, k_area); }

/// A world with a box on a fixed box, at first without the plugin.
struct BoxOnBox {
  BoxOnBox() {
    world.setGravity(btVector3(0, 0, static_cast<btScalar>(-k_gravity)));
    ground = add(0, -0.1, {0.2, 0.2, 0.1});
    box = add(k_mass, k_half, {k_half, k_half, k_half});
  }
  ~BoxOnBox() {
    for (auto& body : bodies) world.removeRigidBody(body.get());
  }

  btRigidBody* add(double mass, double z, const Eigen::Vector3d& half) {
    shapes.push_back(std::make_unique<btBoxShape>(bullet::to_bullet(half)));
    btRigidBody::btRigidBodyConstructionInfo info(static_cast<btScalar>(mass), nullptr,
                                                  shapes.back().get(), box_inertia(mass, 2 * half));
    info.m_startWorldTransform.setOrigin(bullet::to_bullet(Eigen::Vector3d(0, 0, z)));
    bodies.push_back(std::make_unique<btRigidBody>(info));
    bodies.back()->setActivationState(DISABLE_DEACTIVATION);
    world.addRigidBody(bodies.back().get());
    return bodies.back().get();
  }

  void press(bullet::Plugin& plugin) {
    box_collider = plugin.add_collider(*box, k_foam);
    ground_collider = plugin.add_collider(*ground, k_foam);
  }

  void step(int count, double dt = 1. / 240) {
    for (int i = 0; i < count; ++i) world.stepSimulation(static_cast<btScalar>(dt), 0);
  }

  int points() { return bullet_points(world, *box, *ground); }

  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;
  btRigidBody *ground = nullptr, *box = nullptr;
  ColliderId box_collider, ground_collider;
};

int pre_ticks = 0, near_calls = 0;
void count_pre_tick(btDynamicsWorld*, btScalar) { ++pre_ticks; }
void count_near(btBroadphasePair& pair, btCollisionDispatcher& dispatcher,
                const btDispatcherInfo& info) {
  ++near_calls;
  btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
}
void refuse_near(btBroadphasePair&, btCollisionDispatcher&, const btDispatcherInfo&) {}

}  // namespace

TEST_CASE("the plugin takes over a running contact and gives it back", "[bullet][lifecycle]") {
  BoxOnBox rig;
  rig.step(60);
  REQUIRE(rig.points() > 0);
  const btSimulationIslandManager* islands = rig.world.getSimulationIslandManager();
  rig.world.getSolverInfo().m_minimumSolverBatchSize = 77;
  {
    bullet::Plugin plugin(rig.world);
    rig.press(plugin);
    rig.step(240);
    CHECK(rig.points() == 0);
    CHECK(height(*rig.box) == at_depth(rest_height(), k_half - rest_height()));
    REQUIRE(plugin.pairs().size() == 1);
    CHECK(rig.world.getNumConstraints() == 0);
    CHECK(rig.world.getConstraintSolver() != &rig.solver);
  }
  CHECK(rig.world.getConstraintSolver() == &rig.solver);
  CHECK(rig.world.getSimulationIslandManager() == islands);
  CHECK(rig.world.getSolverInfo().m_minimumSolverBatchSize == 77);
  CHECK(rig.world.getNumConstraints() == 0);
  rig.step(1);
  CHECK(rig.points() > 0);  // from the first step on
  rig.step(240);
  // Bullet's own contact has pushed the box out of the overlap.
  CHECK(height(*rig.box) > rest_height() + 1e-4);
  CHECK(height(*rig.box) < k_half + 1e-3);
}

TEST_CASE("removing a collider in contact brings Bullet's contact back at once",
          "[bullet][lifecycle]") {
  BoxOnBox rig;
  bullet::Plugin plugin(rig.world);
  rig.press(plugin);
  rig.step(120);
  plugin.remove_collider(rig.ground_collider);
  CHECK(plugin.pairs().empty());
  rig.step(1);
  CHECK(rig.points() > 0);
  CHECK(plugin.pairs().empty());
  rig.step(60);
  CHECK(height(*rig.box) > k_half - 1e-3);

  plugin.remove_collider(rig.ground_collider);  // twice is harmless
  rig.ground_collider = plugin.add_collider(*rig.ground, k_foam);
  rig.step(240);
  CHECK(rig.points() == 0);
  CHECK(height(*rig.box) == at_depth(rest_height(), k_half - rest_height()));
}

TEST_CASE("the user's callbacks go on, whenever they were set", "[bullet][lifecycle]") {
  BoxOnBox rig;
  const bool before = GENERATE(true, false);
  const auto set = [&rig] {
    rig.world.setInternalTickCallback(count_pre_tick, nullptr, true);
    rig.dispatcher.setNearCallback(count_near);
  };
  if (before) set();
  auto plugin = std::make_unique<bullet::Plugin>(rig.world);
  rig.press(*plugin);
  rig.step(240);
  const double z = height(*rig.box);
  if (!before) set();
  pre_ticks = near_calls = 0;
  rig.step(1);
  // No step is without contact: one step of free fall would be g dt^2 = 0.17 mm.
  CHECK(height(*rig.box) == at_depth(z, k_half - rest_height()));
  CHECK(pre_ticks == 1);
  CHECK(near_calls == 1);
  plugin.reset();
  rig.step(10);
  CHECK(pre_ticks == 11);
  CHECK(near_calls == 11);
  CHECK(rig.dispatcher.getNearCallback() == count_near);
}

TEST_CASE("a pair that the user's near callback refuses does not press", "[bullet][lifecycle]") {
  BoxOnBox rig;
  bullet::Plugin plugin(rig.world);
  rig.press(plugin);
  rig.step(60);
  rig.dispatcher.setNearCallback(refuse_near);
  rig.step(60);
  CHECK(plugin.pairs().empty());
  CHECK(height(*rig.box) < k_half - 0.2);  // g / 2 (1/4 s)^2 = 0.3 m
}

TEST_CASE("bodies without contact response do not press", "[bullet][lifecycle]") {
  BoxOnBox rig;
  bullet::Plugin plugin(rig.world);
  rig.press(plugin);
  rig.step(60);
  rig.ground->setCollisionFlags(rig.ground->getCollisionFlags() |
                                btCollisionObject::CF_NO_CONTACT_RESPONSE);
  rig.step(12);
  CHECK(plugin.pairs().empty());
  CHECK(rig.points() > 0);  // as a sensor it still reports contacts
  CHECK(height(*rig.box) < k_half - 5e-3);
}

TEST_CASE("a solver that the user sets later is taken over too", "[bullet][lifecycle]") {
  BoxOnBox rig;
  btSequentialImpulseConstraintSolver other;
  {
    bullet::Plugin plugin(rig.world);
    rig.press(plugin);
    rig.step(240);
    const double z = height(*rig.box);
    rig.world.setConstraintSolver(&other);
    rig.step(1);
    CHECK(height(*rig.box) == at_depth(z, k_half - rest_height()));
    btNNCGConstraintSolver wrong;
    rig.world.setConstraintSolver(&wrong);
    CHECK_THROWS_AS(rig.step(1), InputError);
    rig.world.setConstraintSolver(&other);
    rig.step(60);
    CHECK(height(*rig.box) == at_depth(rest_height(), k_half - rest_height()));
  }
  CHECK(rig.world.getConstraintSolver() == &other);
  rig.step(10);
  CHECK(rig.points() > 0);
}

TEST_CASE("a world that owns its solver gets it back alive", "[bullet][lifecycle]") {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btDiscreteDynamicsWorld world{&dispatcher, &broadphase, nullptr, &configuration};
  btConstraintSolver* own = world.getConstraintSolver();
  {
    bullet::Plugin plugin(world);
    CHECK(world.getConstraintSolver() != own);
    world.stepSimulation(btScalar(0.01), 0);
  }
  REQUIRE(world.getConstraintSolver() == own);
  world.stepSimulation(btScalar(0.01), 0);
}

TEST_CASE("the user's actions keep their order and their last word", "[bullet][lifecycle]") {
  struct Stop final : btActionInterface {
    explicit Stop(btRigidBody& stopped) : body(stopped) {}
    void updateAction(btCollisionWorld*, btScalar) override {
      ++calls;
      body.setLinearVelocity(btVector3(3, 0, 0));
    }
    void debugDraw(btIDebugDraw*) override {}
    btRigidBody& body;
    int calls = 0;
  };
  BoxOnBox rig;
  Stop before(*rig.box), after(*rig.box);
  rig.world.addAction(&before);
  {
    bullet::PluginSettings settings;
    settings.min_substeps = 4;  // velocities at the end differ from the mean
    bullet::Plugin plugin(rig.world, settings);
    rig.press(plugin);
    rig.world.addAction(&after);
    rig.step(3);
    CHECK(before.calls == 3);
    CHECK(rig.box->getLinearVelocity().x() == Approx(3));
    CHECK(rig.box->getLinearVelocity().z() == 0);
    rig.world.removeAction(&after);
  }
  rig.step(2);
  CHECK(before.calls == 5);
  CHECK(after.calls == 3);
  rig.world.removeAction(&before);
}

TEST_CASE("a body whose proxy in the broad phase was made anew is registered anew",
          "[bullet][lifecycle]") {
  BoxOnBox rig;
  bullet::Plugin plugin(rig.world);
  rig.press(plugin);
  plugin.set_default_contact({.dissipation = 1});
  rig.step(240);
  const auto force = [&] {
    REQUIRE(plugin.pairs().size() == 1);
    return plugin.pairs()[0].result().total.contact_force.norm();
  };
  const double weight = k_mass * k_gravity;
  REQUIRE(force() == Approx(weight).epsilon(1e-3));
  rig.world.refreshBroadphaseProxy(rig.box);
  CHECK_THROWS_WITH(rig.step(1), Catch::Contains("'collider 0'") &&
                                     Catch::Contains("call remove_collider first"));
  CHECK_THROWS_WITH(plugin.add_collider(*rig.box, k_foam), Catch::Contains("remove_collider"));
  plugin.remove_collider(rig.box_collider);
  rig.box_collider = plugin.add_collider(*rig.box, k_foam);
  for (int i = 0; i < 24; ++i) {
    rig.step(1);
    REQUIRE(force() == Approx(weight).epsilon(1e-3));
    REQUIRE(rig.points() == 0);
  }
  CHECK(height(*rig.box) == at_depth(rest_height(), k_half - rest_height()));
}

TEST_CASE("bodies leave the world in the middle of contact", "[bullet][lifecycle]") {
  TestWorld world;
  world.add_mesh_body(mesh::make_plane_grid(0.4, 0.4, 20, 20), k_foam, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  btRigidBody& ball = world.add_mesh_body(mesh::make_icosphere(0.03, 3), k_foam, 0.1,
                                          sphere_inertia(0.1, 0.03), {0, 0, 0.03});
  btRigidBody& other = world.add_mesh_body(mesh::make_icosphere(0.03, 3), k_foam, 0.1,
                                           sphere_inertia(0.1, 0.03), {0.14, 0, 0.03});
  const StrandId strand = world.plugin->add_strand(
      {"cord", 50, 0.135}, ball, Eigen::Vector3d::Zero(), other, Eigen::Vector3d::Zero());
  world.step(1. / 240, 240);
  REQUIRE(pressing(*world.plugin) == 2);
  REQUIRE(world.plugin->strands().size() == 1);

  // What is missing is named, and the world is as before.
  const double before = height(other);
  world.world.removeRigidBody(&ball);
  std::erase_if(world.bodies, [&](const auto& body) { return body.get() == &ball; });
  for (int i = 0; i < 2; ++i)
    CHECK_THROWS_WITH(world.step(1. / 240), Catch::Contains("'collider 1'") &&
                                                Catch::Contains("has left the world") &&
                                                Catch::Contains("call remove_collider first"));
  CHECK(world.plugin->pairs().empty());
  CHECK(height(other) == before);
  CHECK_THROWS_WITH(world.plugin->strand_length(strand), Catch::Contains("'collider 1'"));
  world.plugin->remove_collider(world.colliders[1]);
  CHECK_THROWS_WITH(world.step(1. / 240), Catch::Contains("strand 'cord'") &&
                                              Catch::Contains("call remove_strand first"));
  world.plugin->remove_strand(strand);
  world.step(1. / 240, 30);
  CHECK(pressing(*world.plugin) == 1);
  CHECK(world.plugin->strands().empty());
  CHECK(height(other) > 0.02);  // free fall: 8 cm
  CHECK_THROWS_AS(world.plugin->set_strand(strand, {"cord", 50, 0.08}), InputError);

  // A body that comes back is registered anew.
  world.plugin->remove_collider(world.colliders.back());
  world.world.removeRigidBody(&other);
  world.world.addRigidBody(&other);
  const ColliderId again = world.plugin->add_collider(other, k_foam);
  CHECK(again.value > world.colliders.back().value);
  world.step(1. / 240, 30);
  CHECK(pressing(*world.plugin) == 1);
  CHECK(height(other) > 0.02);  // free fall: 8 cm
}

TEST_CASE("no report outlives the colliders that it is of", "[bullet][lifecycle]") {
  TestWorld world;
  world.add_mesh_body(mesh::make_plane_grid(0.4, 0.4, 20, 20), k_foam, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  btRigidBody& ball = world.add_mesh_body(mesh::make_icosphere(0.03, 3), k_foam, 0.1,
                                          sphere_inertia(0.1, 0.03), {0, 0, 0.03});
  world.step(1. / 240, 120);
  REQUIRE(pressing(*world.plugin) == 1);

  world.plugin->remove_collider(world.colliders.back());
  CHECK(world.plugin->pairs().empty());
  world.world.removeRigidBody(&ball);
  world.plugin->set_default_contact({});
  std::erase_if(world.bodies, [&](const auto& body) { return body.get() == &ball; });
}

TEST_CASE("bodies come and go at random", "[bullet][lifecycle][property]") {
  const auto seed = GENERATE(take(3, random(0, 1 << 30)));
  INFO("seed " << seed);
  std::mt19937 random(static_cast<unsigned>(seed));
  const auto uniform = [&random](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  bullet::PluginSettings settings;
  settings.max_substeps = 4;  // bodies appear inside others, which would otherwise take seconds
  TestWorld world(settings);
  const auto ball = std::make_shared<const ContactSurface>(mesh::make_icosphere(0.03, 2), k_foam);
  world.add_mesh_body(mesh::make_plane_grid(0.3, 0.3, 10, 10), k_foam, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  std::vector<StrandId> strands;
  std::vector<std::pair<btRigidBody*, ColliderId>> registered;
  std::vector<std::tuple<btRigidBody*, btRigidBody*, StrandId>> tied;
  const auto any_body = [&]() -> btRigidBody& {
    return *world.bodies[std::uniform_int_distribution<std::size_t>(
        0, world.bodies.size() - 1)(random)];
  };
  for (int i = 0; i < 100; ++i) {
    switch (std::uniform_int_distribution<int>(0, 5)(random)) {
      case 0:
      case 1: {
        if (world.bodies.size() > 12) break;
        btRigidBody& body =
            world.add_body(new bullet::SurfaceShape(ball), 0.1, sphere_inertia(0.1, 0.03),
                           {uniform(-0.1, 0.1), uniform(-0.1, 0.1), uniform(0.02, 0.1)});
        world.colliders.push_back(world.plugin->add_collider(body, ball));
        registered.emplace_back(&body, world.colliders.back());
        break;
      }
      case 2: {
        btRigidBody& body = any_body();
        if (&body == world.bodies.front().get()) break;
        for (const auto& [on, id] : registered)
          if (on == &body) world.plugin->remove_collider(id);
        for (const auto& [a, b, id] : tied)
          if (a == &body || b == &body) world.plugin->remove_strand(id);
        world.world.removeRigidBody(&body);
        std::erase_if(world.bodies, [&](const auto& b) { return b.get() == &body; });
        break;
      }
      case 3: {
        btRigidBody &a = any_body(), &b = any_body();
        if (&a == &b) break;
        strands.push_back(world.plugin->add_strand({"cord", 20, 0.05}, a, {0, 0, 0}, b, {0, 0, 0}));
        tied.emplace_back(&a, &b, strands.back());
        break;
      }
      case 4:
        if (world.colliders.size() > 1) world.plugin->remove_collider(world.colliders.back());
        break;
      default:
        if (!strands.empty()) world.plugin->remove_strand(strands[random() % strands.size()]);
    }
    world.step(1. / 240);
    REQUIRE(world.world.getNumConstraints() == 0);
    for (const PairReport& pair : world.plugin->pairs())
      REQUIRE(pair.F_casting_W.force.allFinite());
  }
  for (const auto& body : world.bodies)
    CHECK(std::isfinite(body->getWorldTransform().getOrigin().length()));
}

TEST_CASE("the plugin may go after the bodies", "[bullet][lifecycle]") {
  TestWorld world;
  world.add_mesh_body(mesh::make_plane_grid(0.3, 0.3, 4, 4), k_foam, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  world.add_mesh_body(mesh::make_icosphere(0.03, 2), k_foam, 0.1, sphere_inertia(0.1, 0.03),
                      {0, 0, 0.03});
  world.step(1. / 240, 10);
  for (auto& body : world.bodies) world.world.removeRigidBody(body.get());
  world.bodies.clear();
  SECTION("at once") {}
  SECTION("after a step") { CHECK_THROWS_AS(world.step(1. / 240), SimulationError); }
  world.plugin.reset();
  CHECK(world.world.getNumConstraints() == 0);
  world.step(1. / 240);
}

TEST_CASE("no link is left in the world where it can be seen", "[bullet][lifecycle]") {
  BoxOnBox rig;
  bullet::Plugin plugin(rig.world);
  rig.press(plugin);
  int seen = -1;
  plugin.on_substep([&](double) { seen = rig.world.getNumConstraints(); });
  rig.step(2);
  CHECK(seen == 0);
  CHECK(rig.world.getNumConstraints() == 0);
}

}  // namespace condyle::test::lifecycle_tests
