// Live changes of strands and their undo.
#include <catch2/catch.hpp>
#include <limits>

#include "condyle/error.h"
#include "view/parameters.h"
#include "world/scene_world.h"

namespace condyle::test::parameters_tests {

using Eigen::Vector3d;

namespace {

/// A mass of 2 kg on a strand below the origin.
scene::Scene hanging_box() {
  scene::Scene scene;
  scene::SceneBody box;
  box.name = "box";
  box.mass = 2;
  box.I_BBcm = Vector3d(0.02, 0.03, 0.04).asDiagonal();
  box.X_WB.translation() = Vector3d(0, -0.3, 0);
  scene.bodies = {box};
  scene::SceneLigament strand;
  strand.strand.name = "rope";
  strand.strand.linear_stiffness = 1000;
  strand.strand.slack_length = 0.3;
  strand.path = {{"", Vector3d::Zero()}, {"box", Vector3d::Zero()}};
  scene.ligaments = {strand};
  return scene;
}

}  // namespace

TEST_CASE("a strand's changes are undone and redone, each by one step", "[view]") {
  SceneWorld world(hanging_box());
  UndoHistory history;
  const auto change = [&](const auto& edit) {
    const Parameters before = parameters_of(world);
    Parameters edited = before;
    edit(edited.strands[0]);
    apply(edited, world);
    history.track(before, true, false);
  };
  const auto stiffness = [&] { return world.strands()[0].strand.linear_stiffness; };

  change([](Parameters::Strand& strand) { strand.strand.linear_stiffness = 500; });
  change([](Parameters::Strand& strand) { strand.is_cut = true; });
  CHECK(stiffness() == 500);
  CHECK(world.strands()[0].is_cut);
  for (int i = 0; i < 24; ++i) world.step(1.0 / 240);
  CHECK(world.bodies()[0].X_WB.translation().y() < -0.34);  // 0.1 s of free fall

  history.undo(world);
  CHECK_FALSE(world.strands()[0].is_cut);
  CHECK(stiffness() == 500);
  for (int i = 0; i < 480; ++i) world.step(1.0 / 240);
  CHECK(world.bodies()[0].X_WB.translation().y() > -0.34);  // it holds again
  history.undo(world);
  CHECK(stiffness() == 1000);
  CHECK_FALSE(history.can_undo());
  history.redo(world);
  history.redo(world);
  CHECK(world.strands()[0].is_cut);
  CHECK(stiffness() == 500);
}

TEST_CASE("a value out of range is refused, and nothing changes", "[view]") {
  SceneWorld world(hanging_box());
  Parameters edited = parameters_of(world);
  edited.strands[0].strand.slack_length = -1;
  CHECK_THROWS_AS(apply(edited, world), InputError);
  CHECK(world.strands()[0].strand.slack_length == 0.3);
}

TEST_CASE("a torn strand that is made whole again is torn again by undo", "[view]") {
  scene::Scene scene = hanging_box();
  scene.ligaments[0].strand.failure_strain = 0.07;  // its own weight would stretch it less
  SceneWorld world(scene);
  const auto fall = [&](int steps) {
    for (int i = 0; i < steps; ++i) world.step(1.0 / 240);
    return world.strands()[0].report->condition;
  };
  world.pull(0, Vector3d::Zero(), Vector3d(0, -0.6, 0), 1e4);
  fall(60);
  world.release();
  REQUIRE(fall(1) == StrandCondition::torn);

  UndoHistory history;
  const Parameters torn = parameters_of(world);
  Parameters whole = torn;
  ++whole.strands[0].mended;
  apply(whole, world);
  history.track(torn, true, false);
  ligament::Strand strong = world.strands()[0].strand;
  strong.failure_strain = std::numeric_limits<double>::infinity();
  world.set_strand(0, strong);
  CHECK(fall(1) == StrandCondition::taut);
  world.set_strand(0, torn.strands[0].strand);
  history.undo(world);
  CHECK(fall(1) == StrandCondition::torn);
  world.set_strand(0, strong);
  CHECK(fall(1) == StrandCondition::torn);  // torn, and not merely too long now
  world.set_strand(0, torn.strands[0].strand);
  history.redo(world);
  world.set_strand(0, strong);
  CHECK(fall(1) == StrandCondition::taut);
}

TEST_CASE("the number of repairs of a strand becomes what is wanted at once", "[view]") {
  SceneWorld world(hanging_box());
  Parameters edited = parameters_of(world);
  for (const int wanted : {3, 1, 1, 2, 0}) {
    edited.strands[0].mended = wanted;
    apply(edited, world);
    CHECK(world.strands()[0].mended == wanted);
  }
}

namespace {

/// Two balls on one plate. In the contact of the second ball both sides cast.
scene::Scene plate_and_balls() {
  const Layer layer{2e6, 0.4, 0.005};
  const auto body = [&](const char* name, scene::BodyKind kind,
                        const scene::MeshFromPrimitive& mesh) {
    scene::SceneBody made;
    made.name = name;
    made.kind = kind;
    made.mass = kind == scene::BodyKind::dynamic ? 1 : 0;
    made.I_BBcm = 1e-3 * Eigen::Matrix3d::Identity();
    made.meshes = {{"mesh", mesh, Pose::Identity(), layer, {}}};
    return made;
  };
  const scene::MeshFromPrimitive ball{
      scene::PrimitiveShape::icosphere, Vector3d::Zero(), 0.02, 0, 0, 2};
  scene::Scene scene;
  scene.bodies = {body("plate", scene::BodyKind::fixed,
                       {scene::PrimitiveShape::plane, {0.1, 0.1, 0}, 0, 0, 0, 4}),
                  body("left", scene::BodyKind::dynamic, ball),
                  body("right", scene::BodyKind::dynamic, ball)};
  scene.bodies[1].X_WB.translation() = Vector3d(-0.03, 0, 0.05);
  scene.bodies[2].X_WB.translation() = Vector3d(0.03, 0, 0.05);
  scene::SceneContact left{"left", {"plate", "mesh"}, {"left", "mesh"}, CastingSide::first, {}, {},
                           {}};
  scene::SceneContact right{
      "right", {"plate", "mesh"}, {"right", "mesh"}, CastingSide::both, {}, {}, {}};
  scene.contacts = {left, right};
  return scene;
}

}  // namespace

TEST_CASE("what several contacts share is edited in any of them", "[view]") {
  SceneWorld world(plate_and_balls());
  REQUIRE(world.contacts().size() == 3);
  CHECK(world.contacts()[2].name == "right.reverse");
  UndoHistory history;
  const auto change = [&](const auto& edit) {
    const Parameters before = parameters_of(world);
    Parameters edited = before;
    edit(edited);
    apply(edited, world);
    history.track(before, true, false);
  };
  // The plate casts in the first two contacts and is the target of the third.
  change([](Parameters& edited) { edited.contacts[0].layers[0].thickness = 0.007; });
  CHECK(world.contacts()[0].casting_layer.thickness == 0.007);
  CHECK(world.contacts()[1].casting_layer.thickness == 0.007);
  CHECK(world.contacts()[2].target_layer.thickness == 0.007);
  CHECK(world.contacts()[2].casting_layer.thickness == 0.005);
  // A pair has one law, whichever side casts.
  change([](Parameters& edited) { edited.contacts[2].settings.dissipation = 3; });
  CHECK(world.contacts()[0].settings.dissipation == 0);
  CHECK(world.contacts()[1].settings.dissipation == 3);
  CHECK(world.contacts()[2].settings.dissipation == 3);
  world.step(1.0 / 240);
  history.undo(world);
  CHECK(world.contacts()[1].settings.dissipation == 0);
  CHECK(world.contacts()[2].settings.dissipation == 0);
  history.undo(world);
  CHECK(world.contacts()[1].casting_layer.thickness == 0.005);
}

}  // namespace condyle::test::parameters_tests
