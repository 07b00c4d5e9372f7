#include <BulletDynamics/ConstraintSolver/btNNCGConstraintSolver.h>
#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorldMt.h>
#include <BulletDynamics/Dynamics/btSimpleDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>

#include <catch2/catch.hpp>
#include <limits>

#include "condyle/error.h"
#include "plugin/test_world.h"

// Input that cannot work is refused when it is set, in one sentence that names the object.

namespace condyle::test::registry_errors_tests {
namespace {

using Catch::Contains;

struct Parts {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
};

struct Bodies {
  Bodies() {
    plate = &world.add_body(new btBoxShape(btVector3(1, 1, 1)), 0, btVector3(0, 0, 0), {0, 0, -1});
    ball =
        &world.add_body(new btSphereShape(btScalar(0.1)), 1, sphere_inertia(1, 0.1), {0, 0, 0.2});
  }
  TestWorld world;
  btRigidBody *plate, *ball;
};

const Layer k_good = k_polyethylene;

}  // namespace

TEST_CASE("worlds and solvers of other kinds are refused", "[bullet][errors]") {
  Parts parts;
  SECTION("of several threads") {
    btConstraintSolverPoolMt pool(2);
    btDiscreteDynamicsWorldMt world(&parts.dispatcher, &parts.broadphase, &pool, nullptr,
                                    &parts.configuration);
    CHECK_THROWS_WITH(bullet::Plugin(world), Contains("btDiscreteDynamicsWorldMt"));
  }
  SECTION("of multibodies") {
    btMultiBodyConstraintSolver solver;
    btMultiBodyDynamicsWorld world(&parts.dispatcher, &parts.broadphase, &solver,
                                   &parts.configuration);
    CHECK_THROWS_WITH(bullet::Plugin(world), Contains("btMultiBody"));
  }
  SECTION("simple ones") {
    btSequentialImpulseConstraintSolver solver;
    btSimpleDynamicsWorld world(&parts.dispatcher, &parts.broadphase, &solver,
                                &parts.configuration);
    CHECK_THROWS_WITH(bullet::Plugin(world), Contains("btDiscreteDynamicsWorld"));
  }
  SECTION("with another solver") {
    btNNCGConstraintSolver nncg;
    btDantzigSolver dantzig;
    btMLCPSolver mlcp(&dantzig);
    btMultiBodyConstraintSolver multibody;  // a sequential-impulse solver with code of its own
    for (btConstraintSolver* solver :
         {static_cast<btConstraintSolver*>(&nncg), static_cast<btConstraintSolver*>(&mlcp),
          static_cast<btConstraintSolver*>(&multibody)}) {
      btDiscreteDynamicsWorld world(&parts.dispatcher, &parts.broadphase, solver,
                                    &parts.configuration);
      CHECK_THROWS_WITH(bullet::Plugin(world), Contains("btSequentialImpulseConstraintSolver"));
      CHECK(world.getConstraintSolver() == solver);
      // The plugin left nothing in the world. The last solver is not stepped: outside its own world
      // it reads memory that Bullet 3.24 never set and may crash.
      if (solver != &multibody) world.stepSimulation(btScalar(0.01), 0);
    }
  }
}

TEST_CASE("a world has one plugin", "[bullet][errors]") {
  TestWorld world;
  CHECK_THROWS_WITH(bullet::Plugin(world.world), Contains("has a Condyle plugin already"));
  world.plugin.reset();
  world.plugin = std::make_unique<bullet::Plugin>(world.world);
}

TEST_CASE("a body is registered once, in its own world", "[bullet][errors]") {
  Bodies bodies;
  bullet::Plugin& plugin = *bodies.world.plugin;
  plugin.add_collider(*bodies.ball, k_good, {-1, "ball"});
  CHECK_THROWS_WITH(plugin.add_collider(*bodies.ball, k_good, {-1, "again"}),
                    Contains("again") && Contains("registered already as 'ball'"));

  TestWorld other;
  CHECK_THROWS_WITH(other.plugin->add_collider(*bodies.plate, k_good, {-1, "plate"}),
                    Contains("plate") && Contains("not in the plugin's world"));
  bodies.world.world.removeRigidBody(bodies.plate);
  CHECK_THROWS_WITH(plugin.add_collider(*bodies.plate, k_good), Contains("addRigidBody"));
  CHECK_THROWS_WITH(
      plugin.add_strand({"cord", 1, 1}, *bodies.plate, {0, 0, 0}, *bodies.ball, {0, 0, 0}),
      Contains("Strand 'cord'") && Contains("addRigidBody"));
  bodies.world.world.addRigidBody(bodies.plate);
}

TEST_CASE("children of compounds are named by their index", "[bullet][errors]") {
  Bodies bodies;
  bullet::Plugin& plugin = *bodies.world.plugin;
  btSphereShape child(btScalar(0.1));
  auto* compound = new btCompoundShape;
  compound->addChildShape(btTransform::getIdentity(), &child);
  compound->addChildShape(btTransform::getIdentity(), &child);
  btRigidBody& body = bodies.world.add_body(compound, 1, btVector3(1, 1, 1), {0, 0, 1});
  const auto surface = std::make_shared<const ContactSurface>(mesh::make_icosphere(0.1, 1), k_good);
  for (const int index : {2, -2, 1000}) {
    CHECK_THROWS_WITH(plugin.add_collider(body, k_good, {index, "foot"}),
                      Contains("foot") && Contains(std::to_string(index)));
    CHECK_THROWS_WITH(plugin.add_collider(body, surface, Pose::Identity(), {index, "foot"}),
                      Contains("foot") && Contains(std::to_string(index)));
  }
  CHECK_THROWS_WITH(plugin.add_collider(*bodies.ball, k_good, {0, "ball"}), Contains("no child 0"));
  CHECK_THROWS_WITH(plugin.add_collider(body, k_good, {-1, "whole"}), Contains("Compound"));

  plugin.add_collider(body, k_good, {1, "right"});
  plugin.add_collider(body, k_good, {0, "left"});
  CHECK_THROWS_WITH(plugin.add_collider(body, k_good, {1, "again"}), Contains("'right'"));
  // The whole shape would press in addition to its children.
  CHECK_THROWS_AS(plugin.add_collider(body, surface, Pose::Identity(), {-1, "whole"}), InputError);
}

TEST_CASE("layers and surfaces are checked", "[bullet][errors]") {
  Bodies bodies;
  bullet::Plugin& plugin = *bodies.world.plugin;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Layer& bad : {Layer{463e6, 0.5, 0.008}, Layer{463e6, 0.46, 0}, Layer{463e6, 0.46, -1},
                           Layer{-1, 0.46, 0.008}, Layer{0, 0.46, 0.008}, Layer{nan, 0.46, 0.008},
                           Layer{463e6, nan, 0.008}, Layer{463e6, 0.46, nan}, Layer{1, -1, 1}})
    CHECK_THROWS_WITH(plugin.add_collider(*bodies.ball, bad, {-1, "shin"}), Contains("shin"));
  CHECK_THROWS_WITH(plugin.add_collider(*bodies.ball, std::shared_ptr<const ContactSurface>(),
                                        Pose::Identity(), {-1, "shin"}),
                    Contains("shin") && Contains("null"));
  Pose bad = Pose::Identity();
  bad.translation().x() = nan;
  const auto surface = std::make_shared<const ContactSurface>(mesh::make_icosphere(0.1, 1), k_good);
  CHECK_THROWS_WITH(plugin.add_collider(*bodies.ball, surface, bad, {-1, "shin"}),
                    Contains("shin") && Contains("X_BS"));
  bad = Pose::Identity();
  bad.linear() *= 2;
  CHECK_THROWS_WITH(plugin.add_collider(*bodies.ball, surface, bad, {-1, "shin"}),
                    Contains("shin") && Contains("X_BS"));
  // The failed calls registered nothing.
  plugin.add_collider(*bodies.ball, surface);
}

