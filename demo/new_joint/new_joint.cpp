#include "new_joint/new_joint.h"

#include <fmt/format.h>

#include "condyle/error.h"
#include "new_joint/femoral_shape.h"
#include "new_joint/joint_scenes.h"

namespace condyle {
namespace {

constexpr double k_usual_patella = 0.040;  // [m]

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

void require_options_of_kind(const NewJointInput& input, NewJointKind kind) {
  if (input.patella.empty() && (input.turned_about[2] || input.mirrored[2]))
    throw InputError("--turn-patella and --mirror-patella need a patella; give --patella");
  if (kind == NewJointKind::knee) return;
  if (!input.patella.empty())
    throw InputError(fmt::format("{}: --patella is for knees; leave it out, or say --kind knee",
                                 input.patella.string()));
  if (input.flexion != 0 || input.turned_about[0] || input.turned_about[1])
    throw InputError("--flexion, --turn-femur and --turn-insert are for knees");
}

}  // namespace

std::array<std::filesystem::path, 4> files_of_new_joint(const std::filesystem::path& scene_file) {
  return {scene_file, mended_file(scene_file, 0), mended_file(scene_file, 1),
          mended_file(scene_file, 2)};
}

NewJoint make_new_joint(const NewJointInput& input) {
  JointParts read;
  for (std::size_t i = 0; i < 2; ++i) {
    const char* const which = i == 0 ? "first part" : "second part";
    read.parts[i] =
        read_joint_part(input.files[i], which, input.unit, usual_size(input.kind), read.notes);
    if (input.mirrored[i]) mirror(read.parts[i], which, read.notes);
  }
  NewJoint made{.kind = input.kind, .scene = {}, .doubts = {}};
  for (const JointPart& part : read.parts) {
    if (!part.second_unit || made.doubts.unit) continue;
    made.doubts.unit = part.unit;
    made.doubts.other_unit = part.second_unit;
  }
  if (made.kind == NewJointKind::automatic) {
    made.kind = recognised(read);
    read.notes.push_back(
        fmt::format("Guessed: this is {}; --kind says otherwise.", described(made.kind)));
  }
  require_options_of_kind(input, made.kind);
  if (!input.patella.empty()) {
    read.patella =
        read_joint_part(input.patella, "patella", input.unit, k_usual_patella, read.notes);
    if (input.mirrored[2]) mirror(*read.patella, "patella", read.notes);
  }
  made.scene = made.kind == NewJointKind::knee
                   ? make_knee_scene(input, std::move(read), made.doubts)
               : made.kind == NewJointKind::hip ? make_hip_scene(input, std::move(read))
                                                : make_pad_scene(input, std::move(read));
  made.scene.file = input.scene_file;
  return made;
}

}  // namespace condyle
