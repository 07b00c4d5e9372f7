#include "core/world/src/force_hull.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

namespace condyle {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// Some of the vectors, and weights > 0 with sum 1.
struct Mean {
  std::vector<const VectorXd*> vectors;
  VectorXd weights;

  VectorXd value() const {
    VectorXd sum = VectorXd::Zero(vectors[0]->size());
    for (std::size_t i = 0; i < vectors.size(); ++i)
      sum += weights[static_cast<Index>(i)] * *vectors[i];
    return sum;
  }
};

/// Weights, of any sign with sum 1, of the nearest point to 0 of the plane through the vectors.
VectorXd weights_in_plane(const std::vector<const VectorXd*>& vectors) {
  const auto count = static_cast<Index>(vectors.size());
  VectorXd weights = VectorXd::Ones(count);
  if (count == 1) return weights;
  Eigen::MatrixXd edges(vectors[0]->size(), count - 1);
  for (Index i = 1; i < count; ++i) edges.col(i - 1) = *vectors[i] - *vectors[0];
  weights.tail(count - 1) = edges.colPivHouseholderQr().solve(-*vectors[0]);
  weights[0] = 1 - weights.tail(count - 1).sum();
  return weights;
}

/// Goes to the nearest point to 0 of the hull of the mean's vectors. Drops those of weight 0.
void go_nearest(Mean& mean) {
  for (;;) {
    const VectorXd wanted = weights_in_plane(mean.vectors);
    double part = 1;
    for (Index i = 0; i < wanted.size(); ++i)
      if (wanted[i] < 0) part = std::min(part, mean.weights[i] / (mean.weights[i] - wanted[i]));
    mean.weights += part * (wanted - mean.weights);
    if (part == 1) return;
    Index smallest = 0;
    mean.weights.minCoeff(&smallest);
    mean.vectors.erase(mean.vectors.begin() + smallest);
    VectorXd left(mean.weights.size() - 1);
    left << mean.weights.head(smallest), mean.weights.tail(left.size() - smallest);
    mean.weights = left / left.sum();
  }
}

}  // namespace

double distance_of_hull(std::span<const VectorXd> vectors) {
  constexpr double k_rounding = 1e-13;
  const auto shortest = std::ranges::min_element(vectors, {}, &VectorXd::squaredNorm);
  double largest = 0;
  for (const VectorXd& vector : vectors) largest = std::max(largest, vector.norm());
  Mean mean{{&*shortest}, VectorXd::Ones(1)};
  double least = shortest->norm();
  for (std::size_t round = 0; round < 10 * vectors.size(); ++round) {
    const VectorXd x = mean.value();
    const auto ahead =
        std::ranges::min_element(vectors, {}, [&](const VectorXd& v) { return x.dot(v); });
    const bool is_known = std::ranges::find(mean.vectors, &*ahead) != mean.vectors.end();
    if (is_known || x.dot(x - *ahead) <= k_rounding * largest * x.norm()) break;
    mean.vectors.push_back(&*ahead);
    mean.weights.conservativeResize(mean.weights.size() + 1);
    mean.weights[mean.weights.size() - 1] = 0;
    go_nearest(mean);
    least = std::min(least, mean.value().norm());
  }
  return least;
}

}  // namespace condyle
