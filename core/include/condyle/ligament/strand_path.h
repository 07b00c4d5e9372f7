#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "condyle/geometry/shape.h"
#include "condyle/pose.h"

namespace condyle {

/// A point at which a strand is fixed to a body B: an attachment or a via point. The position of a
/// moving point is a function of a coordinate q; its owner writes p_B, dp_B/dq and q' before each
/// call. A conditional point is switched by `is_active`. The first and the last point of a path
/// are always active.
struct PathPoint {
  int body = 0;                                       ///< index into the poses passed to each call
  Eigen::Vector3d p_B = Eigen::Vector3d::Zero();      ///< [m]
  Eigen::Vector3d slope_B = Eigen::Vector3d::Zero();  ///< dp_B/dq [m per unit of q]
  double rate = 0;                                    ///< q' [unit of q per s]
  bool is_active = true;
};

/// A surface fixed to a body B over which a strand may wrap: a sphere, an ellipsoid, a cylinder
/// with or without ends (only over its wall; the strand slips off over an end), a torus (the strand
/// goes through its hole), a capsule, a height map or a closed mesh (MeshSolid).
struct PathObstacle {
  std::string name;
  int body = 0;
  Pose X_BS = Pose::Identity();  ///< pose of the shape's frame S in B
  Shape shape;

  /// Unit vector in S that restricts the wrap to one side of the shape's centre, like OpenSim's
  /// quadrant: "+x" is (1, 0, 0), "-y" is (0, -1, 0). The strand then takes the way round whose
  /// middle is on that side, even if it is the longer one. For a sphere, an ellipsoid, a cylinder
  /// or a mesh; for a torus, it says on which side of the ring the strand wraps. A capsule and a
  /// height map ignore it.
  std::optional<Eigen::Vector3d> side;

  /// The obstacle acts between these two points of the path (indices into `points`), like
  /// OpenSim's range, in which -1 means the first or the last point. In each stretch between two
  /// active points it acts as a separate obstacle.
  int first_point = 0;
  int last_point = -1;
};

/// The way of a strand over bodies, from its first point to its last. In a stretch between two
/// points the strand passes the obstacles in the order of the list.
struct StrandPath {
  std::vector<PathPoint> points;  ///< at least 2
  std::vector<PathObstacle> obstacles;
  /// A straight piece between two points has a direction that jumps where they meet, and a strand
  /// that pulls them together would find no balance there. Pieces of length l below this k [m], >=
  /// 0, therefore count as l^2 / (2 k) + k / 2, with the same length and slope at k.
  double shortest_leg = 0;
};

/// For simulation: less than any fibre is thick [m].
constexpr double k_shortest_leg = 1e-5;

/// Throws InputError naming `what` and the invalid part: fewer than two points, a body index
/// outside [0, body_count), a value that is not finite, a shortest leg below 0, a shape that is not
/// valid or cannot be wrapped (half space, cone, brick), a side that is not a unit vector, an
/// invalid range, a first or last point that is not active, or more than k_most_links obstacles in
/// one stretch.
void require_valid(const StrandPath&, int body_count, const std::string& what);

/// Whether the obstacle acts in the stretch between these two points.
bool acts_between(const PathObstacle&, int from, int to, int point_count);

/// The side for an OpenSim quadrant: "all" (no side), "x", "+x", "-x", "y" and so on. Throws
/// InputError for any other name.
std::optional<Eigen::Vector3d> side_of_quadrant(const std::string& quadrant);

}  // namespace condyle
