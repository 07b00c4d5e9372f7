#pragma once

#include <Eigen/Core>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Points of a surface, drawn evenly over its area.
struct SurfaceSamples {
  Eigen::Matrix3Xd points;                           ///< [m]
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< of area [m]
  double size = 0;  ///< root mean square distance of the area from its centre [m]
};

/// `count` points in random order, by a fixed seed. Precondition: the mesh has area.
SurfaceSamples sample_surface(const TriangleMesh& mesh, int count);

/// The unit normal, area and centroid of each triangle.
struct Facets {
  Eigen::Matrix3Xd normals;    ///< zero for a triangle without area
  Eigen::Matrix3Xd centroids;  ///< [m]
  Eigen::VectorXd areas;       ///< [m^2]
};
Facets facets_of(const TriangleMesh& mesh);

}  // namespace condyle
