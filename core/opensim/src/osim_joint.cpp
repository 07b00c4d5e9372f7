#include "core/opensim/src/osim_joint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "condyle/error.h"
#include "core/scene/src/closest_name.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::opensim {
namespace {

bool says_flexion(const std::string& name) {
  return mesh::lowered(name).find("flex") != std::string::npos;
}

/// Whether the joint has no further rotations after `first`, or two about perpendicular axes.
bool leaves_others_free(const OsimJoint& joint, int first) {
  if (first == 0) return std::abs(joint.axes[1].axis.dot(joint.axes[2].axis)) < 1e-9;
  return std::all_of(joint.axes.begin() + first + 1, joint.axes.begin() + 3,
                     [](const OsimAxis& axis) { return axis.function.is_constant(); });
}

}  // namespace

int find_joint(const OsimModel& model, const std::string& name) {
  std::vector<std::string> names;
  std::vector<int> found;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const OsimJoint& joint = model.joints[j];
    names.push_back(joint.name);
    if (joint.path == name) return j;
    if (joint.name == name || (!name.empty() && joint.path.ends_with("/" + name)))
      found.push_back(j);
  }
  if (found.size() == 1) return found.front();
  throw InputError(fmt::format("{}: {} joint '{}'{}", model.file.string(),
                               found.empty() ? "has no" : "has more than one", name,
                               scene::suggestion_and_names(name, names)));
}

int first_rotation(const OsimJoint& joint) {
  const auto turns = [](const OsimAxis& axis) { return !axis.function.is_constant(); };
  return static_cast<int>(std::find_if(joint.axes.begin(), joint.axes.begin() + 3, turns) -
                          joint.axes.begin());
}

int find_flexion(const OsimModel& model, const OsimKinematics& kinematics, int index,
                 const std::string& name) {
  const OsimJoint& joint = model.joints[index];
  const auto fail = [&](const std::string& problem) {
    throw InputError(fmt::format("{}: joint '{}' {}", model.file.string(), joint.name, problem));
  };
  const int first = first_rotation(joint);
  if (first == 3) fail("does not turn, so no flexion of it can be driven");
  const OsimAxis& axis = joint.axes[first];
  if (axis.coordinates.size() != 1 || !axis.function.is_plain_coordinate() ||
      kinematics.is_driven(axis.coordinates[0]))
    fail("does not first turn by one coordinate as it is, so no flexion of it can be driven");
  if (!leaves_others_free(joint, first))
    fail("turns about axes that are not perpendicular; its flexion cannot be driven alone");
  const auto name_of = [&](int q) { return model.coordinates[q].name; };
  const int flexion = axis.coordinates[0];
  if (!name.empty() && name != name_of(flexion))
    fail(fmt::format("first turns by '{}', which can be driven; '{}' cannot", name_of(flexion),
                     name));
  const bool other = std::ranges::any_of(
      joint.coordinates, [&](int q) { return q != flexion && says_flexion(name_of(q)); });
  if (name.empty() && other && !says_flexion(name_of(flexion)))
    fail(
        fmt::format("first turns by '{0}', which is the coordinate that can be driven; if that is "
                    "meant, say {0}=FROM:TO",
                    name_of(flexion)));
  return flexion;
}

}  // namespace condyle::opensim
