#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

// Means of 1/r over flat elements, on which Boussinesq's solution for the half space rests.

/// The corners of a triangle [m].
using TriangleCorners = std::array<Eigen::Vector3d, 3>;

inline TriangleCorners corners_of(const TriangleMesh& mesh, int triangle) {
  const auto& [a, b, c] = mesh.triangles[triangle];
  return {mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]};
}

/// The mean of 1/r between the points of a triangle and a point p anywhere [1/m], in closed form
/// (Wilton et al. 1984, IEEE Trans. Antennas Propag. 32:276, eq. 5, over the area).
double mean_inverse_distance(const TriangleCorners& triangle, const Eigen::Vector3d& p);

/// The mean of 1/r over all pairs of points of one triangle [1/m], in closed form (Eibert & Hansen
/// 1995, IEEE Trans. Antennas Propag. 43:1499): -4/3 sum over sides l of ln(1 - 2 l / s) / l with
/// the perimeter s.
double mean_inverse_distance(const TriangleCorners& triangle);

/// The mean of 1/r between two triangles that lie side by side [1/m]: in closed form over the
/// larger one, by a rule of seven points over the smaller one, which is halved first if it is
/// slender, as far as its pieces are near to the larger one, or shares a side with it. The error is
/// within 2e-3.
double mean_inverse_distance(const TriangleCorners& a, const TriangleCorners& b);

/// The mean of 1/r between two elements that are apart [1/m], from the vector between their middles
/// [m] and the sum of the covariances of their points [m^2]: the first two terms of the series of
/// 1/r. At a distance of 2.5 sizes of the elements the error is within 1e-3.
inline double mean_inverse_distance(const Eigen::Vector3d& between,
                                    const Eigen::Matrix3d& covariance) {
  const double per_square = 1 / between.squaredNorm();
  const double along = between.dot(covariance * between) * per_square;
  return std::sqrt(per_square) * (1 + 0.5 * per_square * (3 * along - covariance.trace()));
}

/// Distance of the farthest corner from the middle [m].
double radius_of(const TriangleCorners& triangle);

/// Covariance of the points of a triangle about its middle [m^2].
Eigen::Matrix3d covariance_of(const TriangleCorners& triangle);

}  // namespace condyle
