#include "new_joint/ball_fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "new_joint/surface_samples.h"

namespace condyle {
namespace {

/// The point with the least weighted sum of squared distances from the lines along the normals.
Eigen::Vector3d nearest_to_lines(const Facets& facets, const Eigen::VectorXd& weights) {
  Eigen::Matrix3d matrix = Eigen::Matrix3d::Zero();
  Eigen::Vector3d right_side = Eigen::Vector3d::Zero();
  for (Eigen::Index t = 0; t < weights.size(); ++t) {
    const Eigen::Vector3d n = facets.normals.col(t);
    const Eigen::Matrix3d across = weights[t] * (Eigen::Matrix3d::Identity() - n * n.transpose());
    matrix += across;
    right_side += across * facets.centroids.col(t);
  }
  return matrix.completeOrthogonalDecomposition().solve(right_side);
}

/// Weighted median of the distances from the centre.
double median_distance(const Facets& facets, const Eigen::VectorXd& weights,
                       const Eigen::Vector3d& centre) {
  std::vector<std::pair<double, double>> distances;
  for (Eigen::Index t = 0; t < weights.size(); ++t)
    distances.emplace_back((facets.centroids.col(t) - centre).norm(), weights[t]);
  std::sort(distances.begin(), distances.end());
  const double half = weights.sum() / 2;
  double upto = 0;
  for (const auto& [distance, weight] : distances)
    if ((upto += weight) >= half) return distance;
  return 0;
}

/// How far a facet is from facing straight away from the centre (or towards it) at the radius:
/// distances as parts of the radius.
double misfit(const Facets& facets, Eigen::Index t, const BallFit& ball) {
  const Eigen::Vector3d from = facets.centroids.col(t) - ball.centre;
  const Eigen::Vector3d outward = (ball.is_hollow ? -1 : 1) * facets.normals.col(t);
  const double turned = (from - from.norm() * outward).norm();
  return std::hypot(from.norm() - ball.radius, turned) / ball.radius;
}

}  // namespace

BallFit fit_ball(const TriangleMesh& mesh, bool hollow) {
  const Facets facets = facets_of(mesh);
  BallFit ball{.is_hollow = hollow};
  Eigen::VectorXd weights = facets.areas;
  for (int round = 0; round < 40; ++round) {
    ball.centre = nearest_to_lines(facets, weights);
    ball.radius = median_distance(facets, weights, ball.centre);
    const double width = std::max(0.03, 0.5 * std::pow(0.85, round));
    for (Eigen::Index t = 0; t < weights.size(); ++t) {
      const double far = misfit(facets, t, ball) / width;
      weights[t] = facets.areas[t] / (1 + far * far * far * far);
    }
  }

  constexpr double k_misfit = 0.14;  // 8 degrees
  double area = 0;
  for (Eigen::Index t = 0; t < weights.size(); ++t) {
    const double off = (facets.centroids.col(t) - ball.centre).norm() / ball.radius - 1;
    if (std::abs(off) > 0.02 || misfit(facets, t, ball) > k_misfit) continue;
    area += facets.areas[t];
    ball.facing += facets.areas[t] * facets.normals.col(t);
  }
  ball.coverage = area / (4 * std::numbers::pi * ball.radius * ball.radius);
  if (area > 0) ball.facing /= area;
  return ball;
}

}  // namespace condyle
