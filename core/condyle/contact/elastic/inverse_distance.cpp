#include "condyle/contact/elastic/inverse_distance.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

/// Of a rule of degree 5 over triangles (Radon 1948): weight and the barycentric coordinates.
struct TrianglePoint {
  double weight;
  std::array<double, 3> at;
};

constexpr double k_near_middle = 0.470142064105115, k_near_corner = 0.101286507323456;
constexpr double k_middle_weight = 0.132394152788506, k_corner_weight = 0.125939180544827;

constexpr TrianglePoint vertex_point(double weight, double rest, int corner) {
  TrianglePoint point{weight, {rest, rest, rest}};
  point.at[corner] = 1 - 2 * rest;
  return point;
}

constexpr std::array<TrianglePoint, 7> k_seven_points{
    TrianglePoint{0.225, {1.0 / 3, 1.0 / 3, 1.0 / 3}},
    vertex_point(k_middle_weight, k_near_middle, 0),
    vertex_point(k_middle_weight, k_near_middle, 1),
    vertex_point(k_middle_weight, k_near_middle, 2),
    vertex_point(k_corner_weight, k_near_corner, 0),
    vertex_point(k_corner_weight, k_near_corner, 1),
    vertex_point(k_corner_weight, k_near_corner, 2)};

/// One side's part of the integral of 1/r over a triangle with unit normal n.
double part_of_side(const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                    const Eigen::Vector3d& n, double height, const Eigen::Vector3d& p) {
  const Eigen::Vector3d along = (to - from).normalized();
  const double l_to = along.dot(to - p), l_from = along.dot(from - p);
  const double out = along.cross(n).dot(from - p);
  const double r_to = (to - p).norm(), r_from = (from - p).norm();
  if (std::abs(out) <= 1e-14 * (r_to + r_from)) return 0;  // its limit
  // Of two expressions for the same logarithm, the one that subtracts nothing.
  const double ratio =
      l_to + l_from > 0 ? (r_to + l_to) / (r_from + l_from) : (r_from - l_from) / (r_to - l_to);
  const double square = out * out + height * height;
  const double angle = std::atan(out * l_to / (square + height * r_to)) -
                       std::atan(out * l_from / (square + height * r_from));
  return out * std::log(ratio) - height * angle;
}

}  // namespace

double mean_inverse_distance(const TriangleCorners& triangle, const Eigen::Vector3d& p) {
  const Eigen::Vector3d doubled = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
  const double length = doubled.norm();
  const Eigen::Vector3d n = doubled / length;
  const double height = std::abs(n.dot(p - triangle[0]));
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += part_of_side(triangle[k], triangle[(k + 1) % 3], n, height, p);
  return 2 * sum / length;
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
  double sum = 0;
  for (const auto& [weight, at] : k_seven_points)
    sum += weight * mean_inverse_distance(b, at[0] * a[0] + at[1] * a[1] + at[2] * a[2]);
  return sum;
}

Eigen::Matrix3d covariance_of(const TriangleCorners& triangle) {
  const Eigen::Vector3d middle = (triangle[0] + triangle[1] + triangle[2]) / 3;
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
  for (const Eigen::Vector3d& corner : triangle)
    sum += (corner - middle) * (corner - middle).transpose();
  return sum / 12;
}

}  // namespace condyle
