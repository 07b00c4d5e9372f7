// The published knee in Bullet: only 149 strands hold its tibia and patella.
#include <catch2/catch.hpp>
#include <filesystem>

#include "simulate/strand_cuts.h"
#include "world/model_scene.h"
#include "world/scene_world.h"

namespace condyle::test::recorded_knee_tests {

using Eigen::Vector3d;

namespace {

constexpr double k_rate = 240;

/// The published knee with its shank level in front of an upright thigh, pressed against it with
/// 500 N and held only in flexion: the posture of the test for a torn posterior cruciate ligament.
scene::Scene knee_at_right_angle(const std::filesystem::path& folder) {
  ModelSceneInput input;
  input.model = folder / "DM.osim";
  input.motion = folder / "tka_passive_flexion_states.sto";
  input.time = 2.39;  // 81 degrees
  scene::Scene scene = read_model_scene(input).scene;
  scene.gravity = Vector3d(-9.81, 0, 0);  // to the back of the tibia
  scene::SceneJoint flexion;
  flexion.name = "flexion";
  flexion.kind = scene::JointKind::generic;
  flexion.body_a = "tibia_r";
  flexion.free_axes = {true, true, true, true, true, false};
  scene.joints = {flexion};
  scene::SceneLoad load;
  load.name = "axial";
  load.body = "tibia_r";
  load.force = Vector3d(0, 500, 0);
  scene.loads = {load};
  for (scene::SceneContact& contact : scene.contacts) contact.settings.dissipation = 1;
  return scene;
}

const WorldBody& tibia(const SceneWorld& world) {
  for (const WorldBody& body : world.bodies()) {
    if (body.name == "tibia_r") return body;
  }
  throw std::logic_error("no tibia");
}

double pcl_force(const SceneWorld& world) {
  double force = 0;
  for (const WorldStrand& strand : world.strands()) {
    if (strand.name.starts_with("PCL")) force += strand.report->force.total_force;
  }
  return force;
}

void run(SceneWorld& world, double seconds) {
  for (long i = 0; i < std::lround(seconds * k_rate); ++i) world.step(1 / k_rate);
}

/// Drift of the tibia in a quarter of a second [m].
double wandering(SceneWorld& world) {
  const Vector3d start = tibia(world).X_WB.translation();
  double most = 0;
  for (int i = 0; i < 60; ++i) {
    world.step(1 / k_rate);
    most = std::max(most, (tibia(world).X_WB.translation() - start).norm());
  }
  return most;
}

}  // namespace

TEST_CASE("the recorded knee settles on its ligaments, and sags when the PCL is cut",
          "[world][osim]") {
  const std::filesystem::path folder = CONDYLE_SHARED_DIR "/data/dm-tka";
  if (!std::filesystem::exists(folder / "DM.osim")) {
    WARN("SKIPPED: no recorded knee");
    return;
  }
  SceneWorld world(knee_at_right_angle(folder));
  REQUIRE(world.strands().size() == 149);
  run(world, 1);
  // Without friction and with little damping in the strands, a slow drift of the free foot remains.
  CHECK(wandering(world) < 0.3e-3);
  CHECK(pcl_force(world) > 50);
  const Pose before = tibia(world).X_WB;

  std::vector<StrandCut> cuts = parse_cuts({"PCL@0"}, world, 1);
  CHECK(cuts[0].strands.size() == 20);
  make_cuts(cuts, world);
  CHECK(cuts.empty());
  run(world, 1);
  CHECK(pcl_force(world) == 0);
  CHECK(wandering(world) < 0.5e-3);
  const Vector3d moved =
      before.linear().transpose() * (tibia(world).X_WB.translation() - before.translation());
  CHECK(moved.x() < -1.5e-3);         // backward ...
  CHECK(std::abs(moved.y()) < 1e-3);  // ... along the level insert
}

}  // namespace condyle::test::recorded_knee_tests
