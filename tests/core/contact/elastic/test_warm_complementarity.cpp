#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "core/src/contact/elastic/warm_complementarity.h"
#include "core/src/simd/simd_path.h"

// The solver that steps use finds the solution of the solver without memory, whatever it solved
// before.

namespace condyle::test::warm_complementarity_tests {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd random_definite(int n, std::mt19937& generator) {
  std::normal_distribution<double> normal;
  const MatrixXd B = MatrixXd::NullaryExpr(n, n, [&] { return normal(generator); });
  return B * B.transpose() + 0.1 * n * MatrixXd::Identity(n, n);
}

MatrixXd part_of(const MatrixXd& C, const std::vector<int>& chosen) {
  const auto n = static_cast<Eigen::Index>(chosen.size());
  return MatrixXd::NullaryExpr(
      n, n, [&](Eigen::Index i, Eigen::Index j) { return C(chosen[i], chosen[j]); });
}

}  // namespace

TEST_CASE("a factor to which rows are added, and from which they are removed, solves as a new one",
          "[contact][elastic_layer]") {
  const unsigned seed = 21;
  CAPTURE(seed);
  std::mt19937 generator(seed);
  const int n = 40;
  const MatrixXd C = random_definite(n, generator);
  DenseCholesky factor;
  std::vector<int> rows{3, 7};
  REQUIRE(factor.factor(C, rows));
  for (int change = 0; change < 400; ++change) {
    const int i = static_cast<int>(generator() % n);
    const auto at = std::ranges::find(rows, i);
    if (at != rows.end()) {
      factor.remove(at - rows.begin());
      rows.erase(at);
    } else {
      std::vector<double> row;
      for (const int j : rows) row.push_back(C(i, j));
      row.push_back(C(i, i));
      REQUIRE(factor.append(row));
      rows.push_back(i);
    }
    const auto size = static_cast<Eigen::Index>(rows.size());
    REQUIRE(factor.size() == size);
    const EightColumns b = EightColumns::Random(size, 8);
    EightColumns x = b;
    factor.solve(x);
    VectorXd y = b.col(3);
    factor.solve(y);
    if (size == 0) continue;
    // Rounding times a condition of some 100, over 400 changes.
    CHECK((part_of(C, rows) * x - b).norm() < 1e-10 * b.norm());
    CHECK((y - x.col(3)).norm() < 1e-10 * y.norm());
  }
}

TEST_CASE("dense kernels give the same bits on every kind of processor",
          "[contact][elastic_layer][kernels]") {
  const int n = GENERATE(1, 7, 8, 45, 90);
  const MatrixXd B = MatrixXd::Random(n, n), C = B * B.transpose() + MatrixXd::Identity(n, n);
  std::vector<int> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  const VectorXd b = VectorXd::Random(n);
  std::vector<VectorXd> solutions, sums;
  for (const SimdPath path : {SimdPath::portable, SimdPath::avx2, SimdPath::avx512}) {
    use_simd_path(path);
    DenseCholesky factor;
    REQUIRE(factor.factor(C, all));
    factor.solve(solutions.emplace_back(b));
    dense_kernels().add_columns(C.data(), n, all.data(), b.data(), n,
                                sums.emplace_back(VectorXd::Zero(n)).data(), n);
  }
  use_simd_path(SimdPath::avx512);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(solutions[i] == solutions[0]);
    CHECK(sums[i] == sums[0]);
  }
  CHECK((C * solutions[0] - b).norm() < 1e-12 * C.norm() * solutions[0].norm());
  CHECK((sums[0] - C * b).norm() < 1e-13 * C.norm() * b.norm());
}

TEST_CASE("a row that makes a matrix indefinite is not added", "[contact][elastic_layer][simd]") {
  DenseCholesky factor;
  const MatrixXd C = MatrixXd::Identity(2, 2);
  REQUIRE(factor.factor(C, std::vector<int>{0}));
  CHECK_FALSE(factor.append(std::vector<double>{2, 1}));
  CHECK(factor.size() == 1);
}

