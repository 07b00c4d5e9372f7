#pragma once

#include <optional>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A triangle is a sliver where its height over its longest side is below this part of that side.
/// Its normal is then known a hundred times worse than its corners.
inline constexpr double k_sliver_ratio = 0.01;

/// Longest side of a triangle and the height over it [m].
struct TriangleShape {
  int longest_side = 0;  ///< from this corner to the next
  double length = 0;
  double height = 0;
};
TriangleShape triangle_shape(const TriangleMesh& mesh, const std::array<int, 3>& triangle);

/// Whether a triangle with this area vector, of any length, has a normal. Contact refuses those
/// that have none.
inline bool has_normal(const Eigen::Vector3d& area_vector) {
  const double x = area_vector.x(), y = area_vector.y(), z = area_vector.z();
  return x * x + y * y + z * z > 0;
}

/// Two corners are the same vertex, its area vector is 0, or the height cannot be told from zero in
/// double precision at the place where the triangle is: it has no normal.
bool is_degenerate(const TriangleMesh& mesh, const std::array<int, 3>& triangle);

/// Not degenerate, but below k_sliver_ratio.
bool is_sliver(const TriangleMesh& mesh, const std::array<int, 3>& triangle);

/// The triangles, ascending, that have the same three vertices as one before them, in any order.
std::vector<int> duplicate_triangles(const TriangleMesh& mesh);

}  // namespace condyle
