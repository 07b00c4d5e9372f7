// The published knee, flexed under load, as in `condyle simulate DM.osim --joint knee_r`.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "world/model_scene.h"
#include "world/scene_world.h"

namespace condyle::test::driven_knee_tests {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

constexpr double k_rate = 240, k_degree = std::numbers::pi / 180;

const WorldBody& body(const SceneWorld& world, const std::string& name) {
  for (const WorldBody& body : world.bodies())
    if (body.name == name) return body;
  throw std::logic_error("no body " + name);
}

/// The model's knee_flex_r at the bodies' present poses [deg]: the first angle of the tibia in the
/// femur, whose frames have the axes of the joint's frames.
double flexion(const SceneWorld& world) {
  const Matrix3d R_FM =
      body(world, "femur_r").X_WB.linear().transpose() * body(world, "tibia_r").X_WB.linear();
  return std::atan2(R_FM(0, 1), R_FM(1, 1)) / k_degree;
}

/// Force on the tibia, without its load [N].
Vector3d force_on_tibia(const SceneWorld& world) {
  const int tibia = static_cast<int>(&body(world, "tibia_r") - world.bodies().data());
  Vector3d force = body(world, "tibia_r").mass * world.scene().gravity;
  for (const WorldContact& contact : world.contacts()) {
    if (!contact.report) continue;
    const Vector3d on_casting =
        contact.report->X_WC.linear() * contact.report->result().total.contact_force;
    if (contact.casting.body == tibia) force += on_casting;
    if (contact.target.body == tibia) force -= on_casting;
  }
  for (const WorldStrand& strand : world.strands())
    for (const StrandPull& pull : strand.pulls)
      if (pull.body == tibia) force += pull.wrench_W.force;
  return force;
}

/// Imbalance of the forces on the tibia, with the compression of 500 N along the shank [N].
double imbalance(const SceneWorld& world) {
  const scene::SceneLoad& load = world.scene().loads[0];
  return (force_on_tibia(world) + body(world, "tibia_r").X_WB.linear() * load.force).norm();
}

}  // namespace

TEST_CASE("the recorded knee settles under 500 N and flexes, its other motions free",
          "[world][osim][joint]") {
  const std::filesystem::path folder = CONDYLE_SHARED_DIR "/data/dm-tka";
  if (!std::filesystem::exists(folder / "DM.osim")) {
    WARN("SKIPPED: no recorded knee");
    return;
  }
  ModelSceneInput input;
  input.model = folder / "DM.osim";
  input.joint = "knee_r";
  input.flexion = FlexionRange{"", 0, 40 * k_degree};
  opensim::OsimJointLoad compression, quadriceps;
  compression.compression = 500;
  quadriceps.force = Vector3d(0, 200, 0);
  quadriceps.body = "patella_r";
  input.loads = {compression, quadriceps};
  input.duration = 1;
  SceneWorld world(read_model_scene(input).scene);
  REQUIRE(world.strands().size() == 149);
  REQUIRE(world.contacts().size() == 2);
  CHECK(world.scene().loads[0].force.norm() == Approx(500));

  while (!world.settling().is_over) world.step(1 / k_rate);
  CHECK(world.settling().is_at_rest);
  CHECK(world.time() == 0);
  CHECK(flexion(world) == Approx(0).margin(0.01));
  CHECK(imbalance(world) < 1);  // the forces in the joint are some 1000 N

  const Pose start = body(world, "femur_r").X_WB.inverse() * body(world, "tibia_r").X_WB;
  double largest_step = 0;
  for (int i = 0; i < static_cast<int>(k_rate); ++i) {
    const Vector3d tibia = body(world, "tibia_r").X_WB.translation(),
                   patella = body(world, "patella_r").X_WB.translation();
    world.step(1 / k_rate);
    largest_step =
        std::max({largest_step, (body(world, "tibia_r").X_WB.translation() - tibia).norm(),
                  (body(world, "patella_r").X_WB.translation() - patella).norm()});
    CHECK(flexion(world) == Approx(world.readings()[0].value).margin(1e-3));
  }
  CHECK(world.readings()[0].name == "knee_flex_r");
  CHECK(flexion(world) == Approx(40).margin(0.01));
  // The patella follows over some 25 mm within the second. Its peak speed is at most 1.9 times the
  // mean, and 1.5 times that where the groove is steeper.
  CHECK(largest_step < 3 * 25e-3 / k_rate);
  CHECK(imbalance(world) < 5);
  // The tibia has also moved in directions without a drive: forward on the femur.
  const Pose end = body(world, "femur_r").X_WB.inverse() * body(world, "tibia_r").X_WB;
  CHECK((end.translation() - start.translation()).norm() > 3e-3);
}

}  // namespace condyle::test::driven_knee_tests
