#pragma once

#include <Eigen/Geometry>
#include <span>

#include "condyle/contact/contact_pair.h"
#include "core/src/contact/linearised/step_motion.h"

namespace condyle {

/// A mesh that moves with its body at constant velocity through a (sub-)step, as engines move
/// bodies: the centre of mass along a straight line, with rotation about one axis.
struct EvenMotion {
  Pose X_WM = Pose::Identity();                   ///< pose of the mesh at the start
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();  ///< centre of mass at the start [m]
  Twist velocity;                                 ///< velocity of the centre of mass, world frame

  /// Pose of the mesh, and velocity of one of its points, at a `time` [s] from the start.
  Pose pose(double time) const;
  Eigen::Vector3d velocity_at(const Eigen::Vector3d& point_W, double time) const;
};

/// The motion of both meshes of a pair through a (sub-)step of `duration` [s].
struct PairPath {
  EvenMotion casting, target;
  double duration = 0;
};

/// The part of a path from time `start` to time `end` [s].
PairPath part_of(const PairPath& path, double start, double end);

/// The time and place at which two meshes meet or part in a (sub-)step; world frame.
struct Meeting {
  double time = 0;  ///< time from the start of the (sub-)step [s]
  /// Position of the deepest triangle or, if none touches, of the nearest [m].
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();
  /// Unit direction of the normal force on the casting body.
  Eigen::Vector3d normal_W = Eigen::Vector3d::Zero();
  /// Velocity of the casting mesh relative to the target at p_W [m/s].
  Eigen::Vector3d velocity_W = Eigen::Vector3d::Zero();
};

/// What is pressed in already, and so no touch: triangles up to a depth [m], and all up to `spare`.
struct PressedIn {
  std::span<const int> pressing = {};  ///< casting triangles, ascending
  double depth = 0, spare = 0;

  double depth_of(int triangle) const;
};

/// Whether the deepest triangle of the pair touches at a `time` [s] on the path. `reach` as in
/// find_meeting().
bool touches(ContactPair& pair, const PairPath& path, double reach, double time,
             const PressedIn& pressed = {});

/// Finds the time and place at which a pair meets or parts, if it touches at one end of the path
/// and not at the other: the zero of its greatest proximity, found to k_meeting_tolerance with a
/// search at each trial. Returns the start if the pair touches at both ends or at neither. `reach`
/// [m]: the gap up to which triangles are searched.
Meeting find_meeting(ContactPair& pair, const PairPath& path, double reach,
                     const PressedIn& pressed = {});

/// Tolerance on the time of a meeting [s].
inline constexpr double k_meeting_tolerance = 1e-10;

}  // namespace condyle
