#include "core/src/base/natural_spline.h"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <vector>

#include "core/src/base/checks.h"

namespace condyle {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using SparseMatrix = Eigen::SparseMatrix<double>;

/// Second differences: (Q^T s)_k = (s_k+2 - s_k+1) / h_k+1 - (s_k+1 - s_k) / h_k.
SparseMatrix second_differences(const VectorXd& h) {
  const Eigen::Index inner = h.size() - 1;
  std::vector<Eigen::Triplet<double>> entries;
  for (Eigen::Index k = 0; k < inner; ++k) {
    entries.emplace_back(k, k, 1 / h[k]);
    entries.emplace_back(k, k + 1, -1 / h[k] - 1 / h[k + 1]);
    entries.emplace_back(k, k + 2, 1 / h[k + 1]);
  }
  SparseMatrix Qt(inner, inner + 2);
  Qt.setFromTriplets(entries.begin(), entries.end());
  return Qt;
}

/// The matrix R: Q^T s = R s'' holds for every natural cubic spline.
SparseMatrix bending(const VectorXd& h) {
  const Eigen::Index inner = h.size() - 1;
  std::vector<Eigen::Triplet<double>> entries;
  for (Eigen::Index k = 0; k < inner; ++k) {
    entries.emplace_back(k, k, (h[k] + h[k + 1]) / 3);
    if (k + 1 == inner) break;
    entries.emplace_back(k, k + 1, h[k + 1] / 6);
    entries.emplace_back(k + 1, k, h[k + 1] / 6);
  }
  SparseMatrix R(inner, inner);
  R.setFromTriplets(entries.begin(), entries.end());
  return R;
}

}  // namespace

SplineFit fit_natural_spline(const VectorXd& knots, const MatrixXd& samples, double smoothness) {
  const Eigen::Index n = knots.size();
  const VectorXd h = knots.tail(n - 1) - knots.head(n - 1);
  CONDYLE_ASSERT(n >= 2 && h.minCoeff() > 0 && smoothness >= 0);
  SplineFit fit{samples, MatrixXd(n, samples.cols())};
  MatrixXd second = MatrixXd::Zero(n, samples.cols());
  if (n > 2) {
    const SparseMatrix Qt = second_differences(h), Q = Qt.transpose();
    const SparseMatrix system = bending(h) + smoothness * (Qt * Q);
    const MatrixXd inner = Eigen::SimplicialLDLT<SparseMatrix>(system).solve(Qt * samples);
    second.middleRows(1, n - 2) = inner;
    fit.values -= smoothness * (Q * inner);
  }
  for (Eigen::Index k = 0; k + 1 < n; ++k) {
    const Eigen::RowVectorXd chord = (fit.values.row(k + 1) - fit.values.row(k)) / h[k];
    fit.slopes.row(k) = chord - h[k] / 6 * (2 * second.row(k) + second.row(k + 1));
    fit.slopes.row(k + 1) = chord + h[k] / 6 * (second.row(k) + 2 * second.row(k + 1));
  }
  return fit;
}

}  // namespace condyle
