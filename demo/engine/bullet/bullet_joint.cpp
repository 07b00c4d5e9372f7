#include "engine/bullet/bullet_joint.h"

#include <numbers>

#include "plugin/bullet/src/convert.h"

namespace condyle {
namespace {

/// Turns a scene hinge frame, whose axis is x, into Bullet's, whose axis is z.
btTransform hinge_frame(Pose X_BJ) {
  X_BJ.rotate(Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitY()));
  return bullet::to_bullet(X_BJ);
}

std::unique_ptr<btTypedConstraint> make_slider(btRigidBody& a, btRigidBody& b,
                                               const btTransform& X_AJ, const btTransform& X_BJ) {
  auto slider = std::make_unique<btSliderConstraint>(a, b, X_AJ, X_BJ, true);
  slider->setLowerLinLimit(1);  // a lower limit above the upper one means free
  slider->setUpperLinLimit(-1);
  slider->setLowerAngLimit(0);
  slider->setUpperAngLimit(0);
  return slider;
}

std::unique_ptr<btTypedConstraint> make_generic(const scene::SceneJoint& joint, btRigidBody& a,
                                                btRigidBody& b, const btTransform& X_AJ,
                                                const btTransform& X_BJ) {
  auto generic = std::make_unique<btGeneric6DofSpring2Constraint>(a, b, X_AJ, X_BJ);
  for (int axis = 0; axis < 6; ++axis) {
    const bool free = joint.free_axes[axis];
    // A lower limit above the upper one means free.
    generic->setLimit(axis, free ? 1 : 0, free ? -1 : 0);
  }
  return generic;
}

}  // namespace

std::unique_ptr<btTypedConstraint> make_bullet_joint(const scene::SceneJoint& joint, btRigidBody& a,
                                                     btRigidBody& b) {
  const Pose X_AJ = bullet::to_pose(a.getWorldTransform()).inverse() * joint.X_WJ;
  const Pose X_BJ = bullet::to_pose(b.getWorldTransform()).inverse() * joint.X_WJ;
  const btTransform in_a = bullet::to_bullet(X_AJ), in_b = bullet::to_bullet(X_BJ);
  switch (joint.kind) {
    case scene::JointKind::hinge:
      return std::make_unique<btHingeConstraint>(a, b, hinge_frame(X_AJ), hinge_frame(X_BJ));
    case scene::JointKind::ball:
      return std::make_unique<btPoint2PointConstraint>(a, b, in_a.getOrigin(), in_b.getOrigin());
    case scene::JointKind::slider:
      return make_slider(a, b, in_a, in_b);
    case scene::JointKind::fixed:
      return std::make_unique<btFixedConstraint>(a, b, in_a, in_b);
    case scene::JointKind::generic:
      return make_generic(joint, a, b, in_a, in_b);
  }
  return nullptr;
}

void set_joint_frame(const scene::SceneJoint& joint, btTypedConstraint& constraint, bool on_first,
                     const Pose& X_BJ) {
  const btTransform frame = bullet::to_bullet(X_BJ);
  const auto set = [&](auto& of) {
    (on_first ? of.getFrameOffsetA() : of.getFrameOffsetB()) = frame;
  };
  switch (joint.kind) {
    case scene::JointKind::hinge: {
      auto& hinge = static_cast<btHingeConstraint&>(constraint);
      (on_first ? hinge.getAFrame() : hinge.getBFrame()) = hinge_frame(X_BJ);
      return;
    }
    case scene::JointKind::ball: {
      auto& ball = static_cast<btPoint2PointConstraint&>(constraint);
      on_first ? ball.setPivotA(frame.getOrigin()) : ball.setPivotB(frame.getOrigin());
      return;
    }
    case scene::JointKind::slider:
      return set(static_cast<btSliderConstraint&>(constraint));
    case scene::JointKind::fixed:
    case scene::JointKind::generic:
      return set(static_cast<btGeneric6DofSpring2Constraint&>(constraint));
  }
}

void drive_joint(const scene::SceneJoint& joint, btTypedConstraint& constraint, double angle,
                 double dt) {
  if (!joint.target_angle) return;
  auto& hinge = static_cast<btHingeConstraint&>(constraint);
  hinge.enableMotor(true);
  hinge.setMaxMotorImpulse(joint.max_torque * dt);
  hinge.setMotorTarget(angle, dt);
}

double hinge_angle(btTypedConstraint& constraint) {
  return static_cast<btHingeConstraint&>(constraint).getHingeAngle();
}

}  // namespace condyle
