#pragma once

#include <optional>
#include <vector>

#include "condyle/model/osim_scene.h"

namespace condyle {

/// A force on a body of a joint.
struct OsimJointLoad {
  /// Compression along the long axis of the joint's child, towards the joint [N].
  std::optional<double> compression = {};
  /// Otherwise: in the axes of the body, with which it moves [N].
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  std::string body = {};  ///< empty: the joint's child
};

/// One joint of a model on its contacts and ligaments, its flexion driven.
struct OsimJointDrive {
  int joint = -1;
  int coordinate = -1;      ///< as find_flexion (osim_joint.h) says
  double from = 0, to = 0;  ///< [rad]
  double duration = 10;     ///< of the motion from the one to the other [s], > 0
  std::vector<OsimJointLoad> loads;
};

/// The scene of one joint, in `state` but at rest, which settles with the flexion at drive.from and
/// then follows it to drive.to, with neither speed nor acceleration at the ends.
///
/// Bodies: the joint's child moves. So does each further body that is tied to the ground over the
/// joint's parent and has a contact or a strand with one that moves: the patella with the tibia.
/// Beyond the child a joint that has not all six motions stays as it is. Other bodies of those
/// contacts and strands stand still, and so does the parent; what is tied to none of this is left
/// out.
///
/// Drive: a body without mass or mesh turns by the coordinate about the first axis of the joint.
/// The child's third rotation axis stays perpendicular to that body's second one: one condition,
/// whose torque does no work in the other five motions. Those are free as far as the model lets
/// them; motions that follow the flexion by a function are free.
///
/// Loads: a compression acts along the line from the next joint's centre (or, beyond the last, the
/// child's centre of mass) to this one's and moves with the child; a force at the joint's centre on
/// the child, at the centre of mass on another body.
///
/// Throws InputError as scene_of, and where nothing ties the child to other bodies, or a load names
/// a body that does not move.
OsimScene joint_scene_of(const OsimModel& model, const OsimKinematics& kinematics,
                         const OsimState& state, std::span<const std::filesystem::path> folders,
                         const OsimJointDrive& drive);

}  // namespace condyle
