#pragma once

#include <Eigen/Dense>

namespace condyle {

/// Largest number of bodies in a group with soft directions: their matrices are dense.
inline constexpr int k_most_soft_bodies = 8;

/// The soft directions of a group (soft_directions.cpp), in mass-root coordinates. The storage has
/// a fixed size, so that groups of any size use it without allocations.
struct SoftDirections {
  static constexpr int k_most = 6 * k_most_soft_bodies;
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, k_most, k_most>;
  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, k_most, 1>;

  Matrix softness;      ///< F, see soft_directions.cpp
  Vector start, end;    ///< F times the velocities at the start, and as solved so far
  Matrix newton, work;  ///< Newton's matrix in dense form, and scratch for products
  Eigen::SelfAdjointEigenSolver<Matrix> eigen;
};

}  // namespace condyle
