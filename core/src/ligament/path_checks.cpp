#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "condyle/error.h"
#include "condyle/ligament/strand_path.h"
#include "core/src/ligament/path_parts.h"
#include "core/src/ligament/wrap_newton.h"

namespace condyle::ligament {
namespace {

void require(bool holds, const std::string& what, const std::string& problem) {
  if (!holds) throw InputError(fmt::format("{}: {}", what, problem));
}

void require_body(int body, int body_count, const std::string& what) {
  require(body >= 0 && body < body_count, what,
          fmt::format("body {} is not one of the {} bodies", body, body_count));
}

void require_valid_obstacle(const PathObstacle& obstacle, int body_count, int point_count,
                            const std::string& what) {
  require_body(obstacle.body, body_count, what);
  require_valid(obstacle.shape);
  require(
      can_be_wrapped(obstacle.shape), what,
      fmt::format("a strand does not wrap over a {}; give a sphere, ellipsoid, cylinder, torus, "
                  "capsule, height map or mesh",
                  name(obstacle.shape)));
  require(obstacle.X_BS.matrix().allFinite(), what, "its pose is not finite");
  if (obstacle.side) {
    const bool is_unit = std::abs(obstacle.side->norm() - 1) < 1e-9;
    require(is_unit, what, "its side is not a unit vector");
  }
  const auto [first, last] = range_of(obstacle, point_count);
  require(first >= 0 && first < last && last < point_count, what,
          fmt::format("range {} to {} is none of the {} points", obstacle.first_point,
                      obstacle.last_point, point_count));
}

}  // namespace

void require_valid(const StrandPath& path, int body_count, const std::string& what) {
  const int point_count = static_cast<int>(path.points.size());
  require(point_count >= 2, what, fmt::format("{} points; give at least 2", point_count));
  for (int i = 0; i < point_count; ++i) {
    const PathPoint& point = path.points[i];
    const std::string which = fmt::format("{}, point {}", what, i);
    require_body(point.body, body_count, which);
    require(point.p_B.allFinite() && point.slope_B.allFinite() && std::isfinite(point.rate), which,
            "not finite");
  }
  require(std::isfinite(path.shortest_leg) && path.shortest_leg >= 0, what,
          "its shortest leg is not a length");
  require(path.points.front().is_active && path.points.back().is_active, what,
          "its ends cannot be switched off");
  for (std::size_t i = 0; i < path.obstacles.size(); ++i) {
    const PathObstacle& obstacle = path.obstacles[i];
    require_valid_obstacle(obstacle, body_count, point_count,
                           fmt::format("{}, obstacle {} '{}'", what, i, obstacle.name));
  }
  for (int i = 0; i + 1 < point_count; ++i) {
    const auto count = std::ranges::count_if(path.obstacles, [&](const PathObstacle& obstacle) {
      return acts_between(obstacle, i, i + 1, point_count);
    });
    require(count <= k_most_links, what,
            fmt::format("{} obstacles between points {} and {}; at most {}", count, i, i + 1,
                        k_most_links));
  }
}

}  // namespace condyle::ligament
