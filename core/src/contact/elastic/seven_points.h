#pragma once

#include <array>

namespace condyle {

/// A point of a rule of degree 5 over triangles (Radon 1948): its weight and barycentric
/// coordinates.
struct TrianglePoint {
  double weight;
  std::array<double, 3> at;
};

inline constexpr double k_near_middle = 0.470142064105115, k_near_corner = 0.101286507323456;
inline constexpr double k_middle_weight = 0.132394152788506, k_corner_weight = 0.125939180544827;

constexpr TrianglePoint vertex_point(double weight, double rest, int corner) {
  TrianglePoint point{weight, {rest, rest, rest}};
  point.at[corner] = 1 - 2 * rest;
  return point;
}

inline constexpr std::array<TrianglePoint, 7> k_seven_points{
    TrianglePoint{0.225, {1.0 / 3, 1.0 / 3, 1.0 / 3}},
    vertex_point(k_middle_weight, k_near_middle, 0),
    vertex_point(k_middle_weight, k_near_middle, 1),
    vertex_point(k_middle_weight, k_near_middle, 2),
    vertex_point(k_corner_weight, k_near_corner, 0),
    vertex_point(k_corner_weight, k_near_corner, 1),
    vertex_point(k_corner_weight, k_near_corner, 2)};

}  // namespace condyle
