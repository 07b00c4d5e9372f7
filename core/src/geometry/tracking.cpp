#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "condyle/geometry/curvature.h"
#include "condyle/geometry/separation.h"
#include "core/src/base/checks.h"
#include "core/src/geometry/closed_forms.h"
#include "core/src/geometry/tangent_axes.h"
#include "core/src/geometry/unit_normal.h"

namespace condyle::geometry {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;
using Eigen::Vector4d;

constexpr int k_iterations = 30;
/// Conditions that are missed by more than this part of the size do not hold, however badly they
/// are conditioned, as they are near a rim or an axis.
constexpr double k_greatest_error = 1e-11;

/// The conditions, in metres, and their derivatives by (point, height).
struct HeightConditions {
  Vector4d error;
  Matrix4d derivative;
};

/// Where the surface has no normal, as at a cone's apex, no step leads.
HeightConditions without_normal() {
  return {Vector4d::Constant(std::numeric_limits<double>::infinity()), Matrix4d::Identity()};
}

/// The conditions x + h n = query and f = 0.
HeightConditions normal_through(const SurfaceJet& jet, const Vector3d& x, double h,
                                const Vector3d& query) {
  if (!(jet.gradient.norm() > 0)) return without_normal();
  const UnitNormal normal(jet);
  HeightConditions c;
  c.error << x + h * normal.n - query, jet.value;
  c.derivative << Eigen::Matrix3d::Identity() + h * normal.derivative, normal.n,
      jet.gradient.transpose(), 0;
  return c;
}

/// Conditions: x + h n is on the line (two, perpendicular to the line); the normal is perpendicular
/// to the line; f = 0.
HeightConditions normal_meets_line(const SurfaceJet& jet, const Vector3d& x, double h,
                                   const Vector3d& on_line, const Vector3d& direction,
                                   double size) {
  if (!(jet.gradient.norm() > 0)) return without_normal();
  const UnitNormal normal(jet);
  const TangentAxes across = tangent_axes(direction);
  const Vector3d arm = x + h * normal.n - on_line;
  const Eigen::Matrix3d arm_by_x = Eigen::Matrix3d::Identity() + h * normal.derivative;
  HeightConditions c;
  c.error << across.first.dot(arm), across.second.dot(arm), size * normal.n.dot(direction),
      jet.value;
  c.derivative << across.first.transpose() * arm_by_x, across.first.dot(normal.n),
      across.second.transpose() * arm_by_x, across.second.dot(normal.n),
      size * direction.transpose() * normal.derivative, 0, jet.gradient.transpose(), 0;
  return c;
}

struct Solution {
  Vector3d x;
  double h;
  double residual;
  bool converged;
};

/// Newton's method with steps halved until the error falls.
template <class Evaluate>
Solution solve(Vector3d x, double h, double size, Evaluate&& evaluate) {
  HeightConditions c = evaluate(x, h);
  double residual = c.error.norm();
  // The effect on the conditions of a rounding error in the unknowns.
  const auto rounding = [&] { return 1e-16 * c.derivative.norm() * size; };
  for (int i = 0; i < k_iterations && residual > rounding(); ++i) {
    const Vector4d step = c.derivative.fullPivLu().solve(-c.error);
    if (!step.allFinite()) break;
    double scale = 1;
    bool better = false;
    for (; scale > 1e-4 && !better; scale /= 2) {
      const Vector3d next_x = x + scale * step.head<3>();
      const double next_h = h + scale * step[3];
      const HeightConditions next = evaluate(next_x, next_h);
      if (!(next.error.norm() < residual)) continue;
      better = true;
      x = next_x;
      h = next_h;
      c = next;
      residual = next.error.norm();
    }
    if (!better) break;
  }
  return {x, h, residual, residual <= std::min(16 * rounding(), k_greatest_error * size)};
}

TrackedPoint global(const Shape& shape, const Vector3d& query) {
  return {nearest(shape, query), Convergence::converged, 0};
}

}  // namespace

TrackedPoint track_nearest(const Shape& shape, const Vector3d& query, const Vector3d& guess) {
  const auto* map = std::get_if<HeightMap>(&shape);
  if (!map && !std::holds_alternative<Ellipsoid>(shape)) return global(shape, query);
  const SurfaceJet start = implicit(shape, guess);
  if (start.gradient.norm() == 0) return global(shape, query);
  const double h = start.gradient.normalized().dot(query - guess);
  const Solution s =
      solve(guess, h, query.norm() + guess.norm(), [&](const Vector3d& x, double height) {
        return normal_through(implicit(shape, x), x, height, query);
      });
  if (!s.converged || (map && !map->covers(s.x.x(), s.x.y()))) return global(shape, query);
  return {{s.x, normal_at(shape, s.x), s.h}, Convergence::converged, s.residual};
}

LineSeparation track_line_separation(const Shape& shape, const Vector3d& point_on_line,
                                     const Vector3d& direction, const Vector3d& guess) {
  CONDYLE_ASSERT(!std::holds_alternative<MeshSolid>(shape));
  const Vector3d d = direction.normalized();
  const Vector3d start = nearest(shape, guess).point;
  const Vector3d on_line = point_on_line + d.dot(start - point_on_line) * d;
  const double reach = (on_line - start).norm() + start.norm();
  const double size = reach > 0 ? reach : 1;  // else the direction of the normal would not count
  const double h = normal_at(shape, start).dot(on_line - start);
  const Solution s = solve(start, h, size, [&](const Vector3d& x, double height) {
    return normal_meets_line(implicit(shape, x), x, height, on_line, d, size);
  });
  LineSeparation result{.on_surface = s.x, .normal = normal_at(shape, s.x), .height = s.h};
  result.on_line = on_line + d.dot(s.x + s.h * result.normal - on_line) * d;
  result.status = s.converged ? Convergence::converged : Convergence::not_converged;
  result.residual = std::isfinite(s.residual) ? s.residual : size;
  return result;
}

}  // namespace condyle::geometry
