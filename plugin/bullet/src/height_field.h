#pragma once

#include <Eigen/Core>
#include <optional>

#include "condyle/geometry/height_map.h"
#include "condyle/mesh/triangle_mesh.h"

class btHeightfieldTerrainShape;

namespace condyle::bullet {

/// The samples of a height field in the frame S of a height map, whose z axis is the field's up
/// axis: z(i, j) over the lines x(i), y(j), both ascending [m], with the field's scaling. S has the
/// origin of Bullet's shape B; the columns of R_BS are the axes of S in B.
struct HeightFieldSamples {
  Eigen::VectorXd x, y;
  Eigen::MatrixXd z;
  Eigen::Matrix3d R_BS;
};

/// Returns nothing if a scaling of 0 makes grid lines coincide.
std::optional<HeightFieldSamples> height_field_samples(const btHeightfieldTerrainShape& field);

/// A mesh of two triangles per cell, facing up, in S.
TriangleMesh mesh_of(const HeightFieldSamples& samples);

}  // namespace condyle::bullet
