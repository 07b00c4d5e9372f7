#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

namespace condyle {

/// A matrix as U V'.
struct LowRank {
  Eigen::MatrixXd U, V;
};

/// Approximates the smooth matrix of entry(i, j), `rows` by `columns`, by crosses of its own rows
/// and columns (adaptive cross approximation with partial pivoting, Bebendorf 2000, Numer. Math.
/// 86:565), until two crosses in a row have a Frobenius norm of at most `relative` times that of
/// the whole matrix, or of at most `absolute` per entry in the root mean square. Returns false if
/// the rank would exceed `most_rank`.
template <class Entry>
bool approximate_by_crosses(Eigen::Index rows, Eigen::Index columns, const Entry& entry,
                            double relative, double absolute, Eigen::Index most_rank,
                            LowRank& out) {
  constexpr int k_small_in_turn = 2;
  Eigen::MatrixXd U(rows, most_rank), V(columns, most_rank);
  std::vector<char> is_used(static_cast<std::size_t>(rows), 0);
  const double floor = absolute * std::sqrt(static_cast<double>(rows * columns));
  double square = 0;
  int small = 0;
  Eigen::Index rank = 0, i = 0, used = 0;
  while (small < k_small_in_turn && used < rows) {
    if (rank == most_rank) return false;
    is_used[i] = 1;
    ++used;
    auto u = U.col(rank), v = V.col(rank);
    for (Eigen::Index j = 0; j < columns; ++j) v[j] = entry(i, j);
    v.noalias() -= V.leftCols(rank) * U.row(i).head(rank).transpose();
    Eigen::Index pivot = 0;
    v.cwiseAbs().maxCoeff(&pivot);
    if (v[pivot] != 0) {
      v /= v[pivot];
      for (Eigen::Index k = 0; k < rows; ++k) u[k] = entry(k, pivot);
      u.noalias() -= U.leftCols(rank) * V.row(pivot).head(rank).transpose();
      const double cross = u.squaredNorm() * v.squaredNorm();
      const Eigen::VectorXd in_u = U.leftCols(rank).transpose() * u;
      square += cross + 2 * in_u.dot(V.leftCols(rank).transpose() * v);
      ++rank;
      small = std::sqrt(cross) <= std::max(relative * std::sqrt(std::max(square, 0.0)), floor)
                  ? small + 1
                  : 0;
    } else {
      u.setZero();
      ++small;
    }
    // The next row is where the last cross was largest.
    double most = -1;
    for (Eigen::Index k = 0; k < rows; ++k) {
      if (is_used[k] || !(std::abs(u[k]) > most)) continue;
      most = std::abs(u[k]);
      i = k;
    }
  }
  out.U = U.leftCols(rank);
  out.V = V.leftCols(rank);
  return true;
}

}  // namespace condyle
