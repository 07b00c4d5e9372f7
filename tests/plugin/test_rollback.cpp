#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <functional>

#include "condyle/error.h"
#include "plugin/bits.h"
#include "plugin/pressing.h"
#include "plugin/soft_world.h"

// A game that rolls back, or a study that branches: from a saved moment, steps give the same bits.

namespace condyle::test::rollback_tests {
namespace {

constexpr Layer k_soft{5e6, 0.4, 0.005};
constexpr Layer k_rubber{2e5, 0.4, 0.005};
constexpr double k_radius = 0.03, k_mass = 0.3, k_dt = 1.0 / 240;

/// Balls that stick, rub and wear on a plate, one of them drawn by a kinematic paddle, two on a
/// strand that tears, and a box on Bullet's own contacts that lies on one which swings.
struct Heap {
  Heap() {
    ContactSettings settings;
    settings.dissipation = 1;
    settings.friction.mode = FrictionMode::stiction;
    settings.friction.static_coefficient = 0.4;
    settings.friction.dynamic_coefficient = 0.3;
    settings.record_sliding = true;
    settings.wear_coefficient = 1e-13;
    world.plugin->set_default_contact(settings);
    world.add_mesh_body(transformed(mesh::make_box({0.6, 0.6, 0.1}, {20, 20, 1}),
                                    Pose(Eigen::Translation3d(0, 0, -0.05))),
                        k_soft, 0, {0, 0, 0}, {0, 0, 0});
    const auto ball =
        std::make_shared<ContactSurface>(mesh::make_icosphere(k_radius, 3), k_soft, "ball");
    for (int i = 0; i < 4; ++i) {
      btRigidBody& added = world.add_mesh_body(
          ball, k_mass, sphere_inertia(k_mass, k_radius),
          {0.059 * (i % 2) + 0.001 * i, 0.002 * i, k_radius + 0.058 * (i / 2) + 0.001});
      added.setLinearVelocity(btVector3(btScalar(0.1 * i), btScalar(0.05), 0));
    }
    ligament::Strand law{"cord", 200, 0.05, 0.02, 0.1};
    law.failure_strain = 0.25;
    cord = world.plugin->add_strand(law, *world.bodies[3], {0, 0, 0}, *world.bodies[4], {0, 0, 0});
    paddle = &world.add_mesh_body(mesh::make_box({0.02, 0.2, 0.1}, {1, 8, 4}), k_soft, 0, {0, 0, 0},
                                  {-0.1, 0, 0.06});
    paddle->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    paddle->setActivationState(DISABLE_DEACTIVATION);
    for (int i = 0; i < 2; ++i)  // one lies on the other, which swings
      world.add_body(new btBoxShape(btVector3(btScalar(0.03), btScalar(0.03), btScalar(0.03))), 0.2,
                     box_inertia(0.2, {0.06, 0.06, 0.06}), {0.4, 0, 0.36 - 0.06 * i});
    hinge = std::make_unique<btHingeConstraint>(*world.bodies.back(),
                                                btVector3(0, 0, btScalar(0.1)), btVector3(0, 1, 0));
    world.world.addConstraint(hinge.get());
  }

  /// Steps with the numbers of `first` and so on.
  void run(int first, int steps) {
    for (int i = first; i < first + steps; ++i) {
      paddle->setWorldTransform(
          btTransform(btQuaternion::getIdentity(),
                      btVector3(btScalar(-0.1 + 0.05 * std::sin(0.03 * i)), 0, btScalar(0.06))));
      world.bodies[1]->applyCentralForce(btVector3(0, btScalar(0.2 * std::sin(0.2 * i)), 0));
      if (i == 130) world.bodies[4]->setLinearVelocity(btVector3(btScalar(1.5), 0, 0));
      world.world.stepSimulation(btScalar(k_dt), 0);
    }
  }

  std::uint64_t hash() const { return bullet::Plugin::hash_of(*world.plugin->save()); }

