#pragma once

#include <Eigen/Core>
#include <array>
#include <limits>
#include <optional>
#include <string>

#include "condyle/pose.h"

namespace condyle {

/// The axes along which a joint's translations are counted.
enum class TranslationAxes {
  /// Along the axes of the three rotations (Grood & Suntay 1983). They are not at right angles once
  /// the second rotation is not 0.
  of_rotations,
  of_first,   ///< along the axes of frame J
  of_second,  ///< along the axes of frame K
};

/// The six coordinates of a frame K relative to a frame J, as Grood & Suntay (1983) define them for
/// the knee, with e1 the x axis of J, e3 the z axis of K and e2 = e3 x e1, perpendicular to both:
/// - 0, 1, 2: rotations about e1, e2 and e3 [rad], such that R_JK = Rx(q0) Ry(q1) Rz(q2). With J on
///   the femur, x to the side, and K on the tibia, z along it, these are flexion, adduction and
///   rotation of the tibia;
/// - 3, 4, 5: translations of K's origin from J's along the axes that TranslationAxes says [m]: to
///   the side, to front or back, and apart.
/// The first and third rotation are from -pi to pi, the second from -pi/2 to pi/2, where, as for
/// any three angles, the other two are not unique.
using JointCoordinates = Vector6;

/// The coordinates of a pose X_JK.
JointCoordinates joint_coordinates(const Pose& X_JK,
                                   TranslationAxes axes = TranslationAxes::of_rotations);

/// The pose X_JK at these coordinates, the inverse of joint_coordinates().
Pose joint_pose(const JointCoordinates& coordinates,
                TranslationAxes axes = TranslationAxes::of_rotations);

/// The matrix by which the rates of the coordinates follow from the velocity of K relative to J
/// (angular, linear at K's origin), in J. Not finite where the second rotation is a right angle.
Matrix6 joint_coordinate_rates(const Pose& X_JK,
                               TranslationAxes axes = TranslationAxes::of_rotations);

/// A joint between two bodies by the six coordinates of its frame K, fixed to body B, relative to
/// its frame J, fixed to body A. Each coordinate is free, or held at a value, which is driven by
/// giving it one value after the other.
struct CoordinateJoint {
  std::string name;
  int body_a = -1, body_b = -1;  ///< -1 is the world; at least one must be free to move
  Pose X_AJ = Pose::Identity(), X_BK = Pose::Identity();
  TranslationAxes axes = TranslationAxes::of_rotations;
  /// Values at which coordinates are held [rad, m]; absent: free.
  std::array<std::optional<double>, 6> held = {};
  /// The most moment [N m] or force [N] with which each is held, > 0.
  std::array<double, 6> most = {k_unlimited, k_unlimited, k_unlimited,
                                k_unlimited, k_unlimited, k_unlimited};

  /// Holds with any moment [N m] or force [N].
  static constexpr double k_unlimited = std::numeric_limits<double>::infinity();
};

}  // namespace condyle
