#pragma once

#include <btBulletDynamicsCommon.h>

#include <memory>

#include "condyle/model/scene.h"

namespace condyle {

/// Bullet's constraint for a joint between two bodies that stand at their initial poses.
std::unique_ptr<btTypedConstraint> make_bullet_joint(const SceneJoint& joint, btRigidBody& a,
                                                     btRigidBody& b);

/// Moves the joint's frame J on one of its bodies, the first or the second.
void set_joint_frame(const SceneJoint& joint, btTypedConstraint& constraint, bool on_first,
                     const Pose& X_BJ);

/// Sets the motor of a hinge that follows a table for the step from `time` to `time + dt`.
void drive_joint(const SceneJoint& joint, btTypedConstraint& constraint, double time, double dt);

/// Angle of a driven hinge now [rad].
double hinge_angle(btTypedConstraint& constraint);

}  // namespace condyle
