#pragma once

// Cuts the polygons of a mesh file into triangles. Not part of the library's interface.

#include <array>
#include <span>
#include <vector>

#include "condyle/mesh/mesh_repair.h"
#include "core/src/mesh/mesh_source.h"
#include "core/src/mesh/polygon_ears.h"

namespace condyle::mesh {

/// The polygons of a file, in its order, each three or more vertex indices.
struct Polygons {
  std::vector<int> corners;       ///< of all polygons, one after the other
  std::vector<std::size_t> ends;  ///< the end of each polygon in `corners`
};

/// Cuts polygons one after the other and notes those whose surface is doubtful.
///
/// A convex polygon becomes a fan about its first corner, as does each polygon all of whose fan
/// triangles face its way; another is cut into ears in its plane (polygon_ears.h). Either way it
/// gives two triangles less than it has corners, wound as it is. Corners that repeat the position
/// of the one before are passed over. A polygon that crosses itself, so that it has no ears left at
/// some point, becomes a fan too.
class PolygonCutter {
 public:
  /// Keeps a reference to the source.
  explicit PolygonCutter(const MeshSource& source) : source_(source) {}

  /// Appends the triangles of the polygon. Preconditions: three or more corners, each the index of
  /// one of the vertices. Throws InputError if the polygon has too many corners to cut ears.
  void cut(std::span<const Eigen::Vector3d> vertices, std::span<const int> polygon,
           std::vector<std::array<int, 3>>& triangles);

  /// Appends the triangles of the polygons to the mesh.
  void cut(const Polygons& polygons, TriangleMesh& mesh);

  /// Findings about the polygons cut so far: "crossing_polygons" and "bent_polygons".
  std::vector<MeshFinding> findings() const;

 private:
  struct Count {
    int polygons = 0;
    int first = 0;  ///< the polygon, counted from 1
  };
  void note(Count& count);
  bool lay_flat(std::span<const Eigen::Vector3d> vertices);
  void measure_bend(std::span<const Eigen::Vector3d> vertices, const Eigen::Vector3d& normal);

  const MeshSource& source_;
  EarCutter ears_;
  std::vector<int> corners_;  ///< of the current polygon, without repetitions
  std::vector<Eigen::Vector2d> flat_;
  int polygons_ = 0;
  Count crossing_, bent_;
  double largest_bend_ = 0;  ///< height of a polygon over its plane, as a fraction of its size
};

/// Appends the triangles of a strip, every second of which has the opposite winding. Those that
/// name a vertex twice, by which strips turn corners, are left out.
void append_strip(std::span<const int> strip, std::vector<std::array<int, 3>>& triangles);

}  // namespace condyle::mesh
