#pragma once

#include <string>

#include "condyle/model/osim_kinematics.h"
#include "condyle/model/osim_model.h"

namespace condyle {

// Joints of a model, and the coordinates that flex them, by name.

/// Index of the joint that `name` means: its name, its path, or an end of its path that no other
/// one has. Throws InputError that lists the joints.
int find_joint(const OsimModel& model, const std::string& name);

/// The coordinate that flexes a joint: that of its first rotation that is not constant, where it is
/// a plain angle that nothing else sets. `name`, where not empty, must be the coordinate's; it is
/// needed where another coordinate of the joint has "flex" in its name and that one has not.
///
/// It can be driven while the others are free: throws InputError where the joint has no such
/// coordinate, or further rotations about axes that are not perpendicular.
int find_flexion(const OsimModel& model, const OsimKinematics& kinematics, int joint,
                 const std::string& name);

/// Which of the joint's axes is the first rotation that is not constant; 3: none.
int first_rotation(const OsimJoint& joint);

}  // namespace condyle
