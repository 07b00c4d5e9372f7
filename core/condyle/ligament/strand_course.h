#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "condyle/geometry/shape.h"

namespace condyle {

/// A point of a strand that is fixed to a body B: an attachment, or one that it is led through.
/// A moving point is one whose position is a function of a coordinate q: its owner writes p_B,
/// dp_B/dq and q' before each call. A conditional one is switched by `is_active`. The first and the
/// last point of a course are always active.
struct CoursePoint {
  int body = 0;                                       ///< index into the poses of a call
  Eigen::Vector3d p_B = Eigen::Vector3d::Zero();      ///< [m]
  Eigen::Vector3d slope_B = Eigen::Vector3d::Zero();  ///< dp_B/dq [m per unit of q]
  double rate = 0;                                    ///< q' [unit of q per s]
  bool is_active = true;
};

/// A surface that a strand may wrap over, fixed to a body B. Sphere, ellipsoid, cylinder with or
/// without ends (the wall alone; the strand slips off over an end), torus (the strand goes through
/// its hole), capsule, height map, closed mesh (MeshSolid).
struct CourseObstacle {
  std::string name;
  int body = 0;
  Pose X_BS = Pose::Identity();  ///< of the shape's frame S in B
  Shape shape;

  /// Unit vector in S, if the wrap is restricted to one side of the shape's middle, as OpenSim's
  /// quadrant: "+x" is (1, 0, 0), "-y" (0, -1, 0). The strand then goes the way round whose middle
  /// is on that side, however long. Sphere, ellipsoid, cylinder; of a torus, where on the ring.
  std::optional<Eigen::Vector3d> side;

  /// It acts between these points of the course (indices of `points`), as OpenSim's range, in which
  /// -1 is the first or the last. In each stretch between two active points it is an obstacle of
  /// its own.
  int first_point = 0;
  int last_point = -1;
};

/// The way of a strand over bodies, from the first point to the last. In a stretch between two
/// points the strand passes the obstacles in the order in which they are listed.
struct StrandCourse {
  std::vector<CoursePoint> points;  ///< at least 2
  std::vector<CourseObstacle> obstacles;
};

/// Throws InputError that names `what` and the part that is wrong: fewer than two points, a body
/// index outside [0, body_count), a value that is not finite, a shape that is not valid or can not
/// be wrapped (half space, cone, brick), a side of no length, a range that is none, a first
/// or last point that is not active, more than k_most_links obstacles in one stretch.
void require_valid(const StrandCourse&, int body_count, const std::string& what);

/// Whether the obstacle acts in the stretch between these two points.
bool acts_between(const CourseObstacle&, int from, int to, int point_count);

/// The side that OpenSim calls "all" (none), "x", "+x", "-x", "y" and so on. Throws InputError.
std::optional<Eigen::Vector3d> side_of_quadrant(const std::string& quadrant);

}  // namespace condyle
