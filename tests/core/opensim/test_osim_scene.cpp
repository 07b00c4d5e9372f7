// OpenSim models as scenes: moving bodies, masses, joints and strands.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "condyle/error.h"
#include "condyle/opensim/osim_motion.h"
#include "condyle/opensim/osim_scene.h"
#include "condyle/scene/scene_build.h"
#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "core/opensim/osim_text.h"
#include "core/opensim/src/osim_path_tracer.h"

namespace condyle::test::osim_scene_tests {

using namespace opensim;
using Eigen::Vector3d;

namespace {

constexpr const char* k_pin = R"(<PinJoint name="knee">
<socket_parent_frame>thigh_end</socket_parent_frame>
<socket_child_frame>/bodyset/shank</socket_child_frame>
<coordinates><Coordinate name="flexion"><default_value>0.5</default_value></Coordinate></coordinates>
<frames><PhysicalOffsetFrame name="thigh_end"><socket_parent>/bodyset/thigh</socket_parent>
<translation>0 -0.4 0</translation><orientation>0 0 0</orientation></PhysicalOffsetFrame></frames>
</PinJoint>)";
constexpr const char* k_properties =
    "<linear_stiffness>2000</linear_stiffness><slack_length>0.06</slack_length>";

OsimScene scene_in(const TemporaryFolder& folder, const OsimText& text) {
  const std::filesystem::path file = folder.write("leg.osim", text.text());
  const OsimModel model = read_osim(file);
  const OsimKinematics kinematics(model);
  return scene_of(model, kinematics, default_state(model, kinematics), geometry_folders(model, ""));
}

int count(const ModelReport& report, const std::string& what) {
  for (const ModelReport::Line& line : report.lines) {
    if (line.what == what) return line.count;
  }
  return 0;
}

const scene::SceneBody& body(const scene::Scene& scene, const std::string& name) {
  return *std::find_if(scene.bodies.begin(), scene.bodies.end(),
                       [&](const scene::SceneBody& body) { return body.name == name; });
}

}  // namespace

TEST_CASE("a model's leg as a scene: the shank hangs on a strand and a pin", "[model][osim]") {
  const TemporaryFolder folder;
  OsimText text;
  text.joint = k_pin;
  text.forces = OsimText::strand("LCL1", k_properties);
  const OsimScene made = scene_in(folder, text);
  const scene::Scene& scene = made.scene;
  REQUIRE(scene.bodies.size() == 2);
  CHECK(body(scene, "thigh").kind == scene::BodyKind::fixed);
  const scene::SceneBody& shank = body(scene, "shank");
  CHECK(shank.kind == scene::BodyKind::dynamic);
  CHECK(shank.mass == 3);
  CHECK(count(made.report, "body with an inertia that no body can have") == 1);

  // The hip is at 0.1 rad; the thigh's frame is 0.1 m below its joint, the knee another 0.4 m
  // below.
  const Eigen::AngleAxisd hip(0.1, Vector3d::UnitZ());
  const Vector3d knee = hip * Vector3d(0, -0.5, 0);
  CHECK((shank.X_WB.translation() - knee).norm() < 1e-15);
  CHECK(
      (shank.X_WB.linear() - Eigen::AngleAxisd(0.6, Vector3d::UnitZ()).toRotationMatrix()).norm() <
      1e-15);
  REQUIRE(scene.joints.size() == 1);
  CHECK(scene.joints[0].kind == scene::JointKind::hinge);
  CHECK((scene.joints[0].X_WJ.translation() - knee).norm() < 1e-15);
  CHECK((scene.joints[0].X_WJ.linear().col(0) - Vector3d::UnitZ()).norm() < 1e-15);

  REQUIRE(scene.ligaments.size() == 1);
  const scene::SceneLigament& strand = scene.ligaments[0];
  CHECK(strand.strand.linear_stiffness == 2000);
  REQUIRE(strand.path.size() == 2);
  CHECK(strand.path[0].body == "thigh");
  CHECK(strand.path[1].body == "shank");
  CHECK(strand.path[1].p_B == Vector3d(0.01, -0.05, 0.02));

  write_scene(folder / "leg.json", scene);
  const scene::Scene read = scene::read_scene(folder / "leg.json");
  CHECK(read.ligaments[0].path[1].p_B == strand.path[1].p_B);
  CHECK(read.bodies[1].mass == 3);
}

TEST_CASE("a joint that a scene has not is named, and leaves its body to the strands",
          "[model][osim]") {
  const TemporaryFolder folder;
  OsimText text;
  text.forces = OsimText::strand("LCL1", k_properties);
  const OsimScene made = scene_in(folder, text);
  CHECK(made.scene.joints.empty());
  CHECK(count(made.report, "CustomJoint of a moving body") == 1);
}

TEST_CASE("a model in which nothing would move is refused", "[model][osim]") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(scene_in(folder, {}),
                    Catch::Contains("leg.osim") && Catch::Contains("no body would move"));
}

TEST_CASE("the recorded knee as a scene: its implants, its strands, its shank with the foot",
          "[model][osim][golden]") {
  const std::filesystem::path folder = CONDYLE_SHARED_DIR "/data/dm-tka";
  if (!std::filesystem::exists(folder / "DM.osim")) {
    WARN("SKIPPED: no recorded knee");
    return;
  }
  const OsimModel model = read_osim(folder / "DM.osim");
  const OsimKinematics kinematics(model);
  const MotionTable motion = read_motion_table(folder / "tka_passive_flexion_states.sto");
  const OsimMotionStates states(model, kinematics, motion, false);
  OsimState state;
  states.state_at(100, state);
  const OsimScene made = scene_of(model, kinematics, state, geometry_folders(model, ""));
  const scene::Scene& scene = made.scene;
  require_valid(scene);
  CHECK(body(scene, "femur_r").kind == scene::BodyKind::fixed);
  CHECK(body(scene, "tibia_r").kind == scene::BodyKind::dynamic);
  CHECK(body(scene, "patella_r").kind == scene::BodyKind::dynamic);
  CHECK(scene.contacts.size() == 2);
  CHECK(scene.joints.empty());
  CHECK(scene.ligaments.size() == 149);

  // The shank carries talus, calcaneus and toes.
  double mass = 0;
  for (const OsimBody& part : model.bodies) {
    for (const char* name : {"tibia_r", "talus_r", "calcn_r", "toes_r"}) {
      if (part.name == name) mass += part.mass;
    }
  }
  CHECK(body(scene, "tibia_r").mass == Approx(mass).epsilon(1e-14));

  OsimBodies bodies;
  kinematics.evaluate(state, bodies);
  ModelReport ignored;
  for (std::size_t i = 0; i < scene.ligaments.size(); ++i) {
    CAPTURE(model.ligaments[i].strand.name);
    OsimPathTracer tracer(model, model.ligaments[i].path, "strand", ignored);
    CHECK(initial_length(scene, scene.ligaments[i]) ==
          Approx(tracer.trace(state, bodies).length).epsilon(1e-10));
  }
}

}  // namespace condyle::test::osim_scene_tests
