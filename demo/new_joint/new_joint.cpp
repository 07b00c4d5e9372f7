#include "new_joint/new_joint.h"

#include <fmt/format.h>

#include "condyle/error.h"
#include "new_joint/femoral_shape.h"
#include "new_joint/joint_scenes.h"

namespace condyle {
namespace {

/// The largest extent that parts of each kind usually have [m].
double usual_size(NewJointKind kind) {
  switch (kind) {
    case NewJointKind::knee:
      return 0.070;
    case NewJointKind::hip:
      return 0.045;
    case NewJointKind::pad:
      return 0.030;
    case NewJointKind::automatic:
      break;
  }
  return 0.050;
}

bool has_two_condyles(const JointPart& part) {
  try {
    find_femoral_shape(part.mesh, part.file.string());
  } catch (const InputError&) {
    return false;
  }
  return true;
}

NewJointKind recognised(const JointParts& read) {
  const auto& [first, second] = read.parts;
  if (are_ball_and_cup(first, second)) return NewJointKind::hip;
  if (has_two_condyles(first)) return NewJointKind::knee;
  if (are_ball_and_cup(second, first) || has_two_condyles(second)) {
    throw InputError(
        fmt::format("{}: looks like the first part of a joint; give it first, or say --kind pad",
                    second.file.string()));
  }
  return NewJointKind::pad;
}

const char* described(NewJointKind kind) {
  switch (kind) {
    case NewJointKind::knee:
      return "a knee: the first part has two condyles with a notch between them";
    case NewJointKind::hip:
      return "a hip: the first part is a ball, the second a cup";
    default:
      return "a pad and a part, since they are neither ball and cup nor femoral component and "
             "insert";
  }
}

}  // namespace

std::array<std::filesystem::path, 3> files_of_new_joint(const std::filesystem::path& scene_file) {
  return {scene_file, mended_file(scene_file, 0), mended_file(scene_file, 1)};
}

NewJoint make_new_joint(const NewJointInput& input) {
  JointParts read;
  for (std::size_t i = 0; i < 2; ++i) {
    const char* const which = i == 0 ? "first" : "second";
    read.parts[i] =
        read_joint_part(input.files[i], which, input.unit, usual_size(input.kind), read.notes);
    if (input.mirrored[i]) mirror(read.parts[i], which, read.notes);
  }
  NewJoint made{.kind = input.kind};
  if (made.kind == NewJointKind::automatic) {
    made.kind = recognised(read);
    read.notes.push_back(
        fmt::format("Guessed: this is {}; --kind says otherwise.", described(made.kind)));
  }
  const bool turns = input.flexion != 0 || input.turned_about[0] || input.turned_about[1];
  if (turns && made.kind != NewJointKind::knee)
    throw InputError("--flexion, --turn-femur and --turn-insert are for knees");
  made.scene = made.kind == NewJointKind::knee  ? make_knee_scene(input, std::move(read))
               : made.kind == NewJointKind::hip ? make_hip_scene(input, std::move(read))
                                                : make_pad_scene(input, std::move(read));
  made.scene.file = input.scene_file;
  return made;
}

}  // namespace condyle
