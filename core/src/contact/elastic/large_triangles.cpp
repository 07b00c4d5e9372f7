#include "core/src/contact/elastic/large_triangles.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/src/contact/elastic/seven_points.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// Gauss and Legendre's rule of four points on [-1, 1] (Abramowitz & Stegun 1964, table 25.4): half
/// of its abscissas, and their weights. With eight, entries change by less than 1e-4 of a
/// triangle's own.
constexpr std::array<std::array<double, 2>, 2> k_four_points{
    {{0.339981043584856, 0.652145154862546}, {0.861136311594053, 0.347854845137454}}};

/// Parts smaller than this part of their distance from the sides are not halved.
constexpr double k_of_distance = 2;

/// From so many thicknesses on three points do in place of seven.
constexpr double k_far_apart = 1.5;

/// Lower heights, in thicknesses, count as none.
constexpr double k_flat = 1e-9;

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
      const auto angle = [&] { return std::atan2(out * (until - from), out * out + from * until); };
      const double beyond = std::max({0.0, from, -until});
      if (out * out + beyond * beyond + height * height > square_of_reach_) {
        sum += (without_end_ - height - at_foot) * angle();
        continue;
      }
      if (std::abs(out) < 1e-14) continue;  // its limit is 0
      const double r = to.norm(), r_next = to_next.norm();
      const double ratio =
          until + from > 0 ? (r_next + until) / (r + from) : (r - from) / (r_next - until);
      sum += out * (std::log(ratio) + along_side(out, height, at_foot, from, until));
      if (height > k_flat) {
        sum -= height * (angle() - std::atan(height * until / (out * r_next)) +
                         std::atan(height * from / (out * r)));
      }
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
  /// by points that lie closer near the foot: s = scale sinh(u), evenly in u.
  double along_side(double out, double height, double at_foot, double from, double until) const {
    const double scale = std::sqrt(1 + out * out + height * height);
    const double first = exp_of_asinh(from / scale), last = exp_of_asinh(until / scale);
    const double middle = std::sqrt(first * last), half = std::log(last / first) / 2;
    double sum = 0;
    for (const auto& [place, weight] : k_four_points) {
      const double step = std::exp(half * place);
      for (const double e : {middle / step, middle * step}) {
        const double s = scale * (e - 1 / e) / 2, by_u = scale * (e + 1 / e) / 2;
        sum += weight * by_u * mean_to(height, at_foot, out * out + s * s);
      }
    }
    return half * sum;
  }

  /// Without the loss of digits of x + sqrt(x^2 + 1) below 0.
  static double exp_of_asinh(double x) {
    const double sum = std::abs(x) + std::sqrt(x * x + 1);
    return x < 0 ? 1 / sum : sum;
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

/// Radon's rule over a triangle, or the rule of degree 2 by three points (Strang & Fix 1973).
template <class Function>
double mean_by_points(const TriangleCorners& t, bool few, const Function& function) {
  const auto& [a, b, c] = t;
  if (few)
    return (function((4 * a + b + c) / 6) + function((a + 4 * b + c) / 6) +
            function((a + b + 4 * c) / 6)) /
           3;
  double sum = 0;
  for (const auto& [weight, at] : k_seven_points)
    sum += weight * function(at[0] * a + at[1] * b + at[2] * c);
  return sum;
}

/// How the smaller triangle is divided.
struct Fineness {
  bool is_nearby;  ///< seven points in each part near the sides; otherwise three
  double small;    ///< parts with a radius below this many thicknesses are not halved
  int levels = 12;
};

/// `radii`: of both triangles, in thicknesses. Nearby the mean varies most, along the sides, which
/// weigh the less the larger the triangles are.
Fineness fineness_for(bool is_nearby, double radii) {
  return {is_nearby, is_nearby ? std::clamp(radii / 7, 1.5, 2.5) : 3.0};
}

/// The mean over a part of the smaller triangle, which may be halved while its radius is neither
/// small nor well below its distance from the larger triangle's sides.
template <class Function>
double mean_over_part(const TriangleCorners& part, const MeanOverLayer& large, Fineness fineness,
                      const Function& function) {
  const Vector3d middle = centre_of_corners(part);
  const double radius = radius_of(part), distance = large.distance_to_sides(middle) - radius;
  if (distance > large.reach()) return function(middle);
  if (fineness.levels-- == 0 ||
      radius < std::max(fineness.small * large.thickness(), k_of_distance * distance))
    return mean_by_points(part, !fineness.is_nearby || distance > k_far_apart * large.thickness(),
                          function);
  const auto [one, other] = halves_of(part);
  return (mean_over_part(one, large, fineness, function) +
          mean_over_part(other, large, fineness, function)) /
         2;
}

/// Whether 1/r is integrated apart, which varies most within triangles that are not much larger
/// than the layer is thick. Over larger ones the errors of 1/r and of Gamma cancel.
bool is_apart(double radii) { return radii < 4; }

/// The mean of Gamma / h alone.
double mean_of_gamma(const TriangleCorners& small, const MeanOverLayer& large,
                     const TriangleCorners& of_large, const Fineness& fineness) {
  return mean_over_part(small, large, fineness, [&](const Vector3d& p) {
    return large(p) - mean_inverse_distance(of_large, p);
  });
}

}  // namespace

double mean_over_large(const TriangleCorners& a, const TriangleCorners& b,
                       const LayerCorrection& correction, double thickness) {
  const auto extent = [](const TriangleCorners& t) {
    return (t[1] - t[0]).cross(t[2] - t[0]).norm();
  };
  const bool is_a = extent(a) <= extent(b);
  const TriangleCorners &small = is_a ? a : b, &large = is_a ? b : a;
  const double between = (centre_of_corners(small) - centre_of_corners(large)).norm() / thickness;
  const double radii = (radius_of(small) + radius_of(large)) / thickness;
  const bool is_nearby = between < radii;
  const Fineness fineness = fineness_for(is_nearby, radii);
  const MeanOverLayer mean(large, correction, thickness);
  if (!is_nearby || !is_apart(radii)) return mean_over_part(small, mean, fineness, mean);
  // Finer, since 1/r varies most; the errors of many touching triangles add up.
  constexpr double k_finer = 0.6;
  const auto inverse_distance = [&](const Vector3d& p) { return mean_inverse_distance(large, p); };
  return mean_over_part(small, mean, {is_nearby, k_finer}, inverse_distance) +
         mean_of_gamma(small, mean, large, fineness);
}

double mean_over_large(const TriangleCorners& triangle, const LayerCorrection& correction,
                       double thickness) {
  const double radii = 2 * radius_of(triangle) / thickness;
  const Fineness fineness = fineness_for(true, radii);
  const MeanOverLayer mean(triangle, correction, thickness);
  return is_apart(radii)
             ? mean_inverse_distance(triangle) + mean_of_gamma(triangle, mean, triangle, fineness)
             : mean_over_part(triangle, mean, fineness, mean);
}

}  // namespace condyle
