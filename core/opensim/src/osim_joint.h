#pragma once

#include <span>
#include <string>
#include <vector>

#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"

namespace condyle::opensim {

// Finds the joints of a model and the coordinates that flex them, by name, and evaluates properties
// of joints.

/// Index of the joint with this name, this path, or a path that ends with it, if it is unique.
/// Throws InputError that lists the joints.
int find_joint(const OsimModel& model, const std::string& name);

/// The coordinate that flexes a joint: the coordinate of its first rotation that is not constant.
/// It must equal the angle up to sign and offset, and no coupler may set it. If `name` is not
/// empty, it must be the name of this coordinate; it is required if another coordinate of the joint
/// has "flex" in its name and this one does not.
///
/// The coordinate can be driven while the other motions stay free. Throws InputError if the joint
/// has no such coordinate, or has further rotations about axes that are not perpendicular.
int find_flexion(const OsimModel& model, const OsimKinematics& kinematics, int index,
                 const std::string& name);

/// The index (0 to 2) of the first rotation axis of the joint that is not constant; 3 if there is
/// none.
int first_rotation(const OsimJoint& joint);

/// The value of a function of some of the coordinates `q`.
double value_of(const CoordinateFunction& function, const std::vector<int>& coordinates,
                std::span<const double> q);

/// Replaces the rates of a joint's coordinates in `u` with the joint's speeds, which are an angular
/// velocity if OsimJoint::angular_velocity_speeds is set. Does nothing for other joints.
void speeds_from_rates(const OsimJoint& joint, OsimState& state);

}  // namespace condyle::opensim
