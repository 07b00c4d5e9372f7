#pragma once

#include <Eigen/Core>
#include <array>

#include "condyle/geometry/shape.h"

namespace condyle {

// Places on an analytic shape that belong to a part of a triangle of its mesh. The triangle's
// normal tells on which face they lie, where the nearest point of the shape might be on another
// one.

/// Whether these functions know the faces of the shape.
bool has_known_faces(const geometry::Shape& shape);

/// The place on the shape of a corner, which may lie a little outside (centred_mesh.h).
Eigen::Vector3d corner_on(const geometry::Shape& shape, const Eigen::Vector3d& normal,
                          const Eigen::Vector3d& corner);

/// The place in the middle between two others.
Eigen::Vector3d middle_on(const geometry::Shape& shape, const Eigen::Vector3d& normal,
                          const Eigen::Vector3d& a, const Eigen::Vector3d& b);

/// The place, and its normal, at the centroid of three others.
geometry::SurfacePoint centroid_on(const geometry::Shape& shape, const Eigen::Vector3d& normal,
                                   const std::array<Eigen::Vector3d, 3>& corners);

/// The centroid of the part between three corners, and its area. At the rim of a cylinder's end a
/// part reaches to the rim, beyond the chord.
struct PartOnShape {
  geometry::SurfacePoint centre;
  double area = 0;  ///< [m^2]
};
PartOnShape part_on(const geometry::Shape& shape, const Eigen::Vector3d& normal,
                    const std::array<Eigen::Vector3d, 3>& corners);

}  // namespace condyle
