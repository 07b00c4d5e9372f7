#include <catch2/catch.hpp>
#include <thread>

#include "condyle/error.h"
#include "plugin/bits.h"
#include "plugin/pressing.h"

// A run gives the same bits when it is repeated, with varying steps, and next to another run on a
// second thread.

namespace condyle::test::repeat_tests {
namespace {

constexpr Layer k_foam{2e4, 0.4, 0.01};

/// Balls that fall on one another and on a plate, a compound with a child in Bullet's own contact,
/// a strand, a hinge.
struct Scene {
  Scene() {
    world.add_mesh_body(mesh::make_plane_grid(0.4, 0.4, 8, 8), k_foam, 0, btVector3(0, 0, 0),
                        {0, 0, 0});
    for (int i = 0; i < 3; ++i)
      world.add_mesh_body(mesh::make_icosphere(0.03, 2), k_foam, 0.1, sphere_inertia(0.1, 0.03),
                          {0.01 * i, 0, 0.04 + 0.06 * i});
    auto* feet = new btCompoundShape;
    for (const double x : {-0.03, 0.03})
      feet->addChildShape(bullet::to_bullet(Pose(Eigen::Translation3d(x, 0, 0))), &foot);
    btRigidBody& stool =
        world.add_body(feet, 0.2, box_inertia(0.2, {0.1, 0.04, 0.04}), {0.1, 0, 0.03});
    world.plugin->add_collider(stool, k_foam, {0, "foot"});
    world.plugin->add_strand({"cord", 20, 0.05}, *world.bodies[1], {0, 0, 0}, stool, {0, 0, 0});
    hinge = std::make_unique<btHingeConstraint>(stool, btVector3(0, 0, btScalar(0.05)),
                                                btVector3(0, 1, 0));
    world.world.addConstraint(hinge.get());
  }

  std::vector<btScalar> run() {
    std::vector<btScalar> bits;
    const auto note = [&] {
      const auto now = bits_of(world.world);
      bits.insert(bits.end(), now.begin(), now.end());
    };
    for (int i = 0; i < 8; ++i, note())
      world.world.stepSimulation(btScalar(1. / 30), 8, btScalar(1. / 240));
    for (int i = 0; i < 30; ++i, note())
      world.world.stepSimulation(btScalar(1. / (60 + 37 * (i % 7))), 0);
    return bits;
  }

  btBoxShape foot{btVector3(btScalar(0.02), btScalar(0.02), btScalar(0.02))};
  TestWorld world;
  std::unique_ptr<btHingeConstraint> hinge;
};

std::vector<btScalar> run_once() { return Scene().run(); }

}  // namespace

TEST_CASE("the same run twice gives the same bits", "[bullet][repeat]") {
  const auto first = run_once();
  REQUIRE(std::all_of(first.begin(), first.end(), [](btScalar x) { return std::isfinite(x); }));
  CHECK(first == run_once());
}

TEST_CASE("two threads that share a step give the bits of one", "[bullet][repeat]") {
  const auto alone = run_once();
  for (const int threads : {2, 5}) {
    Scene scene;
    bullet::PluginSettings settings = scene.world.plugin->settings();
    settings.threads = threads;
    scene.world.plugin->set_settings(settings);
    CHECK(scene.run() == alone);
    settings.threads = 0;
    CHECK_THROWS_AS(scene.world.plugin->set_settings(settings), InputError);
  }
}

TEST_CASE("substeps of stepSimulation are steps", "[bullet][repeat]") {
  Scene whole, split;
  for (int i = 0; i < 10; ++i) {
    whole.world.world.stepSimulation(btScalar(1. / 32), 8, btScalar(1. / 256));
    for (int j = 0; j < 8; ++j)
      split.world.world.stepSimulation(btScalar(1. / 256), 1, btScalar(1. / 256));
    REQUIRE(bits_of(whole.world.world) == bits_of(split.world.world));
  }
}

TEST_CASE("worlds on two threads do not meet", "[bullet][repeat]") {
  const auto alone = run_once();
  std::vector<btScalar> results[2];
  std::thread threads[2];
  for (int i = 0; i < 2; ++i)
    threads[i] = std::thread([&results, i] {
      results[i] = run_once();  // installs, runs, uninstalls
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(results[0] == alone);
  CHECK(results[1] == alone);
}

}  // namespace condyle::test::repeat_tests
