#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "condyle/geometry/mesh_solid.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

struct MeshSides;

enum class MeshGeodesicStatus {
  complete,       ///< the shortest of all paths over the mesh, to rounding
  not_connected,  ///< the points are on separate parts; the result is only the start
  not_converged,  ///< out of windows: the best path found, `residual` bounds its error
};

/// The status as a word, such as "not_connected".
const char* name(MeshGeodesicStatus status);

/// A path over a mesh, straight within each triangle, from its first to its last point, in the
/// mesh's frame. Finite, whatever the status.
struct MeshGeodesic {
  std::vector<Eigen::Vector3d> points;  ///< at least one [m]
  std::vector<int> triangles;           ///< the triangle of each stretch between two points
  double length = 0;                    ///< [m]
  MeshGeodesicStatus status = MeshGeodesicStatus::complete;
  /// Upper bound on how much shorter the shortest path can be; 0 if complete. If there is no path,
  /// the distance between the points [m].
  double residual = 0;
};

struct MeshGeodesicOptions {
  int most_windows = 4000000;  ///< 64 bytes each
};

/// Shortest paths over a triangle mesh, open or closed. The constructor prepares the mesh once for
/// all queries. Immutable and thread-safe.
class MeshGeodesics {
 public:
  /// Throws InputError as MeshSides does. Preconditions: valid indices, welded.
  explicit MeshGeodesics(const TriangleMesh& mesh);

  /// The globally shortest path between two points of the mesh. Windows of straight lines from the
  /// start (and from saddles and borders, where shortest paths may bend) propagate from triangle to
  /// triangle (Chen & Han 1990, Shortest paths on a polyhedron), first those that can lead to the
  /// end soonest. Windows beaten by a path through a corner are dropped (Xin & Wang 2009, ACM TOG
  /// 28(4):104). The search ends when no remaining window can give a shorter path. Precondition:
  /// weights not negative, of sum 1. A point on an edge or a corner has weights that are exactly 0.
  MeshGeodesic shortest(const MeshPoint& from, const MeshPoint& to,
                        const MeshGeodesicOptions& options = {}) const;

 private:
  std::shared_ptr<const MeshSides> sides_;
};

}  // namespace condyle
