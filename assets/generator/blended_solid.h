#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <optional>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::assets {

/// A part of a blended solid: the ball of `radii[0]` about `points[0]`; with two points the hull of
/// two balls; with three the plate between them, twice `radii[0]` thick.
struct BlendedPart {
  std::vector<Eigen::Vector3d> points;  ///< one, two or three [m]
  std::vector<double> radii;            ///< [m]
  Eigen::Vector3d stretch{1, 1, 1};     ///< of the part about its first point
};

/// A smooth solid: parts that flow into one another, less a ball, cut off by planes.
struct BlendedSolid {
  double blend_width = 0.008;  ///< parts closer than this flow together [m]
  std::vector<BlendedPart> parts;
  std::optional<BlendedPart> hollow = {};
  /// Only the inner side of these planes remains; their normals point outward.
  std::vector<Eigen::Hyperplane<double, 3>> cuts = {};
  double cut_rounding = 0.008;  ///< of the edges of cuts [m]
};

/// Distance of `p` from the surface [m], negative inside; only its zeros are exact.
double signed_distance(const BlendedSolid& solid, const Eigen::Vector3d& p);

/// A closed mesh of the solid inside the box, wound outward, with edges of about `cell` [m]. The
/// vertices lie on the solid's surface. Precondition: the surface is nowhere bent as tightly as a
/// cell.
TriangleMesh mesh_of(const BlendedSolid& solid, const Eigen::AlignedBox3d& box, double cell);

}  // namespace condyle::assets
