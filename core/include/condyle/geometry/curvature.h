#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"

namespace condyle::geometry {

// Curvature is positive where the surface is convex (+1/r in every direction for a sphere of radius
// r) and negative where it is hollow. Everything is in the shape's frame, in 1/m.

/// The principal curvatures of a surface at a point: the extremes of the normal curvature, in two
/// perpendicular directions.
struct SurfaceCurvature {
  double max = 0;  ///< [1/m]
  double min = 0;  ///< [1/m]
  /// Rotation matrix with columns: direction of max, direction of min, outward unit normal.
  Eigen::Matrix3d frame = Eigen::Matrix3d::Identity();

  double gaussian() const { return max * min; }      ///< [1/m^2]
  double mean() const { return 0.5 * (max + min); }  ///< [1/m]
};

/// Curvature of an implicit surface, from the eigenvectors of its Hessian within the tangent plane,
/// divided by the length of the gradient (Goldman 2005, Comput. Aided Geom. Des. 22:632-658). Off
/// the surface this is the curvature of the level set of f through the point. If both curvatures
/// are equal, the directions are arbitrary. Precondition: the gradient is not zero.
SurfaceCurvature curvature(const SurfaceJet& jet);

/// Curvature of a parametric surface, from its two fundamental forms (Struik 1961, Lectures on
/// Classical Differential Geometry, sections 2-6). Precondition: du and dv are not parallel.
SurfaceCurvature curvature(const ParametricJet& jet);

/// Normal curvature of an implicit surface in a tangent direction, t^T H t / |g| [1/m]. `direction`
/// has unit length and is not projected: a component along the normal adds to the result.
double curvature_in_direction(const SurfaceJet& jet, const Eigen::Vector3d& direction);

/// Geodesic torsion [1/m]: the rate at which the normal turns about a tangent direction along that
/// direction, b^T H t / |g| with b = t x n.
double torsion_in_direction(const SurfaceJet& jet, const Eigen::Vector3d& direction);

/// Gaussian curvature g^T adj(H) g / |g|^4 (Goldman 2005), without a frame [1/m^2].
double gaussian_curvature(const SurfaceJet& jet);

/// Mean curvature (|g|^2 tr H - g^T H g) / (2 |g|^3) (Goldman 2005), positive where convex [1/m].
double mean_curvature(const SurfaceJet& jet);

/// Relative curvature of two touching surfaces, which describes the gap between their osculating
/// paraboloids: 2 z = max x^2 + min y^2. Both surfaces share the normal (third column of
/// `a.frame`); the direction of b is expressed in the same frame as those of a, and its curvatures
/// are positive where b is convex, so the relative curvatures are sums. If the axes of a and b are
/// turned by an angle w,
///     max + min = a.max + a.min + b_max + b_min
///     (max - min)^2 = da^2 + db^2 + 2 da db cos 2w
/// where da = a.max - a.min, db = b_max - b_min (Johnson 1985, Contact Mechanics, eq. 4.1-4.5).
/// `max_direction_b` is a unit vector perpendicular to the common normal, along the greatest
/// curvature of b. The frame of the result holds the relative directions and the normal of a.
SurfaceCurvature combined_curvature(const SurfaceCurvature& a, double b_max, double b_min,
                                    const Eigen::Vector3d& max_direction_b);

/// Names the feature with a jump of the normal on which a point of the surface lies: "an edge" or
/// "a corner" of a brick, "the rim" of a cylinder or cone, "the apex". Null where the surface is
/// smooth. A point within rounding of the feature, 1e-12 of the shape's size, counts as on it.
/// Meshes are not checked.
const char* crease_at(const Shape&, const Eigen::Vector3d& on_surface);

/// The jet at a point of the surface [m], for use in curvature(). Where only the curvature jumps,
/// the jet is that of one side: on a capsule's seam the wall, on a grid line of a height map the
/// patch towards greater x and y, on its border the map. Throws InputError naming the shape and the
/// point on a crease, and for a mesh.
SurfaceJet curved_jet(const Shape&, const Eigen::Vector3d& on_surface);

}  // namespace condyle::geometry
