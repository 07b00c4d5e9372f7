#include "core/src/contact/elastic/inverse_distance.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/src/base/edge_distance.h"
#include "core/src/contact/elastic/seven_points.h"

namespace condyle {
namespace {

/// The closed form of the mean of 1/r over one triangle, for points p anywhere.
class MeanOverTriangle {
 public:
  explicit MeanOverTriangle(const TriangleCorners& triangle) : corners_(triangle) {
    const Eigen::Vector3d doubled = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
    doubled_area_ = doubled.norm();
    normal_ = doubled / doubled_area_;
    for (int k = 0; k < 3; ++k) {
      along_[k] = (triangle[(k + 1) % 3] - triangle[k]).normalized();
      outward_[k] = along_[k].cross(normal_);
    }
  }

  double operator()(const Eigen::Vector3d& p) const {
    const TriangleCorners to{corners_[0] - p, corners_[1] - p, corners_[2] - p};
    const std::array<double, 3> r{to[0].norm(), to[1].norm(), to[2].norm()};
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const int next = (k + 1) % 3;
      const double out = outward_[k].dot(to[k]);
      if (std::abs(out) <= 1e-14 * (r[k] + r[next])) continue;  // its limit is 0
      const double l_from = along_[k].dot(to[k]), l_to = along_[k].dot(to[next]);
      // Chooses the one of two expressions for the logarithm in which nothing cancels.
      sum += out * std::log(l_to + l_from > 0 ? (r[next] + l_to) / (r[k] + l_from)
                                              : (r[k] - l_from) / (r[next] - l_to));
    }
    // The solid angle of the triangle as p sees it (Van Oosterom & Strackee 1983, IEEE Trans.
    // Biomed. Eng. 30:125).
    const double height = std::abs(normal_.dot(to[0]));
    const double angle = 2 * std::atan2(doubled_area_ * height,
                                        r[0] * r[1] * r[2] + to[0].dot(to[1]) * r[2] +
                                            to[1].dot(to[2]) * r[0] + to[2].dot(to[0]) * r[1]);
    return 2 * (sum - height * angle) / doubled_area_;
  }

  /// The distance of p from the triangle [m].
  double distance(const Eigen::Vector3d& p) const {
    bool is_above = true;
    for (int k = 0; k < 3; ++k) is_above &= outward_[k].dot(p - corners_[k]) <= 0;
    if (is_above) return std::abs(normal_.dot(p - corners_[0]));
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k)
      least = std::min(least, edge_distance(p, corners_[k], corners_[(k + 1) % 3]));
    return least;
  }

 private:
  TriangleCorners corners_;
  Eigen::Vector3d normal_;
  std::array<Eigen::Vector3d, 3> along_, outward_;  ///< unit vectors of each side
  double doubled_area_ = 0;
};

int longest_side(const TriangleCorners& triangle) {
  double longest = 0;
  int side = 0;
  for (int k = 0; k < 3; ++k) {
    const double square = (triangle[(k + 1) % 3] - triangle[k]).squaredNorm();
    if (!(square > longest)) continue;
    longest = square;
    side = k;
  }
  return side;
}

/// How often to halve a triangle, so that the rule of seven points resolves 1/r along a slender
/// one.
int halvings_of(const TriangleCorners& triangle) {
  constexpr double k_slender = 3;  // longest side over height
  constexpr double k_most = 4;
  const int k = longest_side(triangle);
  const double square = (triangle[(k + 1) % 3] - triangle[k]).squaredNorm();
  const double doubled = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).norm();
  return static_cast<int>(
      std::clamp(std::ceil(std::log2(square / doubled / k_slender)), 0.0, k_most));
}

Eigen::Vector3d middle_of(const TriangleCorners& triangle) {
  return (triangle[0] + triangle[1] + triangle[2]) / 3;
}

struct Halvings {
  int most = 0;
  bool only_near = false;  ///< leaves pieces whole that are far from the other triangle
};

double mean_by_pieces(const TriangleCorners& a, const MeanOverTriangle& over_b, Halvings halvings) {
  // Over a piece as small beside its distance the integrand bends so little that seven points do.
  constexpr double k_near = 0.7;
  const bool is_whole =
      halvings.most == 0 ||
      (halvings.only_near && radius_of(a) <= k_near * over_b.distance(middle_of(a)));
  if (!is_whole) {
    const int side = longest_side(a);
    TriangleCorners first = a, second = a;
    first[(side + 1) % 3] = second[side] = (a[side] + a[(side + 1) % 3]) / 2;
    --halvings.most;
    return (mean_by_pieces(first, over_b, halvings) + mean_by_pieces(second, over_b, halvings)) / 2;
  }
  double sum = 0;
  for (const auto& [weight, at] : k_seven_points)
    sum += weight * over_b(at[0] * a[0] + at[1] * a[1] + at[2] * a[2]);
  return sum;
}

}  // namespace

double radius_of(const TriangleCorners& triangle) {
  const Eigen::Vector3d middle = middle_of(triangle);
  double square = 0;
  for (const Eigen::Vector3d& corner : triangle)
    square = std::max(square, (corner - middle).squaredNorm());
  return std::sqrt(square);
}

double mean_inverse_distance(const TriangleCorners& triangle, const Eigen::Vector3d& p) {
  return MeanOverTriangle(triangle)(p);
}

double mean_inverse_distance(const TriangleCorners& triangle) {
  std::array<double, 3> sides;
  for (int k = 0; k < 3; ++k) sides[k] = (triangle[(k + 1) % 3] - triangle[k]).norm();
  const double perimeter = sides[0] + sides[1] + sides[2];
  double sum = 0;
  for (const double side : sides) sum -= std::log1p(-2 * side / perimeter) / side;
  return 4.0 / 3 * sum;
}

double mean_inverse_distance(const TriangleCorners& a, const TriangleCorners& b) {
  // The mean of 1/r over a triangle varies less within the smaller one.
  const auto extent = [](const TriangleCorners& t) {
    return (t[1] - t[0]).cross(t[2] - t[0]).norm();
  };
  const bool is_a = extent(a) <= extent(b);
  const TriangleCorners &small = is_a ? a : b, &large = is_a ? b : a;
  // The nearer the triangles are, the more the integrand bends.
  constexpr double k_beside = 0.7;  // of the sum of the radii: triangles that share a side
  const double distance = (middle_of(a) - middle_of(b)).norm();
  const bool is_beside = distance < k_beside * (radius_of(a) + radius_of(b));
  const int slender = halvings_of(small);
  return mean_by_pieces(small, MeanOverTriangle(large),
                        {slender + (is_beside ? 2 : 0), slender > 0});
}

Eigen::Matrix3d covariance_of(const TriangleCorners& triangle) {
  const Eigen::Vector3d middle = middle_of(triangle);
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
  for (const Eigen::Vector3d& corner : triangle)
    sum += (corner - middle) * (corner - middle).transpose();
  return sum / 12;
}

}  // namespace condyle
