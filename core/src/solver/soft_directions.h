#pragma once

#include <Eigen/Dense>

#include "core/src/solver/group.h"

// Backward Euler moves bodies by their velocity at the end of a sub-step and evaluates forces
// there. It damps every vibration of angular frequency w at the rate w^2 h / 2, even slow ones: a
// ball that swings in a cup comes to rest. In soft directions, where forces are soft over the
// sub-step, bodies move by the mean of both velocities instead, and forces are evaluated half way,
// as in the midpoint rule, which does not damp:
//
//     M (v1 - v0) = h f(q_f, v1)          only the forces at q_f act
//     q1 = q0 + h (v1 - F (v1 - v0) / 2)
//     q_f = q1 - h F (v0 + v1) / 4
//     F = part (2 S - S^2),  S = (M + h^2 K + h D)^-1 M
//
// F is `part` in soft directions, z = (w h)^2 << 1, and 0 in stiff directions, z >> 1, which
// backward Euler still damps: for a single vibration, F = part (1 - (z / (1 + z))^2). Its amplitude
// never grows, for any z and part (test_soft_directions.cpp). Contact that begins or ends within
// the sub-step can still gain energy, since forces at q_f do not see what touches only at q1: the
// step checks for that (gains_in_soft_directions). In mass-root coordinates, S is the inverse of
// Newton's matrix A. As q_f changes by h (1 - 3/4 F) times the change of v1, Newton's matrix with
// soft directions is 1 + (A - 1) (1 - 3/4 F).

namespace condyle {

/// Largest number of bodies in a group with soft directions: their matrices are dense.
inline constexpr int k_most_soft_bodies = 8;

/// The soft directions of a group, in mass-root coordinates. The storage has a fixed size, so that
/// groups of any size use it without allocations.
struct SoftDirections {
  static constexpr int k_most = 6 * k_most_soft_bodies;
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, k_most, k_most>;
  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, k_most, 1>;

  bool is_found = false;  ///< F follows from the matrix, see begin()
  Matrix softness;        ///< F
  Vector start, end;      ///< F times the velocities at the start, and as solved so far
  Matrix newton, work;    ///< Newton's matrix in dense form, and scratch for products
  Eigen::SelfAdjointEigenSolver<Matrix> eigen;

  /// Starts a (sub-)step. Until there is a matrix, all directions count as soft: bodies that move
  /// much mostly slide. `scratch` has 6 entries per body.
  void begin(const Group& group, Eigen::VectorXd& scratch);

  /// Finds F from `softness`, which must be A - 1 of the symmetric matrix, without the coupling by
  /// which friction follows pressure: F then does not mix directions that slide with directions
  /// that vibrate.
  void find(const Group& group, Eigen::VectorXd& scratch);

  /// Call whenever the solver's state y has changed.
  void update(const Group& group, const Eigen::VectorXd& y, Eigen::VectorXd& scratch);

  /// Velocity of body `i` minus its displacement over the step's length.
  Vector6 lag(const Group& group, int i) const;
  /// Displacement of body `i` from the pose at which forces act to the end of the (sub-)step of
  /// `dt` [s].
  Vector6 displacement_to_end(const Group& group, int i, double dt) const;

 private:
  void clear_free_bodies(const Group& group);
  void set_start(const Group& group, Eigen::VectorXd& scratch);
};

}  // namespace condyle
