#pragma once

#include <Eigen/Geometry>

#include "condyle/bullet/kinematic_tracks.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"

class btRigidBody;

namespace condyle::bullet {

/// How far a surface reaches, in its own frame.
struct Extent {
  Eigen::AlignedBox3d box;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< of a sphere around it
  double radius = 0;                                 ///< of that [m]
  bool is_endless = false;                           ///< the rest says nothing then
  bool is_half_space = false;                        ///< of those: z <= 0
};
Extent extent_of(const ContactSurface& surface);
Extent extent_of(const Eigen::AlignedBox3d& box);

/// What a body does in a substep, as far as that is known before contact is solved; world frame.
struct BodyWay {
  const btRigidBody* body = nullptr;
  Pose X_WB = Pose::Identity();                     ///< of the centre of mass, at the start
  Eigen::Vector3d shift = Eigen::Vector3d::Zero();  ///< of it, over the substep [m]
  double turn = 0;                                  ///< angle over the substep [rad]
  double pushed = 0;   ///< what forces over the substep may shift it beyond [m]
  double knocked = 0;  ///< the same of contact with what comes near: see let_knock() [m]
  bool is_dynamic = false;
};

/// Over the substep of `dt` [s].
BodyWay way_of(const btRigidBody& body, const KinematicTracks& tracks, double dt);

/// A surface on its way through a substep.
struct SurfaceWay {
  Eigen::AlignedBox3d box_W;  ///< at the start
  Eigen::Vector3d centre_W = Eigen::Vector3d::Zero();
  Eigen::Vector3d normal_W = Eigen::Vector3d::UnitZ();  ///< of a half space
  double radius = 0;
  double box_turn = 0;     ///< what turning may add to the box [m]
  double centre_turn = 0;  ///< and to the way of the centre [m]
  bool is_endless = false, is_half_space = false;
};
SurfaceWay way_of(const Extent& extent, const Pose& X_BS, const BodyWay& body);

/// The box around all of the way of a bounded surface, but for what forces and contact add.
Eigen::AlignedBox3d swept_box(const SurfaceWay& surface, const BodyWay& body);

/// Whether two surfaces may come within `margin` [m] of one another in the substep: their boxes,
/// and the spheres around them, by their relative motion. Never no where they do, unless what moves
/// them is more than what the ways know of.
bool may_meet(const SurfaceWay& a, const BodyWay& body_a, const SurfaceWay& b,
              const BodyWay& body_b, double margin);

/// Two bodies that may meet: either may leave with twice the speed at which they came together, or
/// be pushed on by what has been knocked itself. Returns whether that is news.
bool let_knock(BodyWay& a, BodyWay& b);

/// Two bodies that are joined: what knocks one takes the other along. Returns as above.
bool take_along(BodyWay& a, BodyWay& b);

}  // namespace condyle::bullet
