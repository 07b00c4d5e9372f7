#include "plugin/mujoco/src/engine_warnings.h"

#include <fmt/core.h>

#include <string>

#include "condyle/error.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

std::string name_or_index(const mjModel& model, mjtObj kind, const char* word, int id) {
  const char* const name = id < 0 ? nullptr : mj_id2name(&model, kind, id);
  return name != nullptr && *name != '\0' ? fmt::format("{} '{}'", word, name)
                                          : fmt::format("{} {}", word, id);
}

std::string joint_of_dof(const mjModel& model, int dof) {
  const bool is_known = dof >= 0 && dof < model.nv;
  return name_or_index(model, mjOBJ_JOINT, "joint", is_known ? model.dof_jntid[dof] : -1);
}

/// What a warning says and what helps; empty for those of drawing.
std::string message_of(const mjModel& model, int warning, int info) {
  const auto no_room = [](const char* what) {
    return fmt::format("MuJoCo has no room for all {}; give the model more in {}", what,
                       k_more_room);
  };
  const auto set_back = [](const std::string& what) {
    return fmt::format(
        "MuJoCo found {} that is not finite, or beyond {:g}; make shorter steps, or "
        "look for the force that drives it there",
        what, static_cast<double>(mjMAXVAL));
  };
  switch (warning) {
    case mjWARN_CONTACTFULL:
      return no_room("contacts");
    case mjWARN_CNSTRFULL:
      return no_room("rows of constraint");
    case mjWARN_INERTIA:
      return fmt::format(
          "MuJoCo's matrix of inertia is singular at {}; no two joints of a body may move it "
          "alike, "
          "and all moved bodies need a mass",
          joint_of_dof(model, info));
    case mjWARN_BADQPOS:
      return set_back(fmt::format("a coordinate, qpos[{}],", info));
    case mjWARN_BADQVEL:
      return set_back("a velocity of " + joint_of_dof(model, info));
    case mjWARN_BADQACC:
      return set_back("an acceleration of " + joint_of_dof(model, info));
    case mjWARN_BADCTRL:
      return fmt::format("MuJoCo found a control that is not finite; set that of {}",
                         name_or_index(model, mjOBJ_ACTUATOR, "actuator", info));
    default:
      return {};
  }
}

}  // namespace

WarningCounts count_warnings(const mjData& data) {
  WarningCounts counts = {};
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = data.warning[i].number;
  return counts;
}

void require_no_warning(const mjModel& model, const mjData& data, WarningCounts& counted) {
  const WarningCounts before = counted;
  counted = count_warnings(data);
  for (std::size_t i = 0; i < counted.size(); ++i) {
    if (counted[i] == 0 || counted[i] == before[i]) continue;
    const std::string message = message_of(model, static_cast<int>(i), data.warning[i].lastinfo);
    if (!message.empty()) throw SimulationError(fmt::format("At {:g} s: {}", data.time, message));
  }
}

}  // namespace condyle::mujoco
