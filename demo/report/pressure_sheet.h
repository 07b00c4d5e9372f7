#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "world/scene_world.h"

namespace condyle {

/// The pressure of a contact on its casting side at one moment, seen along an axis of the casting
/// body: flat, for print.
struct PressureSheet {
  std::string title;
  int seen_along = 0;                                     ///< axis of the casting body
  std::string right_axis, up_axis;                        ///< of the body, as "z"
  std::vector<std::array<Eigen::Vector2d, 3>> triangles;  ///< those in contact [m]
  std::vector<double> pressure;                           ///< parallel to them [Pa]
  std::vector<Eigen::Vector2d> outline;  ///< convex outline of the whole casting mesh [m]
};

/// The sheet of a contact, seen along an axis of the casting body: the one nearest to the direction
/// of its force, unless another is given. Precondition: the contact has a report.
PressureSheet pressure_sheet(const SceneWorld& world, int contact, std::string title,
                             std::optional<int> seen_along = {});

/// The sheets beside each other as SVG, in colours up to `most` [Pa], all of one scale, with a bar.
std::string to_svg(const std::vector<PressureSheet>& sheets, double most);

}  // namespace condyle
