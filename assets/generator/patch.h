#pragma once

#include <Eigen/Core>
#include <array>
#include <functional>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::assets {

/// A triangulated piece of the parameter plane, its triangles and its rim counter-clockwise.
struct Patch {
  std::vector<Eigen::Vector2d> points;
  std::vector<std::array<int, 3>> triangles;
  std::vector<int> rim;
};

/// The square [-1, 1]^2 in `columns` by `rows` cells. `roundness` from 0 (square) to 1 (disk) pulls
/// its corners in; below 1 they stay corners, so that no triangle there becomes flat.
Patch square_patch(int columns, int rows, double roundness);

/// The unit disk in `rings` rings of 6, 12, 18 ... points: nearly equilateral triangles everywhere.
Patch disk_patch(int rings);

/// Where a point of the parameter plane lies in space [m].
using Surface = std::function<Eigen::Vector3d(const Eigen::Vector2d&)>;

/// The patch laid on a surface: an open mesh.
TriangleMesh laid_on(const Patch& patch, const Surface& surface);

/// A closed solid: `front`, laid on by the fine patch, is the contact face; `back`, by the coarse
/// one; between them a wall whose rows halve their points. The rim of the fine patch has two, four
/// or eight times the points of the coarse one's, each of which is at the place of one of them.
/// Outward on the front is d(front)/dx cross d(front)/dy.
TriangleMesh solid_between(const Patch& fine, const Patch& coarse, const Surface& front,
                           const Surface& back);

/// Adds the triangles between a closed loop of points and one that has half as many: on the left of
/// the first, which is above or outside.
void join_halved_loops(const std::vector<int>& upper, const std::vector<int>& lower,
                       std::vector<std::array<int, 3>>& triangles);

/// Where a point of the unit disk is at a part of the way, from 0 to 1.
using Sweep = std::function<Eigen::Vector3d(const Eigen::Vector2d&, double)>;

/// The solid that the unit disk sweeps, in `stacks` rows of its rim. Outward at the start is
/// d(at)/dx cross d(at)/dy.
TriangleMesh swept_disk(int rings, int stacks, const Sweep& at);

/// How many times more points the fine rim has, where the back is not seen: three halvings.
inline constexpr int k_rim_ratio = 8;

}  // namespace condyle::assets
