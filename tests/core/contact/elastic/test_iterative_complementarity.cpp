// Complementarity by conjugate gradients: the same solution as by factors.
#include <catch2/catch.hpp>
#include <random>

#include "core/src/contact/elastic/iterative_complementarity.h"

namespace condyle::test::iterative_complementarity_tests {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// A matrix as an operator, preconditioned by its diagonal.
SymmetricOperator operator_of(const MatrixXd& C) {
  const auto is_chosen = std::make_shared<std::vector<char>>();
  SymmetricOperator op;
  op.size = C.rows();
  op.diagonal = C.diagonal();
  op.multiply = [C](const VectorXd& x, std::span<const int>, std::span<const int>, VectorXd& y) {
    y = C * x;
  };
  op.prepare = [is_chosen](std::span<const char> chosen) {
    is_chosen->assign(chosen.begin(), chosen.end());
  };
  op.precondition = [C, is_chosen](const VectorXd& r, VectorXd& z) {
    z.setZero(r.size());
    for (Eigen::Index i = 0; i < r.size(); ++i)
      if ((*is_chosen)[i]) z[i] = r[i] / C(i, i);
  };
  return op;
}

std::vector<int> all_of(Eigen::Index size) {
  std::vector<int> all(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  return all;
}

double missed(const MatrixXd& C, const VectorXd& d, const VectorXd& f) {
  const VectorXd w = C * f - d;
  double sum = 0;
  for (int i = 0; i < f.size(); ++i) sum += std::abs(std::min(f[i], w[i] / C(i, i)));
  return sum / std::max(f.sum(), 1e-300);
}

}  // namespace

TEST_CASE("iterative complementarity: random problems", "[contact][elastic_layer]") {
  const unsigned seed = 22;
  CAPTURE(seed);
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  IterativeComplementarity iterative;
  ComplementaritySolver dense;
  double worst = 0, largest_difference = 0;
  for (int i = 0; i < 3000; ++i) {
    const int n = 1 + static_cast<int>(generator() % 14);
    const MatrixXd B = MatrixXd::NullaryExpr(n, n, [&] { return normal(generator); });
    // A condition number of up to about 1e3, so that the tolerance bounds the error of the forces.
    const MatrixXd C = B * B.transpose() + 0.1 * n * MatrixXd::Identity(n, n);
    const VectorXd d = VectorXd::NullaryExpr(n, [&] { return normal(generator); });
    const ComplementarityOutcome outcome = iterative.solve(operator_of(C), d, all_of(n), 1e-10);
    const VectorXd f = iterative.forces();
    REQUIRE(f.minCoeff() >= 0);
    REQUIRE(outcome.residual == Approx(missed(C, d, f)).margin(1e-12));
    worst = std::max(worst, outcome.residual);
    dense.solve(C, d, std::vector<char>(static_cast<std::size_t>(n), 0), 1e-12);
    if (f.sum() > 0)
      largest_difference =
          std::max(largest_difference, (dense.forces() - f).cwiseAbs().sum() / f.sum());
  }
  CHECK(worst <= 1e-10);
  CHECK(largest_difference < 1e-7);
}

TEST_CASE("iterative complementarity: solutions on the active forces", "[contact][elastic_layer]") {
  std::mt19937 generator(4);
  std::normal_distribution<double> normal;
  const MatrixXd B = MatrixXd::NullaryExpr(30, 30, [&] { return normal(generator); });
  const MatrixXd C = B * B.transpose() + MatrixXd::Identity(30, 30);
  const VectorXd d = VectorXd::NullaryExpr(30, [&] { return normal(generator); });
  IterativeComplementarity solver;
  const SymmetricOperator op = operator_of(C);
  solver.solve(op, d, all_of(30), 1e-10);
  const auto active = solver.active();
  REQUIRE(active.size() > 5);
  REQUIRE(active.size() < 30);
  const VectorXd b = VectorXd::NullaryExpr(30, [&] { return normal(generator); });
  VectorXd x;
  solver.solve_active(op, b, 1e-12, x);
  for (int i = 0; i < 30; ++i) {
    if (std::ranges::find(active, i) == active.end())
      CHECK(x[i] == 0);
    else
      CHECK((C.row(i) * x).value() == Approx(b[i]).margin(1e-9));
  }
}

TEST_CASE("iterative complementarity: what cannot be solved ends with an honest residual",
          "[contact][elastic_layer]") {
  std::mt19937 generator(3);
  std::normal_distribution<double> normal;
  IterativeComplementarity solver;
  for (int i = 0; i < 50; ++i) {
    const int n = 12;
    MatrixXd C = MatrixXd::NullaryExpr(n, n, [&] { return normal(generator); });
    C = (0.5 * (C + C.transpose())).eval();
    C.diagonal().setConstant(1);
    const VectorXd d = VectorXd::NullaryExpr(n, [&] { return normal(generator); });
    const ComplementarityOutcome outcome = solver.solve(operator_of(C), d, all_of(n), 1e-9);
    CHECK(outcome.passes <= IterativeComplementarity::k_most_passes);
    if (std::isfinite(outcome.residual) && solver.forces().sum() < 1e9)
      CHECK(outcome.residual == Approx(missed(C, d, solver.forces())).margin(1e-6));
  }
}

TEST_CASE("iterative complementarity: nothing overlaps", "[contact][elastic_layer]") {
  IterativeComplementarity solver;
  const MatrixXd C = MatrixXd::Identity(3, 3);
  CHECK(solver.solve(operator_of(C), VectorXd::Constant(3, -1), all_of(3), 1e-9).residual == 0);
  CHECK(solver.active().empty());
}

}  // namespace condyle::test::iterative_complementarity_tests
