#pragma once

#include <Eigen/Core>

#include "condyle/geometry/surface_jet.h"
#include "condyle/geometry/surface_parameters.h"

namespace condyle {

// Curvature is positive where the surface is convex (a sphere of radius r has +1/r in every
// direction), negative where it is hollow. All in the shape's frame, in 1/m.

/// The normal curvatures of a surface at a point: extreme along two directions across each other.
struct SurfaceCurvature {
  double max = 0;  ///< [1/m]
  double min = 0;
  /// Columns: directions of max and of min, outward unit normal; a rotation.
  Eigen::Matrix3d frame = Eigen::Matrix3d::Identity();

  double gaussian() const { return max * min; }      ///< [1/m^2]
  double mean() const { return 0.5 * (max + min); }  ///< [1/m]
};

/// A unit vector across `normal`, and the one that completes them to a right-handed triple.
struct TangentAxes {
  Eigen::Vector3d first, second;
};
TangentAxes tangent_axes(const Eigen::Vector3d& normal);

/// Of an implicit surface, from the eigenvectors of its Hessian within the tangent plane, over the
/// length of the gradient (Goldman 2005, Comput. Aided Geom. Des. 22:632-658). Off the surface it
/// is the curvature of the level of f through the point. Where both curvatures are equal any
/// direction may be given. Precondition: the gradient is not zero.
SurfaceCurvature curvature(const SurfaceJet& jet);

/// Of a parametric surface, from its two fundamental forms (Struik 1961, Lectures on Classical
/// Differential Geometry, sections 2-6). Precondition: du and dv are not parallel.
SurfaceCurvature curvature(const ParametricJet& jet);

/// Of an implicit surface in a tangent direction, t^T H t / |g|. `direction` is of unit length;
/// what is not tangent of it counts.
double curvature_in_direction(const SurfaceJet& jet, const Eigen::Vector3d& direction);

/// How fast the normal turns about a tangent direction when one walks along it, b^T H t / |g| with
/// b = t x n: the geodesic torsion [1/m].
double torsion_in_direction(const SurfaceJet& jet, const Eigen::Vector3d& direction);

/// g^T adj(H) g / |g|^4 (Goldman 2005), without a frame [1/m^2].
double gaussian_curvature(const SurfaceJet& jet);

/// (|g|^2 tr H - g^T H g) / (2 |g|^3) (Goldman 2005), positive where convex [1/m].
double mean_curvature(const SurfaceJet& jet);

/// The gap between two surfaces that touch, or of their paraboloids: 2 z = max x^2 + min y^2. Both
/// frames share the normal (third column); the second surface's directions are given in the first
/// one's frame of expression and its curvatures are positive where it is convex, so that the
/// relative curvatures are the sums: with `a`'s and `b`'s axes turned by an angle w,
///     max + min = sum of all,  (max - min)^2 = da^2 + db^2 + 2 da db cos 2w
/// where da = a.max - a.min, db = b.max - b.min (Johnson 1985, Contact Mechanics, eq. 4.1-4.5).
/// `max_direction_b`: unit vector across the common normal, along b's greatest curvature. The frame
/// returned holds the relative directions and a's normal.
SurfaceCurvature combined_curvature(const SurfaceCurvature& a, double b_max, double b_min,
                                    const Eigen::Vector3d& max_direction_b);

}  // namespace condyle
