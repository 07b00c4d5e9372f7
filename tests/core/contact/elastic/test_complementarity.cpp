#include <catch2/catch.hpp>
#include <random>

#include "core/src/contact/elastic/complementarity.h"

namespace condyle::test::complementarity_tests {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

struct Problem {
  MatrixXd C;
  VectorXd d;
};

/// A random definite problem, with a condition number of up to about 1e6.
Problem random_problem(std::mt19937& generator) {
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<int> size(1, 14);
  const int n = size(generator);
  const MatrixXd B = MatrixXd::NullaryExpr(n, n, [&] { return normal(generator); });
  const double least = std::pow(10, -std::abs(2 * normal(generator)));
  Problem problem{B * B.transpose() + least * MatrixXd::Identity(n, n),
                  VectorXd::NullaryExpr(n, [&] { return normal(generator); })};
  return problem;
}

/// How far forces miss the conditions, relative to their sum; computed independently of the solver.
double missed(const Problem& problem, const VectorXd& f) {
  const VectorXd w = problem.C * f - problem.d;
  double sum = 0;
  for (int i = 0; i < f.size(); ++i) sum += std::abs(std::min(f[i], w[i] / problem.C(i, i)));
  return sum / std::max(f.sum(), 1e-300);
}

}  // namespace

TEST_CASE("complementarity holds on random problems, from any start", "[contact][elastic_layer]") {
  const unsigned seed = 20;
  CAPTURE(seed);
  std::mt19937 generator(seed);
  ComplementaritySolver solver;
  double worst = 0, largest_difference = 0;
  int most_passes = 0;
  for (int i = 0; i < 5000; ++i) {  // some 350 of each size
    const Problem problem = random_problem(generator);
    const std::size_t n = static_cast<std::size_t>(problem.d.size());
    std::vector<char> start(n, 0);
    const ComplementarityOutcome cold = solver.solve(problem.C, problem.d, start, 1e-9);
    const VectorXd f = solver.forces();
    for (char& one : start) one = static_cast<char>(generator() % 2);
    const ComplementarityOutcome warm = solver.solve(problem.C, problem.d, start, 1e-9);
    REQUIRE(f.minCoeff() >= 0);
    worst = std::max({worst, missed(problem, f), missed(problem, solver.forces())});
    // The solver reports the residual that its forces have.
    REQUIRE(cold.residual == Approx(missed(problem, f)).margin(1e-12));
    if (f.sum() > 0)
      largest_difference =
          std::max(largest_difference, (solver.forces() - f).cwiseAbs().sum() / f.sum());
    most_passes = std::max({most_passes, cold.passes, warm.passes});
  }
  CHECK(worst < 1e-9);
  // The solution does not depend on the start, except for rounding times a condition number of up
  // to 1e6.
  CHECK(largest_difference < 1e-8);
  CHECK(most_passes <= 60);  // of 100
}

TEST_CASE("complementarity: a matrix that is not definite ends with an honest residual",
          "[contact][elastic_layer]") {
  std::mt19937 generator(3);
  std::normal_distribution<double> normal;
  ComplementaritySolver solver;
  for (int i = 0; i < 200; ++i) {
    const int n = 12;
    MatrixXd C = MatrixXd::NullaryExpr(n, n, [&] { return normal(generator); });
    C = (0.5 * (C + C.transpose())).eval();
    C.diagonal().setConstant(1);
    Problem problem{C, VectorXd::NullaryExpr(n, [&] { return normal(generator); })};
    const std::vector<char> start(n, 1);
    const ComplementarityOutcome outcome = solver.solve(problem.C, problem.d, start, 1e-9);
    CHECK(outcome.passes <= ComplementaritySolver::k_most_passes);
    if (std::isfinite(outcome.residual) && solver.forces().sum() < 1e9)
      CHECK(outcome.residual == Approx(missed(problem, solver.forces())).margin(1e-6));
  }
}

TEST_CASE("complementarity: nothing overlaps", "[contact][elastic_layer]") {
  ComplementaritySolver solver;
  const std::vector<char> start(3, 0);
  const ComplementarityOutcome outcome =
      solver.solve(MatrixXd::Identity(3, 3), VectorXd::Constant(3, -1), start, 1e-9);
  CHECK(outcome.residual == 0);
  CHECK(solver.active().empty());
  CHECK(solver.solve(MatrixXd(0, 0), VectorXd(0), {}, 1e-9).residual == 0);
}

}  // namespace condyle::test::complementarity_tests
