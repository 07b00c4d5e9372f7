#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "condyle/mesh/mesh_file.h"
#include "condyle/scene/scene.h"
#include "new_joint/joint_part.h"

namespace condyle {

/// The joints that can be made of two meshes.
enum class NewJointKind { automatic, knee, hip, pad };

/// Its word in options.
constexpr const char* word_of(NewJointKind value) {
  switch (value) {
    case NewJointKind::automatic:
      return "auto";
    case NewJointKind::knee:
      return "knee";
    case NewJointKind::hip:
      return "hip";
    case NewJointKind::pad:
      return "pad";
  }
  return nullptr;
}

/// The side of the body.
enum class BodySide { right, left };

/// Its word in options.
constexpr const char* word_of(BodySide value) {
  switch (value) {
    case BodySide::right:
      return "right";
    case BodySide::left:
      return "left";
  }
  return nullptr;
}

/// Two mesh files, or a knee's three, and what is known about them.
struct NewJointInput {
  /// Femoral component and insert, ball and cup, or pad and part.
  std::array<std::filesystem::path, 2> files;
  std::filesystem::path patella = {};  ///< knee: the patella or its button; empty: none
  NewJointKind kind = NewJointKind::automatic;
  std::optional<mesh::LengthUnit> unit;  ///< of all files; absent: guessed
  BodySide side = BodySide::right;
  /// Knee: the front of femoral component, insert or patella is its back, and the other way round.
  std::array<bool, 3> turned_about{};
  std::array<bool, 3> mirrored{};  ///< the joint has the mirror image of the part
  double flexion = 0;  ///< knee: angle by which the femoral component is bent at 0 [rad]
  std::filesystem::path
      scene_file;  ///< where the scene will be written; mended meshes go beside it
  /// The scenes whose ligaments, loads and motions are scaled to the parts: the shipped ones.
  std::filesystem::path generic_knee, generic_hip;
};

/// The files that the scene is written to: its own, and those of mended parts.
std::array<std::filesystem::path, 4> files_of_new_joint(const std::filesystem::path& scene_file);

/// What was guessed with little to go by, and a person who knows the parts can tell.
struct NewJointDoubts {
  /// The guessed unit of the file that fits two best, and the other one.
  std::optional<mesh::LengthUnit> unit, other_unit;
  bool has_insert_front = false;  ///< knee: of the insert's front, which is not told by a notch
};

/// A scene made of them. Scene::notes say what was found and what was guessed.
struct NewJoint {
  NewJointKind kind = NewJointKind::knee;
  scene::Scene scene;
  NewJointDoubts doubts;
};

/// Makes the scene: reads the parts, recognises the joint, finds axes and places the parts so that
/// they just do not touch. Writes nothing but mended meshes. Throws InputError naming the file.
NewJoint make_new_joint(const NewJointInput& input);

}  // namespace condyle
