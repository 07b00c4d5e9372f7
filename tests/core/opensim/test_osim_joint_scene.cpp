// One joint of an OpenSim model as a scene: its bodies, drive and loads.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "condyle/error.h"
#include "condyle/opensim/osim_scene.h"
#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "core/opensim/osim_text.h"
#include "core/opensim/src/osim_joint.h"

namespace condyle::test::osim_joint_scene_tests {

using namespace opensim;
using Catch::Contains;
using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

constexpr const char* k_properties =
    "<linear_stiffness>2000</linear_stiffness><slack_length>0.06</slack_length>";

std::string body(const std::string& name, const std::string& centre = "0 0 0") {
  return fmt::format(
      "<Body name=\"{}\"><mass>1</mass><mass_center>{}</mass_center>"
      "<inertia>0.01 0.01 0.01 0 0 0</inertia></Body>",
      name, centre);
}

std::string offset(const std::string& name, const std::string& parent, const std::string& place) {
  return fmt::format(
      "<frames><PhysicalOffsetFrame name=\"{}\"><socket_parent>/bodyset/{}</socket_parent>"
      "<translation>{}</translation><orientation>0.1 -0.2 0.3</orientation>"
      "</PhysicalOffsetFrame></frames>",
      name, parent, place);
}

std::string axis(const std::string& name, const std::string& direction,
                 const std::string& coordinate, double slope = 1) {
  return fmt::format(
      "<TransformAxis name=\"{}\"><coordinates>{}</coordinates><axis>{}</axis>"
      "<LinearFunction><coefficients>{} 0</coefficients></LinearFunction></TransformAxis>",
      name, coordinate, direction, slope);
}

/// A knee with all six motions, by default flexed, tilted and turned, as in contact models.
std::string six_motions() {
  return fmt::format(
      R"(<CustomJoint name="knee_r"><socket_parent_frame>thigh_end</socket_parent_frame>
<socket_child_frame>/bodyset/shank</socket_child_frame><coordinates>
<Coordinate name="knee_flex"><default_value>0.2</default_value></Coordinate>
<Coordinate name="knee_add"><default_value>-0.1</default_value></Coordinate>
<Coordinate name="knee_rot"><default_value>0.15</default_value></Coordinate>
<Coordinate name="tx"><default_value>0.004</default_value></Coordinate>
<Coordinate name="ty"/><Coordinate name="tz"/></coordinates>{}<SpatialTransform>{}{}{}{}{}{}
</SpatialTransform></CustomJoint>)",
      offset("thigh_end", "thigh", "0 -0.4 0"), axis("rotation1", "0 0 1", "knee_flex", -1),
      axis("rotation2", "1 0 0", "knee_add"), axis("rotation3", "0 1 0", "knee_rot"),
      axis("translation1", "1 0 0", "tx"), axis("translation2", "0 1 0", "ty"),
      axis("translation3", "0 0 1", "tz"));
}

std::string weld(const std::string& name, const std::string& parent, const std::string& child,
                 const std::string& place) {
  return fmt::format(
      "<WeldJoint name=\"{0}\"><socket_parent_frame>{0}_place</socket_parent_frame>"
      "<socket_child_frame>/bodyset/{1}</socket_child_frame>{2}</WeldJoint>",
      name, child, offset(name + "_place", parent, place));
}

std::string free_joint(const std::string& name, const std::string& parent,
                       const std::string& child) {
  return fmt::format(
      "<FreeJoint name=\"{}\"><socket_parent_frame>/bodyset/{}</socket_parent_frame>"
      "<socket_child_frame>/bodyset/{}</socket_child_frame></FreeJoint>",
      name, parent, child);
}

std::string strand(const std::string& name, const std::string& a, const std::string& b) {
  const auto point = [](const std::string& body) {
    return fmt::format(
        "<PathPoint name=\"p\"><socket_parent_frame>/bodyset/{}</socket_parent_frame>"
        "<location>0.02 -0.03 0.01</location></PathPoint>",
        body);
  };
  return OsimText::strand(name, k_properties, point(a) + point(b));
}

/// A leg: thigh, shank, patella, a foot without strands, and another shank on the same thigh.
OsimText leg() {
  OsimText text;
  text.bodies = body("patella") + body("foot") + body("toe") + body("other");
  text.joint = six_motions() + weld("ankle", "shank", "foot", "0 -0.3 0") +
               free_joint("pf", "thigh", "patella") + free_joint("elsewhere", "thigh", "other") +
               weld("toes", "foot", "toe", "0.1 0 0");
  text.forces = strand("PT", "patella", "shank") + strand("LCL", "thigh", "shank") +
                strand("far", "thigh", "other");
  return text;
}

struct Leg {
  explicit Leg(const OsimText& text = leg())
      : model(read_osim(folder.write("leg.osim", text.text()))),
        kinematics(model),
        state(default_state(model, kinematics)) {
    drive.joint = find_joint(model, "knee_r");
    drive.coordinate = find_flexion(model, kinematics, drive.joint, "");
  }

