#include "plugin/mujoco/src/row_reduction.h"

#include <Eigen/QR>
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

Tableau tableau_of(const MatrixXd& columns) {
  constexpr double k_dependent = 1e-10;
  Eigen::ColPivHouseholderQR<MatrixXd> qr(columns.rows(), columns.cols());
  qr.setThreshold(k_dependent);
  qr.compute(columns);
  const Index rank = qr.rank(), count = columns.cols();
  const auto& order = qr.colsPermutation().indices();
  Tableau tableau;
  for (Index i = 0; i < count; ++i) (i < rank ? tableau.basis : tableau.others).push_back(order[i]);
  tableau.table.resize(rank, count - rank);
  if (tableau.table.size() == 0) return tableau;  // Eigen would take the address of no number
  tableau.table = qr.matrixR()
                      .topLeftCorner(rank, rank)
                      .triangularView<Eigen::Upper>()
                      .solve(qr.matrixR().topRightCorner(rank, count - rank));
  return tableau;
}

/// Exchanges a column of the basis, whose weight is 0, for another column. Columns up to that one
/// have been emptied and are not needed any more.
void pivot(Tableau& tableau, Index leaving, Index entering) {
  MatrixXd& table = tableau.table;
  const Index left = table.cols() - entering - 1;
  const VectorXd column = table.col(entering);
  const Eigen::RowVectorXd row = table.row(leaving).tail(left) / column[leaving];
  table.rightCols(left).noalias() -= column * row;
  table.row(leaving).tail(left) = row;
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
