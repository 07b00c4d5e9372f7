#pragma once

#include <Eigen/Geometry>

#include "condyle/contact/contact_pair.h"
#include "condyle/solver/step_motion.h"

namespace condyle {

/// A mesh that moves evenly with its body through a (sub-)step, as engines move bodies: the centre
/// of mass along a line, turning about one axis.
struct EvenMotion {
  Pose X_WM = Pose::Identity();                   ///< of the mesh, at the start
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();  ///< centre of mass, then too [m]
  Twist velocity;                                 ///< of the centre of mass, world frame

  /// At a time [s] from the start.
  Pose pose(double time) const;
  Eigen::Vector3d velocity_at(const Eigen::Vector3d& point_W, double time) const;
};

/// How the two meshes of a pair move through a (sub-)step of `duration` [s].
struct PairPath {
  EvenMotion casting, target;
  double duration = 0;
};

/// The place where two meshes meet or part, as of a moment of a (sub-)step; world frame.
struct Meeting {
  double time = 0;                                     ///< from its start [s]
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();       ///< of the deepest triangle, or nearest [m]
  Eigen::Vector3d normal_W = Eigen::Vector3d::Zero();  ///< on the casting body, unit
  Eigen::Vector3d velocity_W = Eigen::Vector3d::Zero();  ///< of casting relative to target there
};

/// Whether the deepest triangle of the pair touches at the time [s].
bool touches(ContactPair& pair, const PairPath& path, double reach, double time);

/// When the pair, touching at one end of the path and not at the other, meets or parts: the zero of
/// its greatest proximity, by a search at each trial, to k_meeting_tolerance. Where both ends are
/// of one kind, the start. `reach` [m]: gap within which triangles are looked for.
Meeting find_meeting(ContactPair& pair, const PairPath& path, double reach);

/// Of the time of a meeting [s].
inline constexpr double k_meeting_tolerance = 1e-10;

}  // namespace condyle
