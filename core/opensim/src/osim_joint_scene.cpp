#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "condyle/error.h"
#include "condyle/opensim/osim_scene.h"
#include "core/opensim/src/osim_joint.h"
#include "core/opensim/src/osim_scene_bodies.h"
#include "core/scene/src/closest_name.h"

namespace condyle::opensim {
namespace {

using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using Eigen::Vector3d;

/// The driven joint at the current poses: the axes of the child's rotations in the parent, in
/// order.
struct DrivenJoint {
  Pose X_WD = Pose::Identity();  ///< pose at coordinate 0 of a body D that the coordinate rotates
  Vector3d axis_D;               ///< axis of that rotation
  Vector3d second_W, third_W;
};

DrivenJoint driven_joint(const OsimSceneSource& source, const OsimJoint& joint) {
  const auto frame = [&](int f) { return pose_of(source.model.frames[f], source.bodies); };
  const auto turn = [&](const OsimAxis& axis) {
    return AngleAxisd(value_of(axis.function, axis.coordinates, source.state.q), axis.axis);
  };
  const Pose X_WF = frame(joint.parent_frame), X_WM = frame(joint.child_frame);
  const int first = first_rotation(joint);
  Matrix3d R = X_WF.linear();
  for (int i = 0; i < first; ++i) R = R * turn(joint.axes[i]);
  const OsimAxis& axis = joint.axes[first];
  const double at_zero = axis.function.value(std::vector{0.0});
  DrivenJoint driven;
  driven.axis_D = (axis.function.value(std::vector{1.0}) - at_zero) * axis.axis;
  driven.X_WD.linear() = R * AngleAxisd(at_zero, axis.axis);
  driven.X_WD.translation() = X_WM.translation();
  if (first == 0) {
    R = R * turn(axis);
    driven.second_W = R * joint.axes[1].axis;
    driven.third_W = X_WM.linear() * joint.axes[2].axis;
  } else {  // no further rotation: any two axes perpendicular to the first
    driven.second_W = (R * axis.axis).unitOrthogonal();
    driven.third_W = (R * axis.axis).cross(driven.second_W);
  }
  return driven;
}

bool is_held(const OsimSceneSource& source, const OsimAxis& axis) {
  return axis.function.is_constant() || std::ranges::all_of(axis.coordinates, [&](int q) {
           return source.model.coordinates[q].locked;
         });
}

/// The free axes of the joint to the drive, in the order translation x, y, z, rotation about the
/// third, second and first axis.
std::array<bool, 6> free_axes(const OsimSceneSource& source, const OsimJoint& joint,
                              ModelReport& report) {
  const bool turns = first_rotation(joint) == 0;
  const auto held = [&](int i) { return is_held(source, joint.axes[i]); };
  const int shifts =
      3 - static_cast<int>(held(3)) - static_cast<int>(held(4)) - static_cast<int>(held(5));
  if (shifts == 1 || shifts == 2)
    report.add("translation that a driven joint does not have", "it is free");
  for (const OsimAxis& axis : joint.axes) {
    if (!axis.function.is_constant() && !axis.function.is_plain_coordinate())
      report.add("motion of the driven joint that follows from a function", "it is free");
  }
  const bool shift = shifts > 0;
  return {shift, shift, shift, turns && !held(2), turns && !held(1), false};
}

const std::string& name_of_child(const OsimSceneSource& source, const OsimJoint& joint) {
  return source.model.bodies[source.model.frames[joint.child_frame].body].name;
}

/// The flexion [rad] over time, from the angle in the model's state to drive.from at time 0, then
/// to drive.to.
scene::TimeTable flexion_table(const OsimJointDrive& drive, double now, double approach) {
  scene::TimeTable table;
  table.times = {-approach, 0, drive.duration};
  table.values = {now, drive.from, drive.to};
  return table;
}

void add_drive(const OsimSceneSource& source, const OsimJointDrive& drive, OsimScene& made) {
  constexpr double k_approach_speed = 1;    // [rad/s]
  constexpr double k_least_approach = 0.5;  // [s] time over which loads grow
  const OsimJoint& joint = source.model.joints[drive.joint];
  const double now = source.state.q[drive.coordinate];
  made.scene.settle.emplace();
  made.scene.settle->approach =
      std::max(k_least_approach, std::abs(drive.from - now) / k_approach_speed);

  const DrivenJoint driven = driven_joint(source, joint);
  scene::SceneBody driver;
  driver.name = joint.name + " drive";
  driver.kind = scene::BodyKind::kinematic;
  driver.X_WB = driven.X_WD;
  made.scene.bodies.push_back(driver);
  scene::SceneMotion motion;
  motion.name = source.model.coordinates[drive.coordinate].name;
  motion.body = driver.name;
  motion.axis = driven.axis_D;
  motion.table = flexion_table(drive, now, made.scene.settle->approach);
  made.scene.motions.push_back(motion);

  // The rotations of J relative to the drive are about its z, y and x axes, in this order; the one
  // about z is zero.
  scene::SceneJoint link;
  link.name = joint.name;
  link.kind = scene::JointKind::generic;
  link.body_a = driver.name;
  link.body_b = name_of_child(source, joint);
  link.X_WJ.translation() = driven.X_WD.translation();
  link.X_WJ.linear() << driven.third_W, driven.second_W, driven.third_W.cross(driven.second_W);
  link.free_axes = free_axes(source, joint, made.report);
  made.scene.joints.push_back(link);
}

/// Vector from the far end of the joint's child to the joint, in the child's frame.
Vector3d long_axis(const OsimSceneSource& source, const OsimJoint& joint) {
  const OsimModel& model = source.model;
  const OsimFrame& here = model.frames[joint.child_frame];
  Vector3d far = model.bodies[here.body].p_BoBcm;
  for (const OsimJoint& next : model.joints) {
    const OsimFrame& frame = model.frames[next.parent_frame];
    if (frame.body != here.body) continue;
    far = frame.X_BF.translation();
    break;
  }
  const Vector3d axis = here.X_BF.translation() - far;
  if (axis.norm() > 1e-6) return axis;
  throw InputError(fmt::format(
      "{}: body '{}' has neither a further joint nor a centre of mass away from '{}', so no long "
      "axis for a compression; give the load as three components",
      model.file.string(), model.bodies[here.body].name, joint.name));
}

void require_moving(const scene::Scene& scene, const std::string& name) {
  std::vector<std::string> moving;
  for (const scene::SceneBody& body : scene.bodies)
    if (body.kind == scene::BodyKind::dynamic) moving.push_back(body.name);
  if (std::ranges::find(moving, name) != moving.end()) return;
  const std::string hint = scene::suggestion(name, moving);
  throw InputError(fmt::format("{}: a load acts on '{}', which does not move{} These do: {}",
                               scene.file.string(), name, hint.empty() ? "." : hint,
                               fmt::join(moving, ", ")));
}

void add_load(const OsimSceneSource& source, const OsimJoint& joint, const OsimJointLoad& given,
              scene::Scene& scene) {
  const std::string child = name_of_child(source, joint);
  scene::SceneLoad load;
  load.body = given.body.empty() ? child : given.body;
  const std::string name =
      fmt::format("{} on {}", given.compression ? "compression" : "force", load.body);
  load.name = name;
  for (int k = 2;
       std::ranges::find(scene.loads, load.name, &scene::SceneLoad::name) != scene.loads.end(); ++k)
    load.name = fmt::format("{} {}", name, k);
  load.in_body_frame = true;
  load.p_B = source.model.frames[joint.child_frame].X_BF.translation();
  require_moving(scene, load.body);
  if (load.body != child)
    load.p_B = std::ranges::find(scene.bodies, load.body, &scene::SceneBody::name)->p_BoBcm;
  load.force = given.force;
  if (given.compression) load.force = *given.compression * long_axis(source, joint).normalized();
  scene.loads.push_back(load);
}

}  // namespace

OsimScene joint_scene_of(const OsimModel& model, const OsimKinematics& kinematics,
                         const OsimState& state, std::span<const std::filesystem::path> folders,
                         const OsimJointDrive& drive) {
  OsimState at_rest = state;
  std::ranges::fill(at_rest.u, 0.0);
  OsimSceneSource source{model, at_rest, folders, {}, body_roles(model, drive.joint)};
  kinematics.evaluate(at_rest, source.bodies);
  OsimScene made = scene_of(source);
  const OsimJoint& joint = model.joints[drive.joint];
  made.scene.name = fmt::format("{}, {}", model.name, joint.name);
  made.scene.description = fmt::format("From {}: {} on its contacts and ligaments, driven.",
                                       model.file.filename().string(), joint.name);
  made.scene.duration = drive.duration;
  add_drive(source, drive, made);
  for (const OsimJointLoad& load : drive.loads) add_load(source, joint, load, made.scene);
  return made;
}

}  // namespace condyle::opensim