  OsimScene scene() const {
    return joint_scene_of(model, kinematics, state, geometry_folders(model, ""), drive);
  }
  int coordinate(const std::string& name) const {
    const auto found = std::ranges::find(model.coordinates, name, &OsimCoordinate::name);
    return static_cast<int>(found - model.coordinates.begin());
  }
  Pose child_pose(const OsimState& at) const {
    OsimBodies bodies;
    kinematics.evaluate(at, bodies);
    return pose_of(model.frames[model.joints[drive.joint].child_frame], bodies);
  }

  TemporaryFolder folder;
  OsimModel model;
  OsimKinematics kinematics;
  OsimState state;
  OsimJointDrive drive;
};

const scene::SceneBody* find_body(const scene::Scene& scene, const std::string& name) {
  const auto found = std::ranges::find(scene.bodies, name, &scene::SceneBody::name);
  return found == scene.bodies.end() ? nullptr : &*found;
}

const scene::SceneBody& get_body(const scene::Scene& scene, const std::string& name) {
  const scene::SceneBody* found = find_body(scene, name);
  REQUIRE(found != nullptr);
  return *found;
}

int count(const ModelReport& report, const std::string& what) {
  for (const ModelReport::Line& line : report.lines)
    if (line.what == what) return line.count;
  return 0;
}

}  // namespace

TEST_CASE("a joint is found by its name, its path or an end of it", "[model][osim]") {
  const Leg leg;
  const int knee = find_joint(leg.model, "knee_r");
  CHECK(leg.model.joints[knee].name == "knee_r");
  CHECK(find_joint(leg.model, "/jointset/knee_r") == knee);
  CHECK(find_joint(leg.model, "jointset/knee_r") == knee);
  CHECK_THROWS_WITH(
      find_joint(leg.model, "knee"),
      Contains("leg.osim") && Contains("did you mean 'knee_r'? It has: hip, knee_r, ankle"));
  CHECK_THROWS_AS(find_joint(leg.model, ""), InputError);
}

TEST_CASE("the first turn of a joint is its flexion, what cannot be driven is named",
          "[model][osim]") {
  const Leg leg;
  const auto flexion = [](const Leg& of, const std::string& joint, const std::string& name) {
    return of.model
        .coordinates[find_flexion(of.model, of.kinematics, find_joint(of.model, joint), name)]
        .name;
  };
  CHECK(flexion(leg, "knee_r", "") == "knee_flex");
  CHECK(flexion(leg, "knee_r", "knee_flex") == "knee_flex");
  CHECK(flexion(leg, "hip", "") == "hip_flexion");
  CHECK_THROWS_WITH(flexion(leg, "knee_r", "knee_add"),
                    Contains("'knee_flex', which can be driven; 'knee_add' cannot"));
  CHECK_THROWS_WITH(flexion(leg, "ankle", ""), Contains("does not turn"));

  OsimText other;
  other.joint = six_motions();
  const auto swap = [&](const std::string& a, const std::string& b) {
    for (std::size_t at = 0; (at = other.joint.find(a, at)) != std::string::npos; at += b.size())
      other.joint.replace(at, a.size(), b);
  };
  swap("knee_flex", "knee_turn");
  swap("knee_add", "knee_flexion");
  OsimText oblique = other;
  oblique.joint.replace(oblique.joint.find("0 1 0</axis>"), 5, "1 1 0");
  const TemporaryFolder folder;
  const auto in = [&](const OsimText& text, const std::string& name) {
    const OsimModel model = read_osim(folder.write("other.osim", text.text()));
    const OsimKinematics kinematics(model);
    return find_flexion(model, kinematics, find_joint(model, "knee_r"), name);
  };
  CHECK_THROWS_WITH(in(other, ""), Contains("say knee_turn=FROM:TO"));
  CHECK_NOTHROW(in(other, "knee_turn"));
  CHECK_THROWS_WITH(in(oblique, "knee_turn"), Contains("not perpendicular"));
}

TEST_CASE("one joint: its child moves, and with it what shares a strand with it, the rest does not",
          "[model][osim]") {
  const Leg leg;
  const OsimScene made = leg.scene();
  const scene::Scene& scene = made.scene;
  require_valid(scene);
  CHECK(get_body(scene, "thigh").kind == scene::BodyKind::fixed);
  CHECK(get_body(scene, "shank").kind == scene::BodyKind::dynamic);
  CHECK(get_body(scene, "patella").kind == scene::BodyKind::dynamic);
  CHECK(get_body(scene, "shank").mass == 3 + 2);  // with foot and toe
  CHECK(find_body(scene, "foot") == nullptr);
  CHECK(find_body(scene, "other") == nullptr);
  CHECK(scene.ligaments.size() == 2);
  CHECK(count(made.report, "strand between fixed bodies") == 1);
}

