#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <limits>
#include <random>
#include <set>

#include "core/src/solver/block_matrix.h"
#include "support/few_or_all.h"

// Factors of a block matrix, compared with Eigen's factors of the dense matrix.

namespace condyle::test::block_matrix_tests {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Pattern {
  int count = 0;
  std::vector<Coupling> couplings;
};

Pattern chain(int n) {
  Pattern pattern{n, {}};
  for (int i = 1; i < n; ++i) pattern.couplings.emplace_back(i - 1, i);
  return pattern;
}

/// One block coupled to all others.
Pattern arrow(int n) {
  Pattern pattern{n, {}};
  for (int i = 1; i < n; ++i) pattern.couplings.emplace_back(i, 0);
  return pattern;
}

Pattern grid(int side) {
  Pattern pattern{side * side * side, {}};
  for (int i = 0; i < pattern.count; ++i) {
    if (i % side > 0) pattern.couplings.emplace_back(i, i - 1);
    if (i / side % side > 0) pattern.couplings.emplace_back(i, i - side);
    if (i / (side * side) > 0) pattern.couplings.emplace_back(i, i - side * side);
  }
  return pattern;
}

Pattern complete(int n) {
  Pattern pattern{n, {}};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) pattern.couplings.emplace_back(i, j);
  return pattern;
}

class Random {
 public:
  explicit Random(unsigned start) : numbers_(start) {}
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(numbers_); }
  double number() { return std::uniform_real_distribution<double>(-1, 1)(numbers_); }
  VectorXd vector(Index size) {
    return VectorXd::NullaryExpr(size, [&] { return number(); });
  }
  Matrix6 block() {
    return Matrix6::NullaryExpr([&] { return number(); });
  }
  /// From no couplings to nearly all of them, some given twice.
  Pattern pattern() {
    Pattern pattern{1 + below(30), {}};
    const int wanted = pattern.count > 1 ? below(1 + pattern.count * below(pattern.count)) : 0;
    for (int i = 0; i < wanted; ++i) {
      const int a = below(pattern.count), b = below(pattern.count);
      if (a != b) pattern.couplings.emplace_back(a, b);
    }
    return pattern;
  }

 private:
  std::mt19937 numbers_;
};

/// The identity plus contacts of stiffness up to `stiffest` between the blocks, not quite
/// symmetric.
void fill(BlockMatrix& matrix, const Pattern& pattern, double stiffest, Random& random) {
  matrix.reset(pattern.count, pattern.couplings);
  for (int i = 0; i < pattern.count; ++i) matrix.block(i, i).setIdentity();
  for (const auto& [a, b] : pattern.couplings) {
    const double stiffness = std::pow(stiffest, 0.5 + 0.5 * random.number());
    Eigen::Matrix<double, 12, 12> g;
    for (int i = 0; i < 4; ++i) g.block<6, 6>(6 * (i % 2), 6 * (i / 2)) = random.block();
    Eigen::Matrix<double, 12, 12> slope = stiffness * g * g.transpose();
    for (int i = 0; i < 4; ++i)
      slope.block<6, 6>(6 * (i % 2), 6 * (i / 2)) += 0.1 * stiffness * random.block();
    matrix.block(a, a) += slope.topLeftCorner<6, 6>();
    matrix.block(a, b) += slope.topRightCorner<6, 6>();
    matrix.block(b, a) += slope.bottomLeftCorner<6, 6>();
    matrix.block(b, b) += slope.bottomRightCorner<6, 6>();
  }
}

/// Calls use(i, j) for each block of the pattern, once.
template <class Use>
void for_each_block(const Pattern& pattern, const Use& use) {
  std::set<Coupling> used;
  for (int i = 0; i < pattern.count; ++i) use(i, i);
  for (const auto& [a, b] : pattern.couplings) {
    if (used.insert({a, b}).second) use(a, b);
    if (used.insert({b, a}).second) use(b, a);
  }
}

MatrixXd written_out(BlockMatrix& matrix, const Pattern& pattern) {
  MatrixXd dense = MatrixXd::Zero(6 * pattern.count, 6 * pattern.count);
  for_each_block(pattern,
                 [&](int i, int j) { dense.block<6, 6>(6 * i, 6 * j) = matrix.block(i, j); });
  return dense;
}

/// Residual of the solution, relative to the right-hand side.
double left_over(const MatrixXd& dense, BlockMatrix& matrix, const VectorXd& b) {
  VectorXd x = b;
  matrix.solve(x);
  return (dense * x - b).norm() / b.norm();
}

// block_matrix.cpp iterates until the residual is below 1e-11 of the right-hand side.
constexpr double k_left_over = 1.01e-11;

void check(const Pattern& pattern, double stiffest, Random& random) {
  BlockMatrix matrix;
  fill(matrix, pattern, stiffest, random);
  const MatrixXd dense = written_out(matrix, pattern);
  REQUIRE(matrix.factor());
  const VectorXd b = random.vector(dense.rows());
  VectorXd x = b;
  matrix.solve(x);
  // The residual itself is rounded, in proportion to what it is the difference of (Higham 2002,
  // section 12.2): of a nearly singular matrix even pivoted factors leave 1e-11.
  const double rounding = 0.5 * std::numeric_limits<double>::epsilon() * dense.norm() * x.norm();
  CHECK((dense * x - b).norm() < k_left_over * b.norm() + rounding);

  const Eigen::PartialPivLU<MatrixXd> factors(dense);
  const VectorXd expected = factors.solve(b);
  // The error may be as large as the condition number times the residual.
  const double condition = dense.norm() * factors.inverse().norm();
  CHECK((x - expected).norm() <= 2 * k_left_over * condition * expected.norm());

  VectorXd again = b;
  matrix.solve(again);
  CHECK(again == x);
}

}  // namespace

