#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A mesh laid out for walks over it. Side 3 t + k runs from corner k of triangle t to the next,
/// with the triangle on its left; corner 3 t + k is the one that it starts from. The frame of a
/// side is a plane into which its triangle is laid: x along the side from its corner, y into the
/// triangle.
struct MeshSides {
  /// Throws InputError where a triangle has no area, or an edge has more than two triangles, or two
  /// that are wound against each other. Preconditions: valid indices, welded.
  explicit MeshSides(const TriangleMesh& mesh);

  /// The triangles that hang together around a vertex, counter-clockwise.
  struct Fan {
    std::vector<int> corners;
    double angle = 0;     ///< of all corners [rad]
    bool closed = false;  ///< goes all around the vertex; else it begins and ends at a border
  };

  int vertex(int corner) const { return triangles[corner / 3][corner % 3]; }
  const Eigen::Vector3d& position(int corner) const { return positions[vertex(corner)]; }
  Eigen::Vector3d point_on(int side, double x) const;

  /// Whether a shortest path may bend at the vertex: it is a saddle, a hollow corner of the border,
  /// or holds together what hangs together nowhere else.
  bool may_bend(int v) const;

  std::vector<Eigen::Vector3d> positions;
  std::vector<std::array<int, 3>> triangles;
  std::vector<int> across;             ///< per side: the same edge in the neighbour, or -1
  std::vector<double> length;          ///< per side [m]
  std::vector<Eigen::Vector3d> along;  ///< per side, unit
  std::vector<Eigen::Vector2d> apex;   ///< per side: the corner opposite, in its frame [m]
  std::vector<double> turn;            ///< per corner: angle from the fan's first side to its own
  std::vector<double> angle;           ///< per corner [rad]
  std::vector<int> fan_of;             ///< per corner, among those of its vertex
  std::vector<std::vector<Fan>> fans;  ///< per vertex
};

/// The next side or corner of the same triangle.
inline int next_side(int side) { return side % 3 == 2 ? side - 2 : side + 1; }

}  // namespace condyle
