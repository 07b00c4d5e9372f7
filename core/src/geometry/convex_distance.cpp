#include "core/src/geometry/convex_distance.h"

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <vector>

#include "core/src/base/checks.h"
#include "core/src/geometry/difference_hull.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector3d;

/// The point of the difference a - b furthest along a direction.
DifferencePoint furthest(const ConvexPair& pair, const Vector3d& direction) {
  return {support(pair.a, direction),
          pair.X_AB * support(pair.b, pair.X_AB.linear().transpose() * -direction)};
}

/// Up to four points, with the weights of their combination nearest to the origin.
struct Simplex {
  std::vector<DifferencePoint> points;
  std::vector<double> weights;

  Vector3d on_a() const { return mean(&DifferencePoint::on_a); }
  Vector3d on_b() const { return mean(&DifferencePoint::on_b); }
  Vector3d nearest() const { return on_a() - on_b(); }

 private:
  Vector3d mean(Vector3d DifferencePoint::*side) const {
    Vector3d sum = Vector3d::Zero();
    for (std::size_t k = 0; k < points.size(); ++k) sum += weights[k] * points[k].*side;
    return sum;
  }
};

/// The weights of the point nearest to the origin in the affine hull of the points; empty if the
/// points are affinely dependent.
std::vector<double> flat_weights(const std::vector<DifferencePoint>& points) {
  const int n = static_cast<int>(points.size());
  if (n == 1) return {1};
  Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 3> sides(3, n - 1);
  const Vector3d first = points[0].difference();
  for (int k = 1; k < n; ++k) sides.col(k - 1) = points[k].difference() - first;
  const auto qr = sides.colPivHouseholderQr();
  if (qr.rank() < n - 1) return {};
  const Eigen::VectorXd rest = qr.solve(-first);
  std::vector<double> weights{1 - rest.sum()};
  weights.insert(weights.end(), rest.begin(), rest.end());
  return weights;
}

/// The part of the simplex nearest to the origin: among its corners, sides, faces and the whole,
/// the nearest one that contains the projection of the origin.
Simplex reduced(const std::vector<DifferencePoint>& points) {
  Simplex best;
  double least = std::numeric_limits<double>::infinity();
  for (unsigned chosen = 1; chosen < 1u << points.size(); ++chosen) {
    Simplex part;
    for (std::size_t k = 0; k < points.size(); ++k) {
      if (chosen >> k & 1) part.points.push_back(points[k]);
    }
    part.weights = flat_weights(part.points);
    if (part.weights.empty()) continue;
    bool inside = true;
    for (const double w : part.weights) inside = inside && w >= 0;
    if (!inside) continue;
    const double distance = part.nearest().squaredNorm();
    if (distance < least) {
      least = distance;
      best = part;
    }
  }
  return best;
}

double size_of(const ConvexPair& pair) {
  return bounding_sphere(pair.a).radius + bounding_sphere(pair.b).radius;
}

/// The direction in which points of the difference extend least, of unit length.
Vector3d thinnest_direction(const std::vector<DifferencePoint>& points) {
  Vector3d mean = Vector3d::Zero();
  for (const DifferencePoint& p : points) mean += p.difference();
  mean /= static_cast<double>(points.size());
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const DifferencePoint& p : points) {
    const Vector3d arm = p.difference() - mean;
    spread += arm * arm.transpose();
  }
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(spread).eigenvectors().col(0);
}

/// Adds the furthest points of the difference along a direction and against it.
void add_extremes(const ConvexPair& pair, const Vector3d& direction,
                  std::vector<DifferencePoint>& points) {
  points.push_back(furthest(pair, direction));
  points.push_back(furthest(pair, -direction));
}

ConvexDistance overlap(const ConvexPair& pair, const Simplex& at_origin, double size) {
  std::vector<DifferencePoint> start = at_origin.points;
  for (int k = 0; k < 3; ++k) add_extremes(pair, Vector3d::Unit(k), start);
  DifferenceHull hull(start);
  // The points may lie on a line: two more directions then span a volume.
  for (int k = 0; k < 2 && hull.flat(); ++k) {
    add_extremes(pair, thinnest_direction(start), start);
    hull = DifferenceHull(start);
  }
  if (hull.flat()) {
    constexpr double k_thin = 1e-9;  // a DifferenceHull thinner than this part of its size is flat
    return {0, at_origin.on_a(), at_origin.on_b(), thinnest_direction(start), k_thin * size};
  }
  constexpr int k_points = 400;
  constexpr double k_precision = 1e-9;
  ConvexDistance result;
  for (int i = 0; i < k_points; ++i) {
    const DifferenceHull::Face face = hull.nearest_face();
    const DifferencePoint beyond = furthest(pair, face.normal);
    const double gain = face.normal.dot(beyond.difference()) - face.distance;
    const DifferencePoint on = hull.origin_on(face);
    result = {-face.distance, on.on_a, on.on_b, face.normal, std::max(gain, 0.0)};
    if (gain <= k_precision * size || !hull.insert(beyond)) break;
  }
  return result;
}

}  // namespace

// v is the point of the simplex nearest to the origin. No point of a - b lies beyond the plane
// perpendicular to v through `furthest`, which bounds the distance from below.
ConvexDistance convex_distance(const ConvexPair& pair, double precision) {
  CONDYLE_ASSERT(is_convex(pair.a) && is_convex(pair.b) && is_bounded(pair.a) &&
                 is_bounded(pair.b));
  const double size = size_of(pair);
  constexpr double k_touching = 1e-13;
  constexpr int k_iterations = 500;
  Simplex simplex = reduced({furthest(pair, -pair.X_AB.translation())});
  double bound = 0;
  for (int i = 0; i < k_iterations; ++i) {
    const Vector3d v = simplex.nearest();
    const double distance = v.norm();
    if (distance <= k_touching * size || simplex.points.size() == 4) {
      return overlap(pair, simplex, size);
    }
    const DifferencePoint beyond = furthest(pair, -v);
    bound = distance - v.dot(beyond.difference()) / distance;
    if (bound <= precision * size) break;
    std::vector<DifferencePoint> points = simplex.points;
    points.push_back(beyond);
    const Simplex next = reduced(points);
    if (!(next.nearest().squaredNorm() < v.squaredNorm())) break;  // no progress: rounding
    simplex = next;
  }
  const Vector3d gap = -simplex.nearest();
  return {gap.norm(), simplex.on_a(), simplex.on_b(), gap.normalized(), std::max(bound, 0.0)};
}

}  // namespace condyle::geometry