TEST_CASE("blocks are solved as the matrix written out", "[bullet][block_matrix][rounds]") {
  const unsigned start = std::random_device()();
  CAPTURE(start);
  Random random(start);
  for (const double stiffest : {1e-2, 1., 1e4}) {
    CAPTURE(stiffest);
    for (const Pattern& pattern : {chain(1), chain(2), chain(25), arrow(20), grid(3), complete(9)})
      check(pattern, stiffest, random);
    for (int i = 0; i < few_or_all(16, 40); ++i) check(random.pattern(), stiffest, random);
  }
}

TEST_CASE("a matrix that would fill up is solved from its pattern alone",
          "[bullet][block_matrix]") {
  const unsigned start = std::random_device()();
  CAPTURE(start);
  Random random(start);
  const Pattern pattern = grid(9);
  BlockMatrix matrix;
  fill(matrix, pattern, 10, random);
  REQUIRE(!matrix.order().parts()[0].is_complete);
  REQUIRE(matrix.factor());
  const VectorXd b = random.vector(Index{6} * pattern.count);
  VectorXd x = b, left = b;
  matrix.solve(x);
  for_each_block(pattern, [&](int i, int j) {
    left.segment<6>(6 * i) -= matrix.block(i, j) * x.segment<6>(6 * j);
  });
  CHECK(left.norm() < k_left_over * b.norm());
}

TEST_CASE("chains and arrows do not fill up", "[bullet][block_matrix]") {
  for (const Pattern& pattern : {chain(1000), arrow(1000)}) {
    EliminationOrder order;
    order.find(pattern.count, pattern.couplings, 2);  // allows two products of blocks per block
    CHECK(order.parts()[0].is_complete);
    CHECK(order.entries() == 999);
  }
}

TEST_CASE("parts of a matrix that are not coupled are solved by themselves",
          "[bullet][block_matrix]") {
  const unsigned start = std::random_device()();
  CAPTURE(start);
  Random random(start);
  const Pattern pattern{5, {{0, 3}, {1, 4}}};
  BlockMatrix matrix;
  fill(matrix, pattern, 100, random);
  REQUIRE(matrix.factor());
  const EliminationOrder& order = matrix.order();
  REQUIRE(order.parts().size() == 3);
  CHECK(order.part_of(0) == order.part_of(3));
  CHECK(order.part_of(1) == order.part_of(4));

  const VectorXd b = random.vector(30);
  VectorXd all = b, one = b;
  matrix.solve(all);
  matrix.solve_part(order.part_of(3), one);
  for (int i = 0; i < 5; ++i)
    CHECK(one.segment<6>(6 * i) == (i == 0 || i == 3 ? all : b).segment<6>(6 * i));
}

TEST_CASE("a secant makes the matrix foretell a step", "[bullet][block_matrix]") {
  const unsigned start = std::random_device()();
  CAPTURE(start);
  Random random(start);
  const Pattern pattern{7, {{0, 3}, {1, 4}, {4, 5}, {5, 1}, {5, 6}}};
  BlockMatrix matrix;
  fill(matrix, pattern, 100, random);
  MatrixXd dense = written_out(matrix, pattern);
  REQUIRE(matrix.factor());
  int made = 0;
  for (;; ++made) {
    const VectorXd step = random.vector(42), excess = 0.1 * random.vector(42);
    if (!matrix.add_secant(step, dense * step + excess)) break;
    // The update of each part alone. A part of one block is covered by the general form.
    for (const std::vector<int>& part : {std::vector{0, 3}, {1, 4, 5, 6}, {2}}) {
      double squared = 0;
      for (const int j : part) squared += step.segment<6>(6 * j).squaredNorm();
      for (const int i : part)
        for (const int j : part)
          dense.block<6, 6>(6 * i, 6 * j) +=
              excess.segment<6>(6 * i) * step.segment<6>(6 * j).transpose() / squared;
    }
    // Only rounding, in a matrix of condition number below 1e5.
    CHECK(left_over(dense, matrix, random.vector(42)) < 1e-9);
  }
  CHECK(made == 8);
  REQUIRE(matrix.factor());  // factors the blocks again, without the secants
  CHECK(left_over(written_out(matrix, pattern), matrix, random.vector(42)) < k_left_over);
}

TEST_CASE("a singular matrix has no factors", "[bullet][block_matrix]") {
  BlockMatrix matrix;
  matrix.reset(3, std::vector<Coupling>{{0, 1}});
  for (int i = 0; i < 3; ++i) matrix.block(i, i).setIdentity();
  CHECK(matrix.factor());
  SECTION("for one block's sake") { matrix.block(2, 2)(4, 4) = 0; }
  SECTION("as a whole") {
    matrix.block(0, 1).setIdentity();
    matrix.block(1, 0).setIdentity();
  }
  SECTION("as something is no number") { matrix.block(0, 0)(0, 0) = NAN; }
  CHECK(!matrix.factor());
}

}  // namespace condyle::test::block_matrix_tests