TEST_CASE("contacts are checked where they are set", "[bullet][errors]") {
  Bodies bodies;
  bullet::Plugin& plugin = *bodies.world.plugin;
  const auto ball = plugin.add_collider(*bodies.ball, k_good);
  const auto plate = plugin.add_collider(*bodies.plate, k_good);
  ContactSettings bad;
  bad.max_proximity = -1;
  CHECK_THROWS_AS(plugin.set_default_contact(bad), InputError);
  CHECK_THROWS_AS(plugin.set_contact(ball, plate, bad), InputError);
  CHECK_THROWS_WITH(plugin.set_contact(ball, {17}, {}), Contains("17"));
  CHECK_THROWS_AS(plugin.set_contact(ball, ball, {}), InputError);
  CHECK_THROWS_AS(plugin.set_contact(ball, plate, {}, {Region{"heel", {1 << 30}}}), InputError);
  bodies.world.step(1. / 240, 3);  // the last valid settings hold
  plugin.set_contact(plate, ball, {}, {}, CastingSide::first);
  bodies.world.step(1. / 240, 60);
  REQUIRE(plugin.pairs().size() == 1);
  CHECK(plugin.pairs()[0].casting == plate);
  plugin.remove_collider(ball);
  CHECK_THROWS_AS(plugin.set_contact(plate, ball, {}), InputError);
}

