#pragma once

#include <string>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::mesh {

/// A triangle is a sliver if its height over its longest side is below this fraction of that side.
/// The relative error of its normal is then a hundred times that of its corners.
inline constexpr double k_sliver_ratio = 0.01;

/// The longest side of a triangle and the height over it [m].
struct TriangleShape {
  int longest_side = 0;  ///< the side from this corner to the next
  double length = 0;
  double height = 0;
};
TriangleShape triangle_shape(const TriangleMesh& mesh, const std::array<int, 3>& triangle);

/// Whether a triangle with this area vector (of any scale) has a normal. Contact refuses triangles
/// that have none.
inline bool has_normal(const Eigen::Vector3d& area_vector) {
  const double x = area_vector.x(), y = area_vector.y(), z = area_vector.z();
  return x * x + y * y + z * z > 0;
}

/// Throws InputError naming `what` and the triangle `t` if its area vector has no direction.
void require_normal(const Eigen::Vector3d& area_vector, int t, const std::string& what);

/// Whether the triangle has no usable normal: two corners are the same vertex, the area vector is
/// 0, or the height cannot be told from zero in double precision at the triangle's distance from
/// the origin.
bool is_degenerate(const TriangleMesh& mesh, const std::array<int, 3>& triangle);

/// Whether the triangle is not degenerate but its height is below k_sliver_ratio of its longest
/// side.
bool is_sliver(const TriangleMesh& mesh, const std::array<int, 3>& triangle);

/// The triangles that have the same three vertices as an earlier one, in any order; ascending
/// indices.
std::vector<int> duplicate_triangles(const TriangleMesh& mesh);

}  // namespace condyle::mesh
