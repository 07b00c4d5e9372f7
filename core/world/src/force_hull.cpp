#include "core/world/src/force_hull.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

namespace condyle {
namespace {

/// The norm of the nearest point to 0 of the plane through these vectors; infinite if that point is
/// not between them.
double distance_between(const std::vector<const Eigen::VectorXd*>& chosen) {
  const auto count = static_cast<Eigen::Index>(chosen.size());
  if (count == 1) return chosen[0]->norm();
  Eigen::MatrixXd edges(chosen[0]->size(), count - 1);
  for (Eigen::Index i = 1; i < count; ++i) edges.col(i - 1) = *chosen[i] - *chosen[0];
  const Eigen::VectorXd weights = edges.colPivHouseholderQr().solve(-*chosen[0]);
  if (weights.minCoeff() < 0 || weights.sum() > 1) return INFINITY;
  return (*chosen[0] + edges * weights).norm();
}

}  // namespace

double distance_of_hull(std::span<const Eigen::VectorXd> vectors) {
  double least = INFINITY;
  std::vector<const Eigen::VectorXd*> chosen;
  for (unsigned set = 1; set < 1U << vectors.size(); ++set) {
    chosen.clear();
    for (std::size_t i = 0; i < vectors.size(); ++i)
      if ((set >> i & 1U) != 0) chosen.push_back(&vectors[i]);
    least = std::min(least, distance_between(chosen));
  }
  return least;
}

}  // namespace condyle
