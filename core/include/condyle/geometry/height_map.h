#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cstddef>
#include <vector>

#include "condyle/geometry/surface_values.h"

namespace condyle::geometry {

/// Positions of `count` grid lines at start, start + spacing, ... [m].
Eigen::VectorXd regular_grid_lines(double start, double spacing, int count);

/// Heights and their derivatives at the crossings of grid lines: rows run along x, columns along y.
struct HeightSamples {
  Eigen::MatrixXd z;    ///< [m]
  Eigen::MatrixXd zx;   ///< dz/dx, a slope
  Eigen::MatrixXd zy;   ///< dz/dy, a slope
  Eigen::MatrixXd zxy;  ///< d2z/dxdy [1/m]
};

/// z(x, y) [m] and its derivatives at one point: slopes zx and zy, second derivatives [1/m].
struct Height {
  double z, zx, zy, zxx, zxy, zyy;
};

/// Terrain: the graph z(x, y) over a rectangle of the xy plane, made of bicubic patches between
/// grid lines. The solid lies below the graph within the rectangle and extends downward without
/// end; its side walls are not part of the surface. Smooth if built from samples alone (continuous
/// curvature), or if the given derivatives are those of a smooth surface. shape.h describes the
/// functions for shapes.
class HeightMap {
 public:
  /// The natural bicubic spline through z(x_i, y_j). With smoothness > 0 [m^3] the samples are
  /// first smoothed along x and along y by natural smoothing splines (natural_spline.h), and the
  /// two results are averaged. Throws InputError for fewer than four lines in a direction, lines
  /// that are not ascending, a matrix whose size is not x by y, or numbers that are not finite.
  static HeightMap through(const Eigen::VectorXd& x, const Eigen::VectorXd& y,
                           const Eigen::MatrixXd& z, double smoothness = 0);

  /// Patches with the given heights, slopes and twists at the crossings, with at least two lines in
  /// each direction. Throws InputError as `through` does.
  static HeightMap with_derivatives(const Eigen::VectorXd& x, const Eigen::VectorXd& y,
                                    const HeightSamples& samples);

  /// The grid lines [m], and the heights at their crossings.
  const Eigen::VectorXd& x() const { return x_; }
  const Eigen::VectorXd& y() const { return y_; }
  const HeightSamples& samples() const { return samples_; }

  /// Whether (x, y) [m] is within the rectangle of the grid, its edge included.
  bool covers(double x, double y) const;

  /// Height and derivatives at (x, y) [m]. Beyond the rectangle the outermost patch is
  /// extrapolated, which means little far from it.
  Height at(double x, double y) const;

  /// A box [m] around the surface over a rectangle: its heights lie between the least and the
  /// greatest Bezier ordinate. Precondition: the rectangle is within one patch.
  Eigen::AlignedBox3d bounds(const Eigen::AlignedBox2d& part) const;

  /// The box [m] of patch (i, j), between lines i, i + 1 of x and j, j + 1 of y.
  Eigen::AlignedBox3d patch_box(int i, int j) const {
    const auto& [low, high] = heights_[patch(i, j)];
    return {Eigen::Vector3d(x_[i], y_[j], low), Eigen::Vector3d(x_[i + 1], y_[j + 1], high)};
  }

  /// The box [m] around all patches.
  const Eigen::AlignedBox3d& box() const { return box_; }

  /// Coefficients c(m, n) of s^m t^n on patch (i, j); s and t run from 0 to 1 across the patch
  /// along x and y.
  const Eigen::Matrix4d& patch_polynomial(int i, int j) const { return polynomials_[patch(i, j)]; }

  /// A box that contains all slopes (dz/dx, dz/dy) of patch (i, j).
  const Eigen::AlignedBox2d& patch_slopes(int i, int j) const { return slopes_[patch(i, j)]; }

 private:
  HeightMap(const Eigen::VectorXd& x, const Eigen::VectorXd& y, HeightSamples samples);

  Eigen::Matrix4d make_polynomial(int i, int j) const;
  /// Place of patch (i, j) in the lists of patches.
  std::size_t patch(int i, int j) const {
    return static_cast<std::size_t>(i * (y_.size() - 1) + j);
  }

  Eigen::VectorXd x_, y_;
  HeightSamples samples_;

  std::vector<std::array<double, 2>> heights_;  ///< bounds of each patch's heights
  std::vector<Eigen::Matrix4d> polynomials_;
  std::vector<Eigen::AlignedBox2d> slopes_;
  Eigen::AlignedBox3d box_;
};

/// f = z - z(x, y): the height above the surface.
SurfaceJet implicit(const HeightMap&, const Eigen::Vector3d& point);

/// The nearest point of the surface, boundary included. A best-first search divides patches into
/// parts of up to 1/32 in each direction and runs Newton's method in those whose bounds admit the
/// nearest point. Points below the surface within the rectangle are inside and have negative
/// distance. If the nearest point is on the boundary, the normal is that of the surface and need
/// not point to the query point.
SurfacePoint nearest(const HeightMap&, const Eigen::Vector3d& point);

/// Every crossing of the ray origin + t direction, t >= 0, ascending. Along the ray each patch is a
/// polynomial of degree six; its signs at the patch borders are kept consistent, so that no
/// crossing is lost between two patches.
std::vector<RayCrossing> ray_crossings(const HeightMap&, const Eigen::Vector3d& origin,
                                       const Eigen::Vector3d& direction);

/// u = x, v = y [m].
ParametricJet parametric(const HeightMap&, const Eigen::Vector2d& uv);
Eigen::Vector2d parameters(const HeightMap&, const Eigen::Vector3d& point);

/// A box [m] around the surface alone, from the boxes of its patches.
Eigen::AlignedBox3d bounding_box(const HeightMap&);

}  // namespace condyle::geometry
