#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <optional>
#include <vector>

#include "condyle/geometry/ray_crossing.h"
#include "condyle/geometry/surface_jet.h"
#include "condyle/geometry/surface_parameters.h"
#include "condyle/geometry/surface_point.h"

namespace condyle {

/// A grid of `count` lines at start, start + spacing, .. [m].
Eigen::VectorXd regular_grid_lines(double start, double spacing, int count);

/// Heights and their derivatives at the crossings of grid lines: rows along x, columns along y.
struct HeightSamples {
  Eigen::MatrixXd z;    ///< [m]
  Eigen::MatrixXd zx;   ///< dz/dx
  Eigen::MatrixXd zy;   ///< dz/dy
  Eigen::MatrixXd zxy;  ///< d2z/dxdy [1/m]
};

/// z(x, y) and its derivatives at one place.
struct Height {
  double z, zx, zy, zxx, zxy, zyy;
};

/// The patch between whose grid lines a coordinate lies, the first or last for one beyond.
int patch_of(const Eigen::VectorXd& lines, double x);

/// Terrain: the graph z(x, y) over a rectangle of the xy plane, made of bicubic patches between
/// grid lines. The solid is what lies below it within the rectangle, without end downward; its
/// walls are no part of the surface. Smooth where it comes from samples alone (continuous
/// curvature) or the derivatives given are those of such a surface. The operators are described in
/// shape.h.
class HeightMap {
 public:
  /// The natural bicubic spline through z(x_i, y_j). With smoothness > 0 [m^3] the samples are
  /// first smoothed along x and along y by natural smoothing splines (natural_spline.h), and the
  /// two results averaged. Throws InputError for fewer than four lines each way, lines that are not
  /// ascending, a matrix of another size than x by y, or numbers that are not finite.
  static HeightMap through(const Eigen::VectorXd& x, const Eigen::VectorXd& y,
                           const Eigen::MatrixXd& z, double smoothness = 0);

  /// Patches with these heights, slopes and twists at the crossings, at least two lines each way.
  /// Throws InputError as `through` does.
  static HeightMap with_derivatives(const Eigen::VectorXd& x, const Eigen::VectorXd& y,
                                    const HeightSamples& samples);

  const Eigen::VectorXd& x() const { return x_; }
  const Eigen::VectorXd& y() const { return y_; }
  const HeightSamples& samples() const { return samples_; }

  bool covers(double x, double y) const;

  /// Beyond the rectangle: of the outermost patch, continued, which means little far from it.
  Height at(double x, double y) const;

  /// A rectangle's heights lie between the least and the greatest of its Bezier ordinates.
  /// Precondition: the rectangle is within one patch.
  Eigen::AlignedBox3d bounds(const Eigen::AlignedBox2d& part) const;

  /// The box of patch (i, j), between lines i, i + 1 of x and j, j + 1 of y.
  Eigen::AlignedBox3d patch_box(int i, int j) const {
    const auto& [low, high] = heights_[i * (y_.size() - 1) + j];
    return {Eigen::Vector3d(x_[i], y_[j], low), Eigen::Vector3d(x_[i + 1], y_[j + 1], high)};
  }

  /// Around all patches.
  const Eigen::AlignedBox3d& box() const { return box_; }

  /// Coefficients c(m, n) of s^m t^n on patch (i, j), s and t from 0 to 1 across it along x and y.
  const Eigen::Matrix4d& patch_polynomial(int i, int j) const {
    return polynomials_[i * (y_.size() - 1) + j];
  }

  /// Holds all slopes (dz/dx, dz/dy) of patch (i, j).
  const Eigen::AlignedBox2d& patch_slopes(int i, int j) const {
    return slopes_[i * (y_.size() - 1) + j];
  }

 private:
  HeightMap(const Eigen::VectorXd& x, const Eigen::VectorXd& y, HeightSamples samples);

  Eigen::VectorXd x_, y_;
  HeightSamples samples_;
  Eigen::Matrix4d make_polynomial(int i, int j) const;

  std::vector<std::array<double, 2>> heights_;  ///< of the patches: bounds
  std::vector<Eigen::Matrix4d> polynomials_;
  std::vector<Eigen::AlignedBox2d> slopes_;
  Eigen::AlignedBox3d box_;
};

/// z - z(x, y) alone, without its derivatives.
double height_above(const HeightMap&, const Eigen::Vector3d& point);

/// f = z - z(x, y): the height above the surface.
SurfaceJet implicit(const HeightMap&, const Eigen::Vector3d& point);

/// Nearest of the surface, boundary included; found by Newton's method in those parts, of 1/32 of a
/// patch each way, that may hold it by their bounds. Inside (negative distance) is what lies below
/// the surface within the rectangle. Where the nearest point is on the boundary, the normal is the
/// surface's and need not point to the query point.
SurfacePoint nearest(const HeightMap&, const Eigen::Vector3d& point);

/// Every crossing of the ray origin + t direction, t >= 0, ascending. Along the ray each patch is a
/// polynomial of sixth degree, whose signs at the patches' borders are kept consistent, so that no
/// crossing is lost between two patches.
std::vector<RayCrossing> ray_crossings(const HeightMap&, const Eigen::Vector3d& origin,
                                       const Eigen::Vector3d& direction);

/// The first of those with t in [lowest, highest], lowest >= 0. Free of allocation; its cost is
/// that of the patches along this part of the ray.
std::optional<RayCrossing> first_crossing_within(const HeightMap&, const Eigen::Vector3d& origin,
                                                 const Eigen::Vector3d& direction, double lowest,
                                                 double highest);

/// u = x, v = y.
ParametricJet parametric(const HeightMap&, const Eigen::Vector2d& uv);
Eigen::Vector2d parameters(const HeightMap&, const Eigen::Vector3d& point);

/// Around the surface alone; from the boxes of its patches.
Eigen::AlignedBox3d bounding_box(const HeightMap&);

}  // namespace condyle
