#include "condyle/geometry/curvature.h"

#include <Eigen/Geometry>
#include <cmath>

#include "core/src/base/checks.h"
#include "core/src/geometry/tangent_axes.h"

namespace condyle::geometry {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

/// Principal curvatures from the curvature matrix [xx xy; xy yy] in tangent axes.
SurfaceCurvature from_tangent_plane(double xx, double xy, double yy, const TangentAxes& axes,
                                    const Vector3d& normal) {
  const double mean = 0.5 * (xx + yy), half = 0.5 * (xx - yy), spread = std::hypot(half, xy);
  const double angle = 0.5 * std::atan2(xy, half);
  SurfaceCurvature result{.max = mean + spread, .min = mean - spread};
  result.frame.col(0) = std::cos(angle) * axes.first + std::sin(angle) * axes.second;
  result.frame.col(1) = normal.cross(result.frame.col(0));
  result.frame.col(2) = normal;
  return result;
}

}  // namespace

// Perpendicular to the coordinate axis with the least component along the normal.
TangentAxes tangent_axes(const Vector3d& normal) {
  int axis;
  normal.cwiseAbs().minCoeff(&axis);
  const Vector3d first = normal.cross(Vector3d::Unit(axis)).normalized();
  return {first, normal.cross(first)};
}

SurfaceCurvature curvature(const SurfaceJet& jet) {
  CONDYLE_ASSERT(!jet.gradient.isZero(0));
  const double slope = jet.gradient.norm();
  const Vector3d normal = jet.gradient / slope;
  const TangentAxes axes = tangent_axes(normal);
  const Vector3d Hx = jet.hessian * axes.first, Hy = jet.hessian * axes.second;
  return from_tangent_plane(axes.first.dot(Hx) / slope, axes.first.dot(Hy) / slope,
                            axes.second.dot(Hy) / slope, axes, normal);
}

// Expresses the second fundamental form in perpendicular axes, so that the first one becomes the
// identity.
SurfaceCurvature curvature(const ParametricJet& jet) {
  CONDYLE_ASSERT(!jet.du.cross(jet.dv).isZero(0));
  const Vector3d normal = jet.du.cross(jet.dv).normalized();
  const TangentAxes axes{jet.du.normalized(), normal.cross(jet.du).normalized()};
  const double E = jet.du.norm(), F = jet.dv.dot(axes.first), G = jet.dv.dot(axes.second);
  const double uu = -normal.dot(jet.duu), uv = -normal.dot(jet.duv), vv = -normal.dot(jet.dvv);
  const double xx = uu / (E * E), xy = (uv / E - F * xx) / G;
  const double yy = (vv - F * F * xx - 2 * F * G * xy) / (G * G);
  return from_tangent_plane(xx, xy, yy, axes, normal);
}

double curvature_in_direction(const SurfaceJet& jet, const Vector3d& direction) {
  return direction.dot(jet.hessian * direction) / jet.gradient.norm();
}

double torsion_in_direction(const SurfaceJet& jet, const Vector3d& direction) {
  const Vector3d binormal = direction.cross(jet.gradient);
  return binormal.dot(jet.hessian * direction) / jet.gradient.squaredNorm();
}

double gaussian_curvature(const SurfaceJet& jet) {
  const Matrix3d& H = jet.hessian;
  Matrix3d adjugate;
  adjugate.col(0) = H.col(1).cross(H.col(2));
  adjugate.col(1) = H.col(2).cross(H.col(0));
  adjugate.col(2) = H.col(0).cross(H.col(1));
  const double square = jet.gradient.squaredNorm();
  return jet.gradient.dot(adjugate * jet.gradient) / (square * square);
}

double mean_curvature(const SurfaceJet& jet) {
  const double square = jet.gradient.squaredNorm();
  return (square * jet.hessian.trace() - jet.gradient.dot(jet.hessian * jet.gradient)) /
         (2 * square * std::sqrt(square));
}

SurfaceCurvature combined_curvature(const SurfaceCurvature& a, double b_max, double b_min,
                                    const Vector3d& max_direction_b) {
  const TangentAxes axes{a.frame.col(0), a.frame.col(1)};
  const double x = max_direction_b.dot(axes.first), y = max_direction_b.dot(axes.second);
  const double xx = a.max + b_max * x * x + b_min * y * y;
  const double yy = a.min + b_max * y * y + b_min * x * x;
  return from_tangent_plane(xx, (b_max - b_min) * x * y, yy, axes, a.frame.col(2));
}

}  // namespace condyle::geometry
