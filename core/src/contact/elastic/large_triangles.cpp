#include "core/src/contact/elastic/large_triangles.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/src/contact/elastic/seven_points.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// Gauss and Legendre's rule of eight points on [-1, 1] (Abramowitz & Stegun 1964, table 25.4):
/// half of its abscissas, and their weights.
constexpr std::array<std::array<double, 2>, 4> k_eight_points{
    {{0.183434642495650, 0.362683783378362},
     {0.525532409916329, 0.313706645877887},
     {0.796666477413627, 0.222381034453374},
     {0.960289856497536, 0.101228536290376}}};

/// Parts smaller than this part of their distance from the sides are not halved.
constexpr double k_of_way = 0.5;

Vector3d centre_of_corners(const TriangleCorners& t) { return (t[0] + t[1] + t[2]) / 3; }

double distance_to_side(const Vector3d& p, const Vector3d& from, const Vector3d& to) {
  const Vector3d side = to - from;
  const double part = std::clamp((p - from).dot(side) / side.squaredNorm(), 0.0, 1.0);
  return (p - from - part * side).norm();
}

/// Both halves, about the middle of the longest side: parts of a slender triangle become round.
std::array<TriangleCorners, 2> halves_of(const TriangleCorners& t) {
  int longest = 0;
  const auto square = [&](int k) { return (t[(k + 1) % 3] - t[k]).squaredNorm(); };
  for (const int k : {1, 2})
    if (square(k) > square(longest)) longest = k;
  const Vector3d &a = t[longest], &b = t[(longest + 1) % 3], &c = t[(longest + 2) % 3];
  const Vector3d middle = (a + b) / 2;
  return {{{a, middle, c}, {middle, b, c}}};
}

/// The mean of 1/r + Gamma(r/h) / h between a triangle and points.
class MeanOverLayer {
 public:
  MeanOverLayer(const TriangleCorners& triangle, const LayerCorrection& correction,
                double thickness)
      : corners_(triangle), correction_(correction), thickness_(thickness) {
    const Vector3d doubled = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
    area_ = doubled.norm() / 2;
    normal_ = doubled.normalized();
    for (int k = 0; k < 3; ++k) {
      along_[k] = (triangle[(k + 1) % 3] - triangle[k]).normalized();
      outward_[k] = along_[k].cross(normal_);
    }
  }

  double thickness() const { return thickness_; }
  double reach() const { return reach_; }  ///< beyond it the layer yields no more [m]

  /// In polar coordinates about the foot of p the integral along the radius is known, and the angle
  /// becomes the place along each side.
  double operator()(const Vector3d& p) const {
    const double height = std::abs(normal_.dot(corners_[0] - p)) / thickness_;
    const double at_foot = correction_.over_disc(height);
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const Vector3d to = (corners_[k] - p) / thickness_;
      const Vector3d to_next = (corners_[(k + 1) % 3] - p) / thickness_;
      const double out = outward_[k].dot(to);
      const double from = along_[k].dot(to), until = along_[k].dot(to_next);
      const double angle = std::atan2(out * (until - from), out * out + from * until);
      const double beyond = std::max({0.0, from, -until});
      if (out * out + beyond * beyond + height * height > square_of_reach_) {
        sum += (without_end_ - height - at_foot) * angle;
        continue;
      }
      if (std::abs(out) < 1e-14) continue;  // its limit is 0
      const double r = to.norm(), r_next = to_next.norm();
      const double ratio =
          until + from > 0 ? (r_next + until) / (r + from) : (r - from) / (r_next - until);
      sum += out * (std::log(ratio) + along_side(out, height, at_foot, from, until)) -
             height * (angle - std::atan(height * until / (out * r_next)) +
                       std::atan(height * from / (out * r)));
    }
    return thickness_ * sum / area_;
  }

  double distance_to_sides(const Vector3d& p) const {
    return std::min({distance_to_side(p, corners_[0], corners_[1]),
                     distance_to_side(p, corners_[1], corners_[2]),
                     distance_to_side(p, corners_[2], corners_[0])});
  }

 private:
  /// The integral of [over_disc(x) - at_foot] / (x^2 - height^2) along a side, all in thicknesses,
  /// by points that lie closer near the foot.
  double along_side(double out, double height, double at_foot, double from, double until) const {
    const double scale = std::sqrt(1 + out * out + height * height);
    const double first = std::asinh(from / scale), last = std::asinh(until / scale);
    const double middle = (first + last) / 2, half = (last - first) / 2;
    double sum = 0;
    for (const auto& [place, weight] : k_eight_points) {
      for (const double sign : {-1.0, 1.0}) {
        const double e = std::exp(middle + sign * half * place);
        const double s = scale * (e - 1 / e) / 2, by_place = scale * (e + 1 / e) / 2;
        sum += weight * by_place * mean_to(height, at_foot, out * out + s * s);
      }
    }
    return half * sum;
  }

  /// Half of the mean of Gamma over the disc whose rim is `square`^(1/2) from the foot.
  double mean_to(double height, double at_foot, double square) const {
    constexpr double k_small = 1e-3;
    if (square < k_small) return correction_(std::sqrt(height * height + square / 2)) / 2;
    return (correction_.over_disc(std::sqrt(height * height + square)) - at_foot) / square;
  }

  TriangleCorners corners_;
  const LayerCorrection& correction_;
  double thickness_, area_ = 0;
  double reach_ = thickness_ * correction_.reach();
  double square_of_reach_ = correction_.reach() * correction_.reach();  ///< over thickness^2
  double without_end_ = correction_.over_disc(LayerCorrection::k_end) + LayerCorrection::k_end;
  Vector3d normal_;
  std::array<Vector3d, 3> along_, outward_;  ///< unit vectors of each side
};

/// The mean over a part of the smaller triangle, which may be halved `levels` times while its
/// radius is not below `small` thicknesses nor well below the distance of the larger triangle's
/// sides.
double mean_over_part(const TriangleCorners& part, const MeanOverLayer& mean, double small,
                      int levels) {
  const Vector3d middle = centre_of_corners(part);
  const double radius = radius_of(part), way = mean.distance_to_sides(middle) - radius;
  if (way > mean.reach()) return mean(middle);
  if (levels == 0 || radius < std::max(small * mean.thickness(), k_of_way * way)) {
    const auto& [a, b, c] = part;
    double sum = 0;
    for (const auto& [weight, at] : k_seven_points)
      sum += weight * mean(at[0] * a + at[1] * b + at[2] * c);
    return sum;
  }
  const auto [one, other] = halves_of(part);
  return (mean_over_part(one, mean, small, levels - 1) +
          mean_over_part(other, mean, small, levels - 1)) /
         2;
}

}  // namespace

double mean_over_large(const TriangleCorners& a, const TriangleCorners& b,
                       const LayerCorrection& correction, double thickness) {
  constexpr int k_most_levels = 12;
  // Near the triangle the mean varies most, and weighs most in sums that cancel for nu near 0.5.
  constexpr double k_small = 2, k_small_nearby = 1;
  const auto extent = [](const TriangleCorners& t) {
    return (t[1] - t[0]).cross(t[2] - t[0]).norm();
  };
  const bool is_a = extent(a) <= extent(b);
  const TriangleCorners &small = is_a ? a : b, &large = is_a ? b : a;
  const double between = (centre_of_corners(small) - centre_of_corners(large)).norm();
  const bool is_nearby = between < radius_of(small) + radius_of(large);
  return mean_over_part(small, MeanOverLayer(large, correction, thickness),
                        is_nearby ? k_small_nearby : k_small, k_most_levels);
}

}  // namespace condyle
