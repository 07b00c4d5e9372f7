#include "core/src/ligament/path_parts.h"

#include <fmt/format.h>

#include "condyle/error.h"

namespace condyle::ligament {

PointRange range_of(const PathObstacle& obstacle, int point_count) {
  return {obstacle.first_point == -1 ? 0 : obstacle.first_point,
          obstacle.last_point == -1 ? point_count - 1 : obstacle.last_point};
}

bool acts_between(const PathObstacle& obstacle, int from, int to, int point_count) {
  const auto [first, last] = range_of(obstacle, point_count);
  return first <= from && to <= last;
}

std::optional<Eigen::Vector3d> side_of_quadrant(const std::string& quadrant) {
  if (quadrant == "all" || quadrant.empty()) return std::nullopt;
  const bool has_sign = quadrant[0] == '+' || quadrant[0] == '-';
  const std::string axis = quadrant.substr(has_sign ? 1 : 0);
  const auto index = std::string("xyz").find(axis);
  if (axis.size() != 1 || index == std::string::npos) {
    throw InputError(
        fmt::format("quadrant '{}' is none of all, x, +x, -x, y, +y, -y, z, +z, -z", quadrant));
  }
  return (quadrant[0] == '-' ? -1 : 1) * Eigen::Vector3d::Unit(static_cast<int>(index));
}

LegLength leg_length(const Eigen::Vector3d& leg, double shortest) {
  const double length = leg.norm();
  if (length == 0) return {0.5 * shortest, Eigen::Vector3d::Zero()};
  if (length >= shortest) return {length, leg / length};
  return {0.5 * (length * length / shortest + shortest), leg / shortest};
}

}  // namespace condyle::ligament
