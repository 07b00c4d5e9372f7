#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "new_joint/new_joint.h"

namespace condyle {

/// The parts as they were read, and what is to be told about them.
struct JointParts {
  std::array<JointPart, 2> parts;
  std::optional<JointPart> patella = {};
  std::vector<std::string> notes = {};
};

// The scene of each kind of joint.

/// A femoral component and a tibial insert: the knee at NewJointInput::generic_knee, with its
/// ligaments, joint, load and motion scaled to the width of the parts; and a patella in its groove,
/// if there is one. Says what it doubts of their shapes.
scene::Scene make_knee_scene(const NewJointInput& input, JointParts read, NewJointDoubts& doubts);

/// A ball and a cup: the hip at NewJointInput::generic_hip with these parts.
scene::Scene make_hip_scene(const NewJointInput& input, JointParts read);

/// A pad that a load presses on a part.
scene::Scene make_pad_scene(const NewJointInput& input, JointParts read);

/// A mesh of a body: the file of the part as it lies in the body's frame, with a layer of a
/// material of the table [m].
scene::SceneMesh mesh_of_part(const std::string& name, const JointPart& part, const Pose& X_BM,
                              const std::string& material, double thickness);

/// The friction of two materials of the table; none if it lacks the pair.
Friction friction_of(const std::string& a, const std::string& b, bool lubricated);

/// Whether the first part looks like the ball of a hip and the second like its cup.
bool are_ball_and_cup(const JointPart& ball, const JointPart& cup);

}  // namespace condyle