  /// All that can be seen.
  std::vector<double> seen() const {
    std::vector<double> numbers;
    for (const btScalar bit : bits_of(world.world)) numbers.push_back(double(bit));
    const bullet::Plugin& plugin = *world.plugin;
    numbers.insert(numbers.end(),
                   {plugin.time(), plugin.energy_totals().numbers, plugin.energy_totals().friction,
                    static_cast<double>(plugin.step_totals().passes), plugin.strands()[0].torn,
                    plugin.strands()[0].force.total_force});
    for (const PairReport& pair : plugin.pairs()) {
      const Eigen::Vector3d& force = pair.F_casting_W.force;
      numbers.insert(numbers.end(), force.begin(), force.end());
      numbers.push_back(pair.result().total.max_pressure);
      numbers.push_back(plugin.sliding(pair.casting, pair.target).sliding_distance);
    }
    return numbers;
  }

  TestWorld world;
  StrandId cord;
  btRigidBody* paddle = nullptr;
  std::unique_ptr<btHingeConstraint> hinge;
};

}  // namespace

TEST_CASE("from a saved moment, steps give the same bits again", "[bullet][rollback]") {
  Heap heap;
  heap.run(0, 100);
  const auto moment = heap.world.plugin->save();
  heap.run(100, 80);
  const std::vector<double> first = heap.seen();
  const std::uint64_t hash = heap.hash();
  REQUIRE(heap.world.plugin->pairs().size() >= 3);
  REQUIRE(heap.world.plugin->energy_totals().friction > 0);
  REQUIRE(heap.world.plugin->strands()[0].torn > 0);
  REQUIRE(bullet_points(heap.world.world, *heap.world.bodies[6], *heap.world.bodies[7]) > 0);

  // Other things happen before it is gone back to: balls fly off, and pairs are forgotten.
  const auto disturb = GENERATE(0, 1, 2);
  if (disturb == 1) {
    heap.world.plugin->tear_strand(heap.cord);
    for (int i = 1; i < 5; ++i)
      heap.world.bodies[i]->setLinearVelocity(btVector3(0, 0, btScalar(i)));
    heap.world.bodies[6]->setLinearVelocity(btVector3(1, 0, 2));
    heap.run(500, 60);
    REQUIRE(heap.seen() != first);
  }
  if (disturb == 2) {
    Heap other;  // a world that was made in the same way
    other.run(300, 3);
    other.world.plugin->restore(*moment);
    other.run(100, 80);
    CHECK(other.seen() == first);
    CHECK(other.hash() == hash);
  }
  heap.world.plugin->restore(*moment);
  CHECK(heap.world.plugin->pairs().empty());
  heap.run(100, 80);
  CHECK(heap.seen() == first);
  CHECK(heap.hash() == hash);
}

TEST_CASE("a moment's hash tells of one bit, and is that of the memory alone",
          "[bullet][rollback]") {
  Heap heap, twin;
  for (int step = 0; step < 60; ++step) {
    heap.run(step, 1);
    twin.run(step, 1);
    REQUIRE(heap.hash() == twin.hash());
  }
  const std::uint64_t hash = heap.hash();
  CHECK(heap.hash() == hash);
  btRigidBody& ball = *heap.world.bodies[2];
  const btVector3 v = ball.getLinearVelocity();
  SECTION("of a velocity") {
    ball.setLinearVelocity({std::nextafter(v.x(), btScalar(1)), v.y(), v.z()});
  }
  SECTION("of a strand's law") {  // to set one wakes bodies, which the hash tells too
    ligament::Strand law = heap.world.plugin->strand(heap.cord);
    twin.world.plugin->set_strand(twin.cord, law);
    law.softening_strain *= 1 + 1e-15;
    heap.world.plugin->set_strand(heap.cord, law);
    CHECK(heap.hash() != twin.hash());
  }
  SECTION("of a strand") { heap.world.plugin->cut_strand(heap.cord); }
  SECTION("of time") { heap.run(60, 1); }
  CHECK(heap.hash() != hash);
}

TEST_CASE("saving a moment changes no bit", "[bullet][rollback]") {
  Heap plain, saved;
  plain.run(0, 120);
  for (int i = 0; i < 120; ++i) {
    saved.run(i, 1);
    saved.world.plugin->save();
  }
  CHECK(plain.seen() == saved.seen());
}

TEST_CASE("a pair on an elastic layer goes back to its tolerance", "[bullet][rollback]") {
  TestWorld world;
  ContactSettings settings;
  settings.formulation = Formulation::elastic_layer;
  settings.node_spacing = 0.004;
  settings.friction.static_coefficient = settings.friction.dynamic_coefficient = 0.3;
  world.plugin->set_default_contact(settings);
  world.add_mesh_body(transformed(mesh::make_box({0.4, 0.4, 0.1}, {20, 20, 1}),
                                  Pose(Eigen::Translation3d(0, 0, -0.05))),
                      k_soft, 0, {0, 0, 0}, {0, 0, 0});
  btRigidBody& ball =
      world.add_mesh_body(mesh::make_icosphere(k_radius, 3), k_soft, k_mass,
                          sphere_inertia(k_mass, k_radius), {0, 0, k_radius + 0.0005});
  ball.setLinearVelocity(btVector3(btScalar(0.1), 0, 0));
  world.step(k_dt, 40);
  REQUIRE(pressing(*world.plugin) == 1);
  const auto moment = world.plugin->save();
  const auto run = [&] {
    world.step(k_dt, 30);
    return world.plugin->pairs()[0].F_casting_W.force;
  };
  const Eigen::Vector3d first = run();
  world.plugin->restore(*moment);
  CHECK((run() - first).norm() <= 100 * settings.layer_tolerance * first.norm());
}

TEST_CASE("a soft body goes back to the bit", "[bullet][rollback][soft]") {
  SoftWorld world;
  btSoftBody& soft = world.add_lattice({});
  world.plugin->add_collider(soft, k_rubber);
  world.add_body(mesh::make_icosphere(0.02, 3), k_rubber, 0.02, 3.2e-6, {0.003, 0.002, 0.021});
  world.step(k_dt / 4, 80);
  const auto moment = world.plugin->save();
  const auto run = [&] {
    world.step(k_dt / 4, 80);
    std::vector<btScalar> bits;
    const auto add = [&bits](const btVector3& v) {
      bits.insert(bits.end(), {v.x(), v.y(), v.z()});
    };
    for (int i = 0; i < soft.m_nodes.size(); ++i)
      add(soft.m_nodes[i].m_x), add(soft.m_nodes[i].m_v);
    add(world.bodies[0]->getWorldTransform().getOrigin());
    add(world.bodies[0]->getLinearVelocity());
    return bits;
  };
  const auto first = run();
  REQUIRE(pressing(*world.plugin) == 1);
  world.step(k_dt / 4, 17);
  world.plugin->restore(*moment);
  CHECK(run() == first);
}

TEST_CASE("a moment of another world is refused", "[bullet][rollback]") {
  Heap heap;
  heap.run(0, 5);
  const auto moment = heap.world.plugin->save();
  CHECK(bullet::Plugin::size_of(*moment) > 1000);
  SECTION("with another strand") {
    heap.world.plugin->add_strand({"more", 20, 0.05}, *heap.world.bodies[1], {0, 0, 0},
                                  *heap.world.bodies[2], {0, 0, 0});
  }
  SECTION("with another collider") { heap.world.plugin->remove_collider({2}); }
  SECTION("with another body") {
    heap.world.add_body(new btSphereShape(1), 1, {1, 1, 1}, {0, 0, 9});
  }
  const auto before = bits_of(heap.world.world);
  CHECK_THROWS_WITH(heap.world.plugin->restore(*moment),
                    Catch::Contains("was made") || Catch::Contains("saved"));
  CHECK(bits_of(heap.world.world) == before);
}

}  // namespace condyle::test::rollback_tests
