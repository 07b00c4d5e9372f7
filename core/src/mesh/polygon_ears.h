#pragma once

// Triangles of a plane polygon by cutting ears (Meisters 1975, "Polygons have ears", Am. Math.
// Monthly 82:648-651). Not part of the library's interface.

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

namespace condyle::mesh {

/// Whether the triangles of the fan about the first corner all turn left and do not overlap, so
/// that they are the polygon. It holds for each convex polygon that turns left.
bool is_fan(std::span<const Eigen::Vector2d> polygon);

/// Whether two sides of the polygon cross, or one touches the inside of the other. Sides may share
/// corners and run back along each other, as where a slit leads to a hole.
bool crosses_itself(std::span<const Eigen::Vector2d> polygon);

/// Cuts polygons; keeps its memory from one to the next.
class EarCutter {
 public:
  /// The triangles of a polygon that turns left, as indices of its corners: two less than it has
  /// corners. Returns an empty span if no ear is left at some point, which happens only to a
  /// polygon that crosses itself. Takes time with the square of the corners.
  std::span<const std::array<int, 3>> cut(std::span<const Eigen::Vector2d> polygon);

 private:
  bool is_ear(int corner, bool may_be_flat) const;
  bool hides_in(int corner, int ear) const;

  std::span<const Eigen::Vector2d> polygon_;
  double rounding_ = 0;  ///< of twice an area
  std::vector<int> before_, after_;
  std::vector<std::array<int, 3>> triangles_;
};

}  // namespace condyle::mesh
