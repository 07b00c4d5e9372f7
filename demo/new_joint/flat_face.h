#pragma once

#include <Eigen/Core>
#include <optional>

#include "new_joint/surface_samples.h"

namespace condyle {

/// A flat part of a surface.
struct FlatFace {
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< outward, unit vector
  double offset = 0;      ///< its points p satisfy normal . p = offset [m]
  double area_share = 0;  ///< of the mesh's area
};

/// The largest flat part among the triangles whose normals are within `angle` [rad] of the unit
/// vector `near`: triangles in one plane, to 1.5 degrees and a hundredth of `size` [m]. Absent if
/// no triangle has such a normal.
std::optional<FlatFace> largest_flat_face(const Facets& facets, double size,
                                          const Eigen::Vector3d& near, double angle);

/// The largest flat part in any direction; an area share of 0 if the mesh has no area.
FlatFace largest_flat_face(const Facets& facets, double size);

}  // namespace condyle
