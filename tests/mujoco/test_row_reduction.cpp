#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "plugin/mujoco/src/row_reduction.h"

namespace condyle::mujoco {

TEST_CASE("few weighted columns have the sum of all") {
  const unsigned seed = GENERATE(range(1u, 30u));
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  const int rows = 1 + static_cast<int>(random() % 30),
            columns = 1 + static_cast<int>(random() % 700);
  Eigen::MatrixXd moments(rows, columns);
  for (double& value : moments.reshaped()) value = normal(random);
  // Rows that depend on others, as of a flat contact, and columns that are 0.
  if (seed % 3 == 0 && rows > 2) moments.row(1) = 2 * moments.row(0);
  if (seed % 5 == 0) moments.col(0).setZero();
  const std::vector<double> weights = few_weights(moments);
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(rows);
  int kept = 0;
  for (int i = 0; i < columns; ++i) {
    REQUIRE(weights[i] >= 0);
    kept += weights[i] > 0;
    sum += weights[i] * moments.col(i);
  }
  // Each exchange of columns is checked to 1e-9 of their sizes; there are a dozen of them.
  const double size = moments.cwiseAbs().rowwise().sum().maxCoeff();
  CHECK((sum - moments.rowwise().sum()).cwiseAbs().maxCoeff() <= 1e-8 * size);
  CHECK(kept <= rows);
}

TEST_CASE("few weighted columns have the sum of all where one is far larger than the others") {
  const unsigned seed = GENERATE(range(1u, 30u));
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Eigen::MatrixXd independent(43, 8), parts(8, 620), moments(43, 620);
  for (double& value : independent.reshaped()) value = normal(random);
  for (double& value : parts.reshaped()) value = normal(random);
  for (double& value : moments.reshaped()) value = 5e-12 * normal(random);
  moments += 1e-9 * independent * parts;
  moments.col(0) *= 1e8;
  const std::vector<double> weights = few_weights(moments);
  CHECK(std::ranges::count_if(weights, [](double weight) { return weight > 0; }) <= 43);
}

}  // namespace condyle::mujoco
