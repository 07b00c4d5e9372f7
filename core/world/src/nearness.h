#pragma once

#include <Eigen/Geometry>
#include <cstdint>

#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"
#include "core/src/solver/extent.h"

namespace condyle {

Extent extent_of(const ContactSurface& surface);
Extent extent_of(const Eigen::AlignedBox3d& box);

/// Motion of a body in a substep, as far as it is known before contact is solved; world frame.
struct BodyMotion {
  Pose X_WB = Pose::Identity();  ///< pose of the centre of mass at the start
  /// Displacement of the centre of mass over the substep [m].
  Eigen::Vector3d shift = Eigen::Vector3d::Zero();
  double turn = 0;       ///< angle by which the body turns over the substep [rad]
  double by_forces = 0;  ///< further displacement that forces may cause in the substep [m]
  /// Further displacement that contact with near bodies may cause: see allow_for_collision() [m].
  double by_contact = 0;
  bool is_dynamic = false;
};

/// A surface that moves through a substep.
struct SurfaceMotion {
  Eigen::AlignedBox3d box_W;  ///< bounding box at the start of the substep
  Eigen::Vector3d centre_W = Eigen::Vector3d::Zero();
  Eigen::Vector3d normal_W = Eigen::Vector3d::UnitZ();  ///< normal of a half space
  double radius = 0;
  double box_turn = 0;     ///< growth of the box by turning [m]
  double centre_turn = 0;  ///< further displacement of the centre by turning [m]
  bool is_endless = false, is_half_space = false;
};
SurfaceMotion motion_of(const Extent& extent, const Pose& X_BS, const BodyMotion& body);

/// The box around a bounded surface over its motion, without the motion that forces and contact
/// add.
Eigen::AlignedBox3d swept_box(const SurfaceMotion& surface, const BodyMotion& body);

/// Whether two surfaces may come within `margin` [m] of one another in the substep, judged by the
/// relative motion of their boxes and spheres. Never false if they do, unless they move more than
/// the BodyMotions say.
bool may_meet(const SurfaceMotion& a, const BodyMotion& body_a, const SurfaceMotion& b,
              const BodyMotion& body_b, double margin);

/// Accounts for a collision of two bodies that may meet. For the rest of the substep after they
/// have closed the gap between them, each may leave at twice the speed at which they met, or be
/// pushed by the other body if that was hit itself. Returns whether `by_contact` of either body
/// grows.
bool allow_for_collision(const SurfaceMotion& a, BodyMotion& body_a, const SurfaceMotion& b,
                         BodyMotion& body_b);

/// Accounts for a joint between two bodies: a hit on one moves the other as far. Returns whether
/// `by_contact` of either body grows.
bool allow_for_joint(BodyMotion& a, BodyMotion& b);

}  // namespace condyle
