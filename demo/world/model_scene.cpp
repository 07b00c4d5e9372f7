#include "world/model_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/terminal.h"
#include "condyle/error.h"
#include "condyle/opensim/osim_motion.h"
#include "condyle/opensim/osim_scene.h"
#include "condyle/scene/scene_file.h"
#include "core/opensim/src/osim_joint.h"
#ifdef CONDYLE_HAS_MUJOCO
#include "engine/mujoco/robot_scene.h"
#endif
#include "world/scene_world.h"

namespace condyle {
namespace {

int row_at(const opensim::MotionTable& motion, std::optional<double> time) {
  if (!time) return 0;
  if (!(*time >= motion.times.front() && *time <= motion.times.back())) {
    throw InputError(fmt::format("{}: has no time {:g} s; it runs from {:g} to {:g} s",
                                 motion.file.string(), *time, motion.times.front(),
                                 motion.times.back()));
  }
  const auto after = std::upper_bound(motion.times.begin(), motion.times.end(), *time);
  return static_cast<int>(after - motion.times.begin()) - 1;
}

opensim::OsimJointDrive drive_of(const ModelSceneInput& input, const opensim::OsimModel& model,
                                 const opensim::OsimKinematics& kinematics,
                                 const opensim::OsimState& state) {
  opensim::OsimJointDrive drive;
  drive.joint = find_joint(model, input.joint);
  const FlexionRange flexion = input.flexion.value_or(FlexionRange());
  drive.coordinate = find_flexion(model, kinematics, drive.joint, flexion.coordinate);
  const double now = state.q[drive.coordinate];
  drive.from = input.flexion ? flexion.from : now;
  drive.to = input.flexion ? flexion.to : now;
  drive.loads = input.loads;
  return drive;
}

opensim::OsimScene scene_in_state(const ModelSceneInput& input, const opensim::OsimModel& model,
                                  const opensim::OsimKinematics& kinematics,
                                  const opensim::OsimState& state) {
  const auto folders = geometry_folders(model, input.geometry);
  if (input.joint.empty()) return scene_of(model, kinematics, state, folders);
  opensim::OsimJointDrive drive = drive_of(input, model, kinematics, state);
  if (input.duration > 0) drive.duration = input.duration;
  return joint_scene_of(model, kinematics, state, folders, drive);
}

}  // namespace

opensim::OsimScene read_model_scene(const ModelSceneInput& input) {
  return make_model_scene(opensim::read_osim(input.model), input);
}

opensim::OsimScene make_model_scene(const opensim::OsimModel& read, const ModelSceneInput& input) {
  const opensim::OsimModel model =
      without_unusable_contacts(read, geometry_folders(read, input.geometry));
  const opensim::OsimKinematics kinematics(model);
  opensim::OsimState state = default_state(model, kinematics);
  opensim::ModelReport report = kinematics.report();
  if (!input.motion.empty()) {
    const opensim::MotionTable motion = opensim::read_motion_table(input.motion);
    const opensim::OsimMotionStates states(model, kinematics, motion, input.missing_default);
    states.state_at(row_at(motion, input.time), state);
    report.add(states.report());
  }
  opensim::OsimScene made = scene_in_state(input, model, kinematics, state);
  if (input.duration > 0) made.scene.duration = input.duration;
  made.report.add(report);
  require_valid(made.scene);
  return made;
}

void print_report(const opensim::ModelReport& report) {
  if (report.lines.empty()) return;
  print_error("ignored or changed on import:\n");
  for (const opensim::ModelReport::Line& line : report.lines)
    print_error("{} ({}): {}\n", line.what, line.count, line.consequence);
  print_error("\n");
}

bool is_robot(const std::filesystem::path& file) {
  return file.extension() == ".xml" || file.extension() == ".urdf";
}

namespace {

scene::Scene load_robot_scene(const std::filesystem::path& file, const ModelSceneInput& input) {
#ifdef CONDYLE_HAS_MUJOCO
  scene::Scene scene = robot_scene({.model = file, .layers = input.layers});
  if (input.duration > 0) scene.duration = input.duration;
  return scene;
#else
  static_cast<void>(input);
  throw InputError(
      fmt::format("{}: this condyle was built without MuJoCo, which runs robots; configure it with "
                  "-DCONDYLE_MUJOCO=ON",
                  file.string()));
#endif
}

}  // namespace

scene::Scene load_scene(const std::filesystem::path& file, ModelSceneInput input) {
  if (!input.layers.empty() && !is_robot(file))
    throw InputError(
        fmt::format("--layer is for robots (.xml, .urdf), which {} is not", file.string()));
  if (file.extension() != ".osim") {
    if (!input.geometry.empty() || !input.motion.empty() || !input.joint.empty()) {
      throw InputError(fmt::format(
          "{}: a scene file has its own bodies; --geometry, --motion and --joint are for models "
          "(.osim)",
          file.string()));
    }
    return is_robot(file) ? load_robot_scene(file, input)
                          : scene::read_scene(file, shipped_scenes());
  }
  input.model = file;
  opensim::OsimScene made = read_model_scene(input);
  print_report(made.report);
  return std::move(made.scene);
}

}  // namespace condyle
