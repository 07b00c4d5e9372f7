#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::geometry {

/// A mesh prepared for walks over it. Side 3 t + k runs from corner k of triangle t to the next,
/// with the triangle on its left; corner 3 t + k is where that side starts. The frame of a side is
/// a plane into which its triangle is unfolded: x along the side from its corner, y into the
/// triangle.
struct MeshSides {
  /// Throws InputError if a triangle has zero area, or if an edge has more than two triangles or
  /// two with opposite winding. Preconditions: valid indices, welded.
  explicit MeshSides(const TriangleMesh& mesh);

  /// The connected triangles around a vertex, counter-clockwise.
  struct Fan {
    std::vector<int> corners;
    double angle = 0;     ///< sum of the corners' angles [rad]
    bool closed = false;  ///< goes all around the vertex; otherwise begins and ends at a border
  };

  int vertex(int corner) const { return triangles[corner / 3][corner % 3]; }
  const Eigen::Vector3d& position(int corner) const { return positions[vertex(corner)]; }
  Eigen::Vector3d point_on(int side, double x) const;

  /// Whether a shortest path may bend at the vertex: it is a saddle, a hollow corner of the border,
  /// or joins parts that are connected nowhere else.
  bool may_bend(int v) const;

  std::vector<Eigen::Vector3d> positions;
  std::vector<std::array<int, 3>> triangles;
  std::vector<int> across;             ///< per side: the neighbour's side on its edge, or -1
  std::vector<double> length;          ///< per side [m]
  std::vector<Eigen::Vector3d> along;  ///< per side: unit vector along it
  std::vector<Eigen::Vector2d> apex;   ///< per side: the opposite corner, in the side's frame [m]
  /// Per corner: angle from the fan's first side to the corner's side [rad].
  std::vector<double> turn;
  std::vector<double> angle;           ///< per corner [rad]
  std::vector<int> fan_of;             ///< per corner: index of its fan in its vertex's fans
  std::vector<std::vector<Fan>> fans;  ///< per vertex
};

/// The next side or corner of the same triangle.
inline int next_side(int side) { return side % 3 == 2 ? side - 2 : side + 1; }

}  // namespace condyle::geometry
