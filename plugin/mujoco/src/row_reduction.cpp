#include "plugin/mujoco/src/row_reduction.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace condyle::mujoco {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A set of columns as combinations of few of them: column `others[j]` is the sum of table(i, j)
/// times column `basis[i]`.
struct Tableau {
  std::vector<Index> basis, others;
  MatrixXd table;
};

/// Subtracts a column `part` times from another one. Plain, since columns are short.
void subtract(double part, const MatrixXd& from, Index i, MatrixXd& to, Index j) {
  const double* const a = from.data() + i * from.rows();
  double* const b = to.data() + j * to.rows();
  const Index rows = to.rows();
  for (Index k = 0; k < rows; ++k) b[k] -= part * a[k];
}

/// Gauss-Jordan elimination. Of the columns that are left, the one of which most is left comes
/// next, until hardly anything is left of any.
Tableau tableau_of(MatrixXd columns) {
  constexpr double k_dependent = 1e-12;
  Tableau tableau;
  tableau.others.resize(static_cast<std::size_t>(columns.cols()));
  std::iota(tableau.others.begin(), tableau.others.end(), 0);
  Index rank = 0, count = columns.cols();  // columns outside of the basis come first
  double least = 0;                        // squared
  while (rank < columns.rows() && count > 0) {
    const auto left = columns.bottomLeftCorner(columns.rows() - rank, count);
    Index entering = 0, row = 0;
    const double most = left.colwise().squaredNorm().maxCoeff(&entering);
    if (rank == 0) least = k_dependent * k_dependent * most;
    if (!(most > least)) break;
    left.col(entering).cwiseAbs().maxCoeff(&row);
    --count;
    columns.row(rank).swap(columns.row(rank + row));
    columns.col(entering).swap(columns.col(count));
    std::swap(tableau.others[static_cast<std::size_t>(entering)],
              tableau.others[static_cast<std::size_t>(count)]);
    for (Index j = 0; j < count; ++j) {
      const double part = columns(rank, j) / columns(rank, count);
      subtract(part, columns, count, columns, j);
      columns(rank, j) = part;
    }
    ++rank;
    tableau.basis.push_back(tableau.others[static_cast<std::size_t>(count)]);
  }
  tableau.others.resize(static_cast<std::size_t>(count));
  tableau.table = columns.topLeftCorner(rank, count);
  return tableau;
}

/// Exchanges a column of the basis, whose weight is 0, for another column. Columns up to that one
/// have been emptied and are not needed any more.
void pivot(Tableau& tableau, Index leaving, Index entering) {
  MatrixXd& table = tableau.table;
  for (Index j = entering + 1; j < table.cols(); ++j) {
    const double part = table(leaving, j) / table(leaving, entering);
    subtract(part, table, entering, table, j);
    table(leaving, j) = part;
  }
  tableau.basis[static_cast<std::size_t>(leaving)] =
      tableau.others[static_cast<std::size_t>(entering)];
}

/// How far the weight of a column outside of the basis can change in one direction until a weight
/// of the basis is 0, and which.
struct Block {
  double change;
  Index row = -1;
  double size = 0;  ///< of the pivot
};
Block find_block(const VectorXd& weights, const Tableau& tableau, Index j, double sign,
                 double most) {
  constexpr double k_least_pivot = 1e-9;
  Block found{most};
  for (Index i = 0; i < tableau.table.rows(); ++i) {
    const double falls = sign * tableau.table(i, j);  // of the basis, per change of the weight
    if (falls < k_least_pivot) continue;
    const double change = weights[tableau.basis[static_cast<std::size_t>(i)]] / falls;
    if (change < found.change) found = {change, i, falls};
  }
  return found;
}

/// Changes the weight of column j, and with it those of the basis, so that the sum stays, until one
/// of them is 0. The column that is 0 then lies outside of the basis.
void empty_one(VectorXd& weights, Tableau& tableau, Index j) {
  const Index column = tableau.others[static_cast<std::size_t>(j)];
  const Block less = find_block(weights, tableau, j, -1, weights[column]);
  const Block more = find_block(weights, tableau, j, 1, std::numeric_limits<double>::infinity());
  // Down to 0 needs no exchange; else the larger pivot is the more exact.
  const bool goes_down = less.row < 0 || more.row < 0 || less.size >= more.size;
  const Block& way = goes_down ? less : more;
  const double change = goes_down ? -way.change : way.change;
  for (Index i = 0; i < tableau.table.rows(); ++i) {
    double& weight = weights[tableau.basis[static_cast<std::size_t>(i)]];
    weight = std::max(0.0, weight - change * tableau.table(i, j));
  }
  weights[column] += change;
  if (way.row < 0) {
    weights[column] = 0;
    return;
  }
  weights[tableau.basis[static_cast<std::size_t>(way.row)]] = 0;
  pivot(tableau, way.row, j);
}

/// Weights of few columns; all weights are 1 if that is not exact enough.
VectorXd weigh(const MatrixXd& columns) {
  constexpr double k_exact = 1e-9;
  VectorXd weights = VectorXd::Ones(columns.cols());
  Tableau tableau = tableau_of(columns);
  for (Index j = 0; j < tableau.table.cols(); ++j) empty_one(weights, tableau, j);
  const VectorXd wanted = columns.rowwise().sum();
  const double size = columns.cwiseAbs().rowwise().sum().maxCoeff();
  if ((columns * weights - wanted).cwiseAbs().maxCoeff() <= k_exact * size) return weights;
  return VectorXd::Ones(columns.cols());
}

}  // namespace

std::vector<double> few_weights(const MatrixXd& moments) {
  const std::size_t most = 2 * static_cast<std::size_t>(moments.rows());
  std::vector<double> weights(static_cast<std::size_t>(moments.cols()), 1.0);
  std::vector<Index> left(weights.size());
  std::iota(left.begin(), left.end(), 0);
  for (;;) {
    const std::size_t groups = std::min(left.size(), most);
    const auto group_of = [&](std::size_t i) { return i * groups / left.size(); };
    MatrixXd sums = MatrixXd::Zero(moments.rows(), static_cast<Index>(groups));
    for (std::size_t i = 0; i < left.size(); ++i)
      sums.col(static_cast<Index>(group_of(i))) +=
          weights[static_cast<std::size_t>(left[i])] * moments.col(left[i]);
    const VectorXd of_groups = weigh(sums);
    std::vector<Index> kept;
    for (std::size_t i = 0; i < left.size(); ++i) {
      double& weight = weights[static_cast<std::size_t>(left[i])];
      weight *= of_groups[static_cast<Index>(group_of(i))];
      if (weight > 0) kept.push_back(left[i]);
    }
    const bool is_done = groups == left.size() || kept.size() == left.size();
    left.swap(kept);
    if (is_done) return weights;
  }
}

}  // namespace condyle::mujoco
