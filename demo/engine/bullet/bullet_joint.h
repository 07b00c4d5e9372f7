#pragma once

#include <btBulletDynamicsCommon.h>

#include <memory>

#include "condyle/scene/scene.h"

namespace condyle {

/// Makes Bullet's constraint for a joint between two bodies that are at their initial poses.
std::unique_ptr<btTypedConstraint> make_bullet_joint(const scene::SceneJoint& joint, btRigidBody& a,
                                                     btRigidBody& b);

/// Moves the joint's frame J on one of its two bodies; `on_first` selects the first body.
void set_joint_frame(const scene::SceneJoint& joint, btTypedConstraint& constraint, bool on_first,
                     const Pose& X_BJ);

/// Sets the motor of a hinge that follows a table, so that the next step turns it towards `angle`
/// [rad].
void drive_joint(const scene::SceneJoint& joint, btTypedConstraint& constraint, double angle,
                 double dt);

/// Current angle of a driven hinge [rad].
double hinge_angle(btTypedConstraint& constraint);

}  // namespace condyle