TEST_CASE("strands are checked", "[bullet][errors]") {
  Bodies bodies;
  bullet::Plugin& plugin = *bodies.world.plugin;
  const Eigen::Vector3d origin(0, 0, 0), nan(0, std::numeric_limits<double>::quiet_NaN(), 0);
  const auto add = [&](const ligament::Strand& strand, const Eigen::Vector3d& end) {
    return plugin.add_strand(strand, *bodies.plate, origin, *bodies.ball, end);
  };
  CHECK_THROWS_WITH(plugin.add_strand({"acl", 1, 1}, *bodies.ball, origin, *bodies.ball, {0, 0, 1}),
                    Contains("acl") && Contains("one body"));
  CHECK_THROWS_WITH(add({"acl", 1, 0}, origin), Contains("acl"));
  CHECK_THROWS_WITH(add({"acl", -1, 1}, origin), Contains("acl"));
  CHECK_THROWS_WITH(add({"acl", 1, 1}, nan), Contains("acl") && Contains("finite"));
  const StrandId strand = add({"acl", 1, 1}, origin);
  CHECK_THROWS_WITH(plugin.set_strand(strand, {"acl", -1, 1}), Contains("acl"));
  plugin.remove_strand(strand);
  plugin.remove_strand(strand);  // twice is harmless
  CHECK_THROWS_WITH(plugin.set_strand(strand, {"acl", 1, 1}), Contains("no strand"));
}

TEST_CASE("plugin settings are checked", "[bullet][errors]") {
  TestWorld world;
  const auto refused = [&](const auto& change) {
    bullet::PluginSettings settings;
    change(settings);
    CHECK_THROWS_WITH(world.plugin->set_settings(settings), Contains("Settings of the step"));
  };
  refused([](bullet::PluginSettings& s) { s.max_passes = 0; });
  refused([](bullet::PluginSettings& s) { s.max_substeps = 0; });
  refused([](bullet::PluginSettings& s) { s.min_substeps = s.max_substeps + 1; });
  refused([](bullet::PluginSettings& s) { s.pass_tolerance = -1; });
  refused([](bullet::PluginSettings& s) {
    s.pass_tolerance = std::numeric_limits<double>::quiet_NaN();
  });
  CHECK(world.plugin->settings().max_passes == bullet::PluginSettings{}.max_passes);
}

}  // namespace condyle::test::registry_errors_tests