TEST_CASE("the warm solver says that a matrix is not definite, and goes on from there",
          "[contact][elastic_layer]") {
  MatrixXd C{{1, 2}, {2, 1}};
  const VectorXd d = VectorXd::Ones(2);
  const std::vector<int> chosen{0, 1};
  WarmComplementarity warm;
  for (int again = 0; again < 2; ++again) {
    const ComplementarityOutcome outcome = warm.solve(C, d, chosen, 1e-9);
    // The second time it starts from the one force found, whose row alone is definite.
    CHECK(outcome.is_definite == (again == 1));
    CHECK(outcome.residual < 1e-9);
    CHECK(warm.forces().minCoeff() >= 0);
    VectorXd b = VectorXd::Ones(static_cast<Eigen::Index>(warm.active().size()));
    REQUIRE(warm.factor().size() == b.rows());
    warm.factor().solve(b);
    CHECK(b.minCoeff() > 0);
  }
  for (const int i : chosen) warm.forget(i);
  C(0, 1) = C(1, 0) = 0;
  CHECK(warm.solve(C, d, chosen, 1e-9).is_definite);
  CHECK((warm.forces() - d).norm() < 1e-15);
}

TEST_CASE("updates of the warm solver's factor do not drift", "[contact][elastic_layer]") {
  const unsigned seed = 23;
  CAPTURE(seed);
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  const int n = 60;
  // So ill-conditioned that each update of a row loses some six digits.
  const MatrixXd B = MatrixXd::NullaryExpr(n, n / 3, [&] { return normal(generator); });
  const MatrixXd C = B * B.transpose() + 1e-6 * MatrixXd::Identity(n, n);
  std::vector<int> chosen(n);
  std::iota(chosen.begin(), chosen.end(), 0);
  VectorXd d = VectorXd::NullaryExpr(n, [&] { return normal(generator); });
  WarmComplementarity warm;
  double most = 0;
  for (int step = 0; step < 3000; ++step) {
    d += 0.01 * VectorXd::NullaryExpr(n, [&] { return normal(generator); });
    most = std::max(most, warm.solve(C, d, chosen, 1e-9).residual);
  }
  CHECK(most <= 1e-9);
}

TEST_CASE("the warm solver finds the forces of the cold one, as depths drift and rows change",
          "[contact][elastic_layer]") {
  const unsigned seed = 22;
  CAPTURE(seed);
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  WarmComplementarity warm;
  ComplementaritySolver cold;
  int passes = 0, runs = 0;
  for (int problem = 0; problem < 20; ++problem) {
    const int n = 5 + static_cast<int>(generator() % 40);
    MatrixXd C = random_definite(n, generator);
    for (int i = 0; i < 100; ++i) warm.forget(i);  // a new matrix
    VectorXd d = VectorXd::NullaryExpr(n, [&] { return normal(generator); });
    std::vector<int> chosen(static_cast<std::size_t>(n));
    std::iota(chosen.begin(), chosen.end(), 0);
    for (int step = 0; step < 50; ++step) {
      d += 0.2 * VectorXd::NullaryExpr(n, [&] { return normal(generator); });
      if (step % 10 == 9) {  // one index takes no part from now on
        const std::size_t out = generator() % chosen.size();
        warm.forget(chosen[out]);
        chosen.erase(chosen.begin() + static_cast<std::ptrdiff_t>(out));
      }
      if (step % 7 == 6) {
        const int i = chosen[generator() % chosen.size()];
        warm.forget(i);
        C(i, i) += 1;
      }
      const ComplementarityOutcome outcome = warm.solve(C, d, chosen, 1e-6);
      passes += outcome.passes;
      ++runs;
      VectorXd d_chosen(static_cast<Eigen::Index>(chosen.size()));
      for (std::size_t k = 0; k < chosen.size(); ++k)
        d_chosen[static_cast<Eigen::Index>(k)] = d[chosen[k]];
      cold.solve(part_of(C, chosen), d_chosen, std::vector<char>(chosen.size(), 0), 1e-9);
      VectorXd expected = VectorXd::Zero(n);
      for (std::size_t k = 0; k < chosen.size(); ++k)
        expected[chosen[k]] = cold.forces()[static_cast<Eigen::Index>(k)];
      // Both are exact to rounding, times a condition of some 100.
      CHECK((warm.forces() - expected).norm() <= 1e-10 * (1 + expected.norm()));
      CHECK(outcome.residual < 1e-10);
      CHECK(std::ranges::all_of(warm.active(), [&](int i) { return warm.forces()[i] > 0; }));
    }
  }
  CHECK(passes < 4 * runs);  // it starts near the solution
}

}  // namespace condyle::test::warm_complementarity_tests
