// Sliding distance, friction's work and wear over an engine's steps.
#include <catch2/catch.hpp>

#include "condyle/contact/contact_result.h"
#include "plugin/pressing.h"

namespace condyle::test::sliding_tests {
namespace {

constexpr double k_mass = 0.5, k_mu = 0.2, k_wear = 1e-12, k_dt = 1.0 / 240;
const Eigen::Vector3d k_size(0.05, 0.05, 0.03);
const Friction k_friction{k_mu, k_mu, 1e-4, 2e-4};

/// A block that slides along x on a plane at the depth of its weight, without tipping.
struct SlidingBlock {
  explicit SlidingBlock(double speed, const bullet::PluginSettings& plugin = {}) : world(plugin) {
    const double depth = flat_depth(k_polyethylene, k_mass * k_gravity, k_size.x() * k_size.y());
    block = &world.add_mesh_body(mesh::make_box(k_size, {10, 10, 2}), k_polyethylene, k_mass,
                                 box_inertia(k_mass, k_size), {0, 0, k_size.z() / 2 - depth});
    world.add_mesh_body(mesh::make_plane_grid(2, 2, 4, 4), k_polyethylene, 0, btVector3(0, 0, 0),
                        {0, 0, 0});
    block->setAngularFactor(btScalar(0));
    block->setLinearVelocity(btVector3(static_cast<btScalar>(speed), 0, 0));
    settings.friction = k_friction;
    settings.wear_coefficient = k_wear;
    set_contact();
  }

  void set_contact() {
    world.plugin->set_contact(world.colliders[0], world.colliders[1], settings, {},
                              CastingSide::first);
  }
  const SlidingRecord& record() const {
    return world.plugin->sliding(world.colliders[0], world.colliders[1]);
  }
  double speed() const { return static_cast<double>(block->getLinearVelocity().x()); }

  TestWorld world;
  ContactSettings settings;
  btRigidBody* block = nullptr;
};

/// The step balances forces to 1e-9 of its momentum; a float engine is less exact.
constexpr double k_balance = k_double_engine ? 1e-8 : 1e-3;

}  // namespace

TEST_CASE("a block at constant speed wears off k F s and rubs with mu F v", "[bullet][sliding]") {
  const int substeps = GENERATE(1, 4);
  CAPTURE(substeps);
  bullet::PluginSettings plugin;
  plugin.min_substeps = substeps;
  SlidingBlock sliding(0.1, plugin);
  constexpr int k_steps = 120;
  double volume = 0, power = 0;
  for (int i = 0; i < k_steps; ++i) {
    sliding.block->applyCentralForce(btVector3(btScalar(k_mu * k_mass * k_gravity), 0, 0));
    sliding.world.step(k_dt);
    const ContactResult& result = sliding.world.plugin->pairs()[0].result();
    const Sliding now = sliding_of(result.total, result.V_TC_C);
    volume += k_wear * now.normal_force * now.slip_velocity.norm() * k_dt;
    power = now.friction_power;
  }
  const double force = k_mass * k_gravity, distance = k_steps * k_dt * 0.1;
  const SlidingRecord& record = sliding.record();
  CHECK(record.sliding_distance == Approx(distance).epsilon(k_balance));
  CHECK(record.worn_volume == Approx(k_wear * force * distance).epsilon(k_balance));
  CHECK(record.friction_work == Approx(k_mu * force * distance).epsilon(k_balance));
  CHECK(power == Approx(k_mu * force * 0.1).epsilon(k_balance));
  // From the engine's own forces and speeds, to the rounding of sums.
  if (substeps == 1)
    CHECK(record.worn_volume == Approx(volume).epsilon(k_double_engine ? 1e-12 : 1e-6));
}

TEST_CASE("friction's work is the energy that a sliding block loses", "[bullet][sliding]") {
  SlidingBlock sliding(0.5);
  double last = sliding.speed(), taken_by_steps = 0;
  while (sliding.speed() > 0.05) {
    sliding.world.step(k_dt);
    const double change = sliding.speed() - last;
    // Backward Euler's share: work at the speed of the step's end, not at the mean speed.
    taken_by_steps += 0.5 * k_mass * change * change;
    last = sliding.speed();
  }
  const double lost = 0.5 * k_mass * (0.25 - last * last);
  CHECK(sliding.record().friction_work + taken_by_steps == Approx(lost).epsilon(k_balance));
  CHECK(sliding.record().friction_work ==
        Approx(lost).epsilon(k_mu * k_gravity * k_dt / 0.5));  // the share of one step
}

TEST_CASE("a record lasts through changes of settings until it is cleared", "[bullet][sliding]") {
  SlidingBlock sliding(0.5);
  sliding.world.step(k_dt, 10);
  const double before = sliding.record().sliding_distance;
  REQUIRE(before > 0);
  REQUIRE(sliding.record().worn_volume > 0);
  sliding.settings.friction.static_coefficient = 0.3;
  sliding.set_contact();
  CHECK(sliding.record().sliding_distance == before);
  sliding.block->setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, 0, 1)));
  sliding.world.step(k_dt);
  CHECK(sliding.world.plugin->pairs().empty());
  CHECK(sliding.record().sliding_distance == before);
  sliding.world.plugin->clear_sliding();
  CHECK(sliding.record().sliding_distance == 0);
  CHECK(sliding.record().worn_depth.empty());
}

TEST_CASE("who asks for no account gets none", "[bullet][sliding]") {
  SlidingBlock sliding(0.5);
  sliding.settings.wear_coefficient = 0;
  sliding.set_contact();
  sliding.world.step(k_dt, 10);
  CHECK(sliding.record().sliding_distance == 0);
  sliding.settings.record_sliding = true;
  sliding.set_contact();
  sliding.world.step(k_dt, 10);
  CHECK(sliding.record().sliding_distance > 0);
  CHECK(sliding.record().friction_work > 0);
  CHECK(sliding.record().worn_depth.empty());
}

TEST_CASE("keeping account changes no bit of the motion", "[bullet][sliding]") {
  SlidingBlock with(0.5), without(0.5);
  without.settings.wear_coefficient = 0;
  without.set_contact();
  for (SlidingBlock* sliding : {&with, &without}) sliding->world.step(k_dt, 60);
  CHECK(with.speed() == without.speed());
  CHECK(height(*with.block) == height(*without.block));
}

}  // namespace condyle::test::sliding_tests
