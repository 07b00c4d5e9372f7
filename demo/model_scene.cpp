#include "model_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "condyle/error.h"
#include "condyle/model/motion_table.h"
#include "condyle/model/osim_motion.h"
#include "condyle/model/osim_surfaces.h"
#include "condyle/model/scene_file.h"

namespace condyle {
namespace {

int row_at(const MotionTable& motion, std::optional<double> time) {
  if (!time) return 0;
  if (!(*time >= motion.times.front() && *time <= motion.times.back())) {
    throw InputError(fmt::format("{}: has no time {:g} s; it runs from {:g} to {:g} s",
                                 motion.file.string(), *time, motion.times.front(),
                                 motion.times.back()));
  }
  const auto after = std::upper_bound(motion.times.begin(), motion.times.end(), *time);
  return static_cast<int>(after - motion.times.begin()) - 1;
}

void append(ModelReport& report, const ModelReport& more) {
  report.lines.insert(report.lines.end(), more.lines.begin(), more.lines.end());
}

}  // namespace

OsimScene read_model_scene(const ModelSceneInput& input) {
  const OsimModel model = read_osim(input.model);
  const OsimKinematics kinematics(model);
  OsimState state = default_state(model, kinematics);
  ModelReport report = kinematics.report();
  if (!input.motion.empty()) {
    const MotionTable motion = read_motion_table(input.motion);
    const OsimMotionStates states(model, kinematics, motion, input.missing_default);
    states.state_at(row_at(motion, input.time), state);
    append(report, states.report());
  }
  OsimScene made = scene_of(model, kinematics, state, geometry_folders(model, input.geometry));
  append(made.report, report);
  require_valid(made.scene);
  return made;
}

Scene load_scene(const std::filesystem::path& file) {
  if (file.extension() != ".osim") return read_scene(file);
  OsimScene made = read_model_scene({.model = file});
  if (!made.report.lines.empty()) {
    fmt::print(stderr, "not taken over as they stand:\n{}\n", to_text(made.report));
  }
  return std::move(made.scene);
}

}  // namespace condyle
