#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"
#include "world/scene_world.h"

namespace condyle {

/// The values of a map on a mesh, such as the pressure of a contact on its casting side at one
/// moment, seen along an axis: flat, for print.
struct PressureSheet {
  std::string title;
  int seen_along = 0;                                     ///< axis of the mesh's frame
  std::string right_axis, up_axis;                        ///< of that frame, as "z"
  std::vector<std::array<Eigen::Vector2d, 3>> triangles;  ///< those with a value above 0 [m]
  std::vector<double> pressure;                           ///< parallel to them [Pa], or the value
  std::vector<Eigen::Vector2d> outline;                   ///< convex outline of the whole mesh [m]
};

/// What the colours of sheets mean.
struct SheetScale {
  std::string name = "pressure [MPa]";  ///< with the unit in which it is shown
  double unit = 1e6;                    ///< that unit in the unit of the values
};

/// The sheet of values, one per triangle, seen along an axis of the mesh's frame: the one nearest
/// to the mean normal of the triangles with a value, unless another is given.
PressureSheet map_sheet(const TriangleMesh& mesh, const std::vector<double>& values,
                        std::string title, std::optional<int> seen_along = {});

/// The sheet of a contact, seen along an axis of the casting body: the one nearest to the direction
/// of its force, unless another is given. Precondition: the contact has a report.
PressureSheet pressure_sheet(const SceneWorld& world, int contact, std::string title,
                             std::optional<int> seen_along = {});

/// The sheets beside each other as SVG, in colours up to `most`, all of one scale, with a bar.
std::string to_svg(const std::vector<PressureSheet>& sheets, double most,
                   const SheetScale& scale = {});

}  // namespace condyle
