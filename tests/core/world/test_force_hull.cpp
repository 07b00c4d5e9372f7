#include <Eigen/QR>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "core/world/src/force_hull.h"
#include "support/few_or_all.h"

namespace condyle::test::force_hull_tests {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// The distance of 0 from the nearest point of all faces of the hull, by trying every one.
double distance_by_faces(const std::vector<VectorXd>& vectors) {
  double least = INFINITY;
  for (unsigned set = 1; set < 1U << vectors.size(); ++set) {
    std::vector<VectorXd> chosen;
    for (std::size_t i = 0; i < vectors.size(); ++i)
      if ((set >> i & 1U) != 0) chosen.push_back(vectors[i]);
    Eigen::MatrixXd edges(chosen[0].size(), static_cast<Index>(chosen.size()) - 1);
    for (std::size_t i = 1; i < chosen.size(); ++i)
      edges.col(static_cast<Index>(i) - 1) = chosen[i] - chosen[0];
    VectorXd weights(0);
    if (edges.cols() > 0) weights = edges.colPivHouseholderQr().solve(-chosen[0]);
    if (weights.size() > 0 && (weights.minCoeff() < 0 || weights.sum() > 1)) continue;
    least = std::min(least, (chosen[0] + edges * weights).norm());
  }
  return least;
}

}  // namespace

TEST_CASE("force hull: its distance is that of its nearest face", "[equilibrium][rounds]") {
  const auto seed = GENERATE(take(few_or_all(60, 200), random(0U, 1U << 30)));
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::normal_distribution<double> number;
  const Index dimensions = 1 + static_cast<Index>(random() % 12);
  const double offset = 0.3 * static_cast<double>(random() % 6);  // 0 is within, or beside
  std::vector<VectorXd> vectors(1 + random() % 8);
  for (VectorXd& vector : vectors) {
    vector = VectorXd::NullaryExpr(dimensions, [&] { return number(random); });
    vector[0] += offset;
  }
  if (vectors.size() > 2 && random() % 3 == 0) vectors[1] = vectors[0];  // twice the same
  CHECK(distance_of_hull(vectors) == Approx(distance_by_faces(vectors)).margin(1e-9));
}

}  // namespace condyle::test::force_hull_tests
