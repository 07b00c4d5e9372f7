// A step whose elastic layer has more nodes than it can solve for.
#include <catch2/catch.hpp>
#include <string>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "plugin/bits.h"
#include "plugin/test_world.h"

namespace condyle::test::layer_limit_tests {
namespace {

ContactSettings layer_settings(double node_spacing) {
  ContactSettings settings;
  settings.formulation = Formulation::elastic_layer;
  settings.node_spacing = node_spacing;
  return settings;
}

std::shared_ptr<const ContactSurface> fine_pad() {
  static const auto pad = std::make_shared<const ContactSurface>(
      mesh::make_plane_grid(0.02, 0.02, 70, 70), Layer{5e6, 0.3, 0.004}, "pad");
  return pad;
}

/// A block over a pad of some 9,000 nodes. At a low height all of them may press, at a greater one
/// none does.
struct BlockOverPad {
  explicit BlockOverPad(bool by_default = false, double node_spacing = 1e-6) {
    block = &world.add_body(new btBoxShape({btScalar(0.02), btScalar(0.02), btScalar(0.02)}), 0.1,
                            btVector3(1, 1, 1) * btScalar(1e-5), {0, 0, k_above});
    block_id = world.plugin->add_collider(*block, rigid_layer());
    world.add_mesh_body(fine_pad(), 0, btVector3(0, 0, 0), {0, 0, 0});
    if (by_default)
      world.plugin->set_default_contact(layer_settings(node_spacing));
    else
      world.plugin->set_contact(world.colliders.back(), block_id, layer_settings(node_spacing), {},
                                CastingSide::first);
  }

  void put_at(double height) {
    btTransform X = btTransform::getIdentity();
    X.setOrigin({0, 0, btScalar(height)});
    block->setWorldTransform(X);
    block->setInterpolationWorldTransform(X);
  }
  void step() { world.world.stepSimulation(btScalar(1e-3), 0); }

  static constexpr double k_above = 0.03, k_low = 0.0199;
  TestWorld world;
  btRigidBody* block = nullptr;
  ColliderId block_id;
};

}  // namespace

TEST_CASE("a step with too many nodes of an elastic layer leaves the world as it was",
          "[bullet][elastic_layer]") {
  const bool by_default = GENERATE(false, true);
  CAPTURE(by_default);
  BlockOverPad lucky(by_default), unlucky(by_default);
  const auto push = [](BlockOverPad& rig) {
    rig.block->applyForce({btScalar(0.1), 0, 0}, {0, btScalar(0.01), 0});
  };
  for (BlockOverPad* rig : {&lucky, &unlucky}) rig->step();
  unlucky.put_at(BlockOverPad::k_low);
  push(unlucky);
  const std::vector<btScalar> before = bits_of(unlucky.world.world);
  const btVector3 force = unlucky.block->getTotalForce();
  for (int again = 0; again < 2; ++again) {
    CHECK_THROWS_WITH(unlucky.step(),
                      Catch::Contains("pad on ") && Catch::Contains("node_spacing"));
    CHECK(bits_of(unlucky.world.world) == before);
    // A float keeps no more digits of the force beside the block's weight of 1 N.
    CHECK((unlucky.block->getTotalForce() - force).length() < btScalar(1e-6));
    CHECK(unlucky.world.plugin->pairs().empty());
  }
  for (BlockOverPad* rig : {&lucky, &unlucky}) {
    rig->block->clearForces();
    rig->put_at(BlockOverPad::k_above);
    push(*rig);
    rig->step();
  }
  CHECK(bits_of(unlucky.world.world) == bits_of(lucky.world.world));
}

TEST_CASE("after a step with too many nodes the user may set them farther apart and go on",
          "[bullet][elastic_layer]") {
  BlockOverPad rig;
  rig.put_at(BlockOverPad::k_low);
  CHECK_THROWS_AS(rig.step(), InputError);
  rig.world.plugin->set_contact(rig.world.colliders.back(), rig.block_id, layer_settings(1e-3), {},
                                CastingSide::first);
  rig.step();
  REQUIRE(rig.world.plugin->pairs().size() == 1);
  const PairReport& report = rig.world.plugin->pairs()[0];
  CHECK(report.result().layer.active_nodes > 300);
  CHECK(report.F_casting_W.force.z() < 0);
}

}  // namespace condyle::test::layer_limit_tests
