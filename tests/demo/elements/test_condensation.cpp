// P' K^-1 P by fronts against a dense solution.
#include <Eigen/Cholesky>
#include <catch2/catch.hpp>
#include <random>

#include "condyle/error.h"
#include "elements/condensation.h"

namespace condyle::test::condensation_tests {
namespace {

using Loads = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// Springs between neighbours of a grid, which is held weakly, and random loads on a part of it.
struct Grid {
  Grid(int nx, int ny, int nz, int load_count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> stiffness(0.5, 2);
    const auto at = [&](int x, int y, int z) { return (x * ny + y) * nz + z; };
    const int n = nx * ny * nz;
    std::vector<Eigen::Triplet<double>> entries, loads;
    const auto join = [&](int a, int b) {
      const double k = stiffness(random);
      for (const auto& [i, j, sign] : {std::tuple(a, a, 1), {b, b, 1}, {a, b, -1}, {b, a, -1}})
        entries.emplace_back(i, j, sign * k);
    };
    for (int x = 0; x < nx; ++x) {
      for (int y = 0; y < ny; ++y) {
        for (int z = 0; z < nz; ++z) {
          places.emplace_back(x, y, 0.1 * z);
          entries.emplace_back(at(x, y, z), at(x, y, z), 0.01);
          if (x + 1 < nx) join(at(x, y, z), at(x + 1, y, z));
          if (y + 1 < ny) join(at(x, y, z), at(x, y + 1, z));
          if (z + 1 < nz) join(at(x, y, z), at(x, y, z + 1));
        }
      }
    }
    std::uniform_int_distribution<int> any(0, n - 1);
    for (int load = 0; load < load_count; ++load)
      for (int k = 0; k < 4; ++k) loads.emplace_back(any(random), load, stiffness(random));
    K.resize(n, n);
    K.setFromTriplets(entries.begin(), entries.end());
    P.resize(n, load_count);
    P.setFromTriplets(loads.begin(), loads.end());
  }

  Eigen::MatrixXd condense() const {
    return condensed(K, P, places, [](double) {});
  }

  Eigen::SparseMatrix<double> K;
  Loads P;
  std::vector<Eigen::Vector3d> places;
};

}  // namespace

TEST_CASE("condensation: the compliance of loads is that of a dense solution", "[elements]") {
  const auto [nx, ny, nz] = GENERATE(std::tuple(3, 2, 1), std::tuple(20, 15, 3),
                                     std::tuple(1, 1, 700), std::tuple(16, 16, 4));
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  const Grid grid(nx, ny, nz, 30, seed);
  const Eigen::MatrixXd C = grid.condense();
  const Eigen::MatrixXd P(grid.P);
  const Eigen::MatrixXd expected = P.transpose() * Eigen::MatrixXd(grid.K).llt().solve(P);
  // Rounding times the condition number of K, some 1e3 to 1e5 in a long row.
  CHECK((C - expected).norm() < 1e-10 * expected.norm());
  CHECK((C - C.transpose()).norm() == 0);
}

TEST_CASE("condensation: unknowns in one place are eliminated too", "[elements]") {
  Grid grid(10, 10, 5, 10, 1);
  const Eigen::MatrixXd C = grid.condense();
  for (Eigen::Vector3d& place : grid.places) place.setZero();
  CHECK((grid.condense() - C).norm() < 1e-10 * C.norm());
}

TEST_CASE("condensation: progress rises to the end, and may stop it", "[elements]") {
  const Grid grid(20, 20, 3, 5, 2);
  double last = 0;
  condensed(grid.K, grid.P, grid.places, [&](double part) {
    CHECK(part > last);
    last = part;
  });
  CHECK(last == 1);
  const auto stop = [](double part) {
    if (part > 0.5) throw SimulationError("stopped");
  };
  CHECK_THROWS_AS(condensed(grid.K, grid.P, grid.places, stop), SimulationError);
}

TEST_CASE("condensation: a stiffness that is not definite is refused", "[elements]") {
  Grid grid(4, 4, 1, 2, 3);
  grid.K.coeffRef(5, 5) = -1;
  CHECK_THROWS_AS(grid.condense(), InputError);
}

}  // namespace condyle::test::condensation_tests
