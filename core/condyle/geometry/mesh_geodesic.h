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
  not_connected,  ///< no path: the points are on different parts; the result is the start alone
  not_converged,  ///< the windows were used up: the best path found, `residual` says how good
};

/// A path over a mesh, straight within each triangle: from the first to the last point, in the
/// mesh's frame; finite, whatever the status.
struct MeshGeodesic {
  std::vector<Eigen::Vector3d> points;  ///< at least one [m]
  std::vector<int> triangles;           ///< of each stretch between two points
  double length = 0;                    ///< [m]
  MeshGeodesicStatus status = MeshGeodesicStatus::complete;
  /// By how much the shortest path can be shorter at most, 0 when complete; where there is no path,
  /// the distance between the points [m].
  double residual = 0;
};

struct MeshGeodesicOptions {
  int most_windows = 4000000;  ///< of 64 bytes each
};

/// Shortest paths over a triangle mesh, open or closed; what they need is laid out once. Immutable;
/// may be asked from any number of threads.
class MeshGeodesics {
 public:
  /// Throws InputError as MeshSides does. Preconditions: valid indices, welded.
  explicit MeshGeodesics(const TriangleMesh& mesh);

  /// Between two points of the mesh: the shortest path of all, not only of those nearby. Windows of
  /// straight lines from the start (and from saddles and borders, where shortest paths may bend)
  /// are carried from triangle to triangle (Chen & Han 1990, Shortest paths on a polyhedron),
  /// those first that can lead to the end soonest, less those that a path by a corner beats (Xin &
  /// Wang 2009, ACM TOG 28(4):104), until none is left that can be shorter. Precondition: weights
  /// not negative, of sum 1. Ends on an edge or a corner have weights that are exactly 0.
  MeshGeodesic shortest(const MeshPoint& from, const MeshPoint& to,
                        const MeshGeodesicOptions& options = {}) const;

 private:
  std::shared_ptr<const MeshSides> sides_;
};

}  // namespace condyle