TEST_CASE("one joint: what hangs beyond it on strands keeps its place", "[model][osim]") {
  OsimText text = leg();
  text.forces += strand("plantar", "shank", "toe");
  const OsimScene made = Leg(text).scene();
  CHECK(get_body(made.scene, "toe").kind == scene::BodyKind::dynamic);
  CHECK(get_body(made.scene, "shank").mass == 3 + 1);  // with the foot
  const auto fixed = std::ranges::find(made.scene.joints, "toes", &scene::SceneJoint::name);
  REQUIRE(fixed != made.scene.joints.end());
  CHECK(fixed->kind == scene::JointKind::fixed);
  CHECK(fixed->body_a == "toe");
  CHECK(fixed->body_b == "shank");
}

TEST_CASE("the drive holds the flexion, and nothing else", "[model][osim]") {
  const Leg leg;
  const scene::Scene scene = leg.scene().scene;
  const auto joint = std::ranges::find(scene.joints, "knee_r", &scene::SceneJoint::name);
  REQUIRE(joint != scene.joints.end());
  CHECK(joint->free_axes == std::array{true, true, true, true, true, false});
  CHECK((joint->X_WJ.linear() * joint->X_WJ.linear().transpose() - Matrix3d::Identity()).norm() <
        1e-14);
  CHECK(joint->X_WJ.linear().determinant() > 0);
  REQUIRE(scene.motions.size() == 1);
  const scene::SceneMotion& motion = scene.motions[0];
  CHECK(motion.name == "knee_flex");
  const Pose X_WD = get_body(scene, motion.body).X_WB;
  const Pose X_WM = leg.child_pose(leg.state);

  // Cosine of the angle between the child's third axis and the drive's second axis, at any state of
  // the model.
  const auto lean = [&](const OsimState& at, double flexion) {
    const auto turned = [&](double angle) {
      return Matrix3d(X_WD.linear() * AngleAxisd(angle, motion.axis));
    };
    const Matrix3d R_WA = turned(flexion) * turned(0.2).transpose() * joint->X_WJ.linear();
    const Matrix3d R_WB =
        leg.child_pose(at).linear() * X_WM.linear().transpose() * joint->X_WJ.linear();
    return R_WB.col(0).dot(R_WA.col(1));
  };
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> angle(-0.5, 0.5);
  for (int i = 0; i < 50; ++i) {
    OsimState at = leg.state;
    for (const char* name : {"knee_flex", "knee_add", "knee_rot", "tx", "ty", "tz"})
      at.q[leg.coordinate(name)] = angle(random);
    const double flexion = at.q[leg.coordinate("knee_flex")];
    CHECK(std::abs(lean(at, flexion)) < 1e-14);        // the joint allows every state of the model
    CHECK(std::abs(lean(at, flexion + 0.01)) > 5e-3);  // the joint only prevents flexion
  }
}

TEST_CASE("the drive comes from where the model is, then takes its time", "[model][osim]") {
  Leg leg;
  leg.drive.from = 0.2 + 3;
  leg.drive.to = 1;
  leg.drive.duration = 7;
  const scene::Scene scene = leg.scene().scene;
  REQUIRE(scene.settle);
  CHECK(scene.settle->approach == Approx(3));  // at one radian per second
  CHECK(scene.motions[0].table.times == std::vector{-scene.settle->approach, 0.0, 7.0});
  CHECK(scene.motions[0].table.values == std::vector{0.2, 3.2, 1.0});
  CHECK(scene.duration == 7);

  write_scene(leg.folder / "knee.json", scene);
  const scene::Scene read = scene::read_scene(leg.folder / "knee.json");
  REQUIRE(read.settle);
  CHECK(read.settle->approach == scene.settle->approach);
  CHECK(read.motions[0].table.values == scene.motions[0].table.values);
}

TEST_CASE("a joint's loads: compression along its child, forces on any body that moves",
          "[model][osim]") {
  Leg leg;
  leg.drive.loads = {
      {.compression = 500}, {.force = {1, 2, 3}, .body = "patella"}, {.force = {4, 5, 6}}};
  const std::vector<scene::SceneLoad> loads = leg.scene().scene.loads;
  REQUIRE(loads.size() == 3);
  CHECK(loads[0].name == "compression on shank");
  CHECK(loads[0].in_body_frame);
  CHECK((loads[0].force - Vector3d(0, 500, 0)).norm() < 1e-12);  // from the ankle to the knee
  CHECK(loads[0].p_B.norm() == 0);
  CHECK(loads[1].body == "patella");
  CHECK(loads[2].body == "shank");
  CHECK(loads[2].force == Vector3d(4, 5, 6));

  leg.drive.loads = {{.force = {1, 0, 0}, .body = "thigh"}};
  CHECK_THROWS_WITH(leg.scene(),
                    Contains("'thigh', which does not move. These do: shank, patella"));
}

TEST_CASE("a joint that nothing holds is refused", "[model][osim]") {
  Leg leg;
  leg.drive.joint = find_joint(leg.model, "ankle");
  CHECK_THROWS_WITH(leg.scene(), Contains("no contact and no ligament holds 'foot'"));
}

}  // namespace condyle::test::osim_joint_scene_tests
