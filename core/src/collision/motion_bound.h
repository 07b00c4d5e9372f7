#pragma once

// A bound on how far a rigid motion moves the points of a ball. Everything that the search
// remembers expires by this one bound.
//
// From one pose to the next the point q moves by (R' - R) q + (p' - p), so a point within r of c
// moves by at most |(R' - R) c + (p' - p)| + |R' - R| r, with the spectral norm. Points farther
// than g from a mesh stay clear of it until the sum of these bounds over the steps exceeds g,
// whatever the path between the poses (triangle inequality; the idea of conservative advancement,
// Mirtich 1996). `rounding` covers the rounding of poses and points: thousands of units in the last
// place of the largest number that occurs.

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "condyle/pose.h"

namespace condyle {

/// Sums of displacements start again from zero when the mesh has travelled this many times its
/// size.
inline constexpr double k_farthest_travel = 1e6;

struct Ball {
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  double radius = 0;
};

struct RigidMotion {
  Eigen::Matrix3d turn = Eigen::Matrix3d::Zero();   ///< R' - R
  Eigen::Vector3d shift = Eigen::Vector3d::Zero();  ///< p' - p [m]
  double turn_norm = 0;                             ///< bounds the spectral norm of `turn`
  double rounding = 0;                              ///< [m]
};

/// `extent` bounds the coordinates of the balls' points [m].
inline RigidMotion motion_between(const Pose& before, const Pose& now, double extent) {
  RigidMotion motion;
  motion.turn = now.linear() - before.linear();
  motion.shift = now.translation() - before.translation();
  const Eigen::Matrix3d squared = motion.turn.transpose() * motion.turn;
  const double t = squared.trace(), s_squared = squared.squaredNorm();
  motion.turn_norm = std::sqrt(
      t / 3 + std::sqrt(std::max(0.0, 2.0 / 3 * (s_squared - t * t / 3)) + 0x1p-48 * s_squared));
  motion.rounding = 0x1p-42 * (extent + now.translation().cwiseAbs().sum() +
                               before.translation().cwiseAbs().sum());
  return motion;
}

/// Upper bound on the displacement of the ball's points [m].
inline double displacement(const RigidMotion& motion, const Ball& ball) {
  return (motion.turn * ball.center + motion.shift).norm() + motion.turn_norm * ball.radius +
         motion.rounding;
}

}  // namespace condyle
