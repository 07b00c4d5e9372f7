#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>

#include "condyle/ligament/strand_path.h"

namespace condyle::ligament {

/// The points between which the obstacle acts, first and last.
struct PointRange {
  int first, last;
};

PointRange range_of(const PathObstacle& obstacle, int point_count);

/// Whether the obstacle acts in the stretch between these two points.
bool acts_between(const PathObstacle&, int from, int to, int point_count);

/// The side for an OpenSim quadrant: "all" (no side), "x", "+x", "-x", "y" and so on. Throws
/// InputError for any other name.
std::optional<Eigen::Vector3d> side_of_quadrant(const std::string& quadrant);

/// Length of a straight piece between two points [m], and its gradient by the second one: 0 where a
/// piece has no length. `shortest`: see StrandPath::shortest_leg.
struct LegLength {
  double length = 0;  ///< [m]
  Eigen::Vector3d gradient;
};
LegLength leg_length(const Eigen::Vector3d& leg, double shortest);

}  // namespace condyle::ligament
