#pragma once

#include <Eigen/Core>
#include <array>
#include <functional>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::assets {

/// A triangulated piece of the parameter plane, with triangles and rim counter-clockwise.
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

/// A closed solid. The fine patch laid on `front` is the contact face and the coarse patch laid on
/// `back` the rear; a wall joins them, each row of it with half as many points as the one before.
/// Precondition: the rim of the fine patch has two, four or eight times as many points as that of
/// the coarse one, and every coarse point coincides with a fine one. The outward normal of the
/// front is along d(front)/dx cross d(front)/dy.
TriangleMesh solid_between(const Patch& fine, const Patch& coarse, const Surface& front,
                           const Surface& back);

/// Adds the triangles between the closed loop `upper`, which is above or outside, and the loop
/// `lower`, which has half as many points. Seen from outside the solid, they lie on the right of
/// `upper`.
void join_halved_loops(const std::vector<int>& upper, const std::vector<int>& lower,
                       std::vector<std::array<int, 3>>& triangles);

/// Where a point of the unit disk lies in space [m] at a fraction of the sweep, from 0 to 1.
using Sweep = std::function<Eigen::Vector3d(const Eigen::Vector2d&, double)>;

/// The solid that the unit disk sweeps out, with `stacks` rows of cells along its side. The outward
/// normal at the start is along d(at)/dx cross d(at)/dy.
TriangleMesh swept_disk(int rings, int stacks, const Sweep& at);

/// Points on the fine rim per point on the coarse one, for a back that is not visible: three
/// halvings.
inline constexpr int k_rim_ratio = 8;

}  // namespace condyle::assets
