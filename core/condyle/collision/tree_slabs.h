#pragma once

// What building a hierarchy and refitting it have in common: boxes and slabs of one lane.

#include <algorithm>
#include <span>

#include "condyle/collision/tree_builder.h"
#include "condyle/collision/triangle_tree.h"

namespace condyle {

/// In float and relative to the middle of the mesh: padding() covers the rounding, which keeps
/// order, so that the boxes of rounded corners are the rounded boxes.
inline Eigen::Array4f rounded(const Eigen::Vector3d& vertex, const BoxSpace& space) {
  // Beyond any size that float can square.
  constexpr double k_largest = 1e18;
  Eigen::Array4f corner = Eigen::Array4f::Zero();
  for (int k = 0; k < 3; ++k) {
    const double offset = vertex[k] - space.origin[k];
    corner[k] = static_cast<float>(std::min(k_largest, std::max(-k_largest, offset)));
  }
  return corner;
}

inline void set_lane(BoxPacket& packet, int lane, const LaneBox& box) {
  const Eigen::Array4f center = 0.5f * (box.lowest + box.highest);
  const Eigen::Array4f half_size = 0.5f * (box.highest - box.lowest);
  for (int k = 0; k < 3; ++k) {
    packet.center[k][lane] = center[k];
    packet.half_size[k][lane] = half_size[k];
  }
}

/// The unit normal of a piece of surface, from the sum of its triangles' normals; or any direction.
Eigen::Vector3d axis_of(const Eigen::Vector3d& normal);

/// The slab between two distances along the unit axis from the origin of the boxes.
void set_slab(SlabPacket& packet, int lane, const Eigen::Vector3d& axis, double lowest,
              double highest);

/// The slab of some triangles, across the unit axis.
void set_slab(SlabPacket& packet, int lane, const Eigen::Vector3d& axis,
              std::span<const TriangleTree::Triangle> triangles, const Eigen::Vector3d& origin);

}  // namespace condyle
