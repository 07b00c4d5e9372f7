#include "core/src/geometry/ellipsoid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/src/geometry/elliptic_integrals.h"
#include "core/src/geometry/require_length.h"
#include "core/src/geometry/solid_properties.h"

namespace condyle::geometry {
namespace {

using Eigen::Array3d;
using Eigen::Vector3d;
using std::numbers::pi;

/// The nearest point x to p, both in the positive octant, is x_i = a_i^2 p_i / (a_i^2 - m^2 + s),
/// where m is the shortest semi-axis and s >= 0 the one value that puts x on the surface.
struct Secular {
  Array3d a, p, beyond;  ///< beyond = a^2 - m^2

  /// The sum of (x_i / a_i)^2, which decreases with s, and its derivative.
  void evaluate(double s, double& sum, double& slope) const {
    sum = slope = 0;
    for (int k = 0; k < 3; ++k) {
      if (p[k] == 0) continue;
      const double term = a[k] * p[k] / (beyond[k] + s);
      sum += term * term;
      slope -= 2 * term * term / (beyond[k] + s);
    }
  }

  Vector3d point(double s) const {
    Vector3d x = Vector3d::Zero();
    for (int k = 0; k < 3; ++k) {
      if (p[k] > 0) x[k] = a[k] * (a[k] * p[k] / (beyond[k] + s));
    }
    return x;
  }

  /// Solves sum^(-1/2) = 1, which is nearly linear in s (More & Sorensen 1983), by Newton's method
  /// within bounds that every step narrows.
  double root(double low, double high) const {
    double s = low;
    for (int i = 0; i < 100; ++i) {
      double sum, slope;
      evaluate(s, sum, slope);
      (sum > 1 ? low : high) = s;
      double next = s - 2 * sum * (std::sqrt(sum) - 1) / slope;
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      if (next == s || next == low || next == high) break;
      s = next;
    }
    return s;
  }
};

/// The nearest point to a point p in the positive octant.
Vector3d nearest_in_octant(const Array3d& a, const Array3d& p) {
  int shortest;
  const double m = a.minCoeff(&shortest);
  // A difference of squares, written as a product, keeps its precision.
  const Secular secular{a, p, (a - m) * (a + m)};
  if (p[shortest] == 0) {
    // p is on the plane perpendicular to the shortest axis: near the centre, the nearest points lie
    // off this plane.
    Vector3d x = Vector3d::Zero();
    double rest = 1;
    bool off_plane = true;
    for (int k = 0; k < 3; ++k) {
      if (p[k] == 0) continue;
      if (secular.beyond[k] == 0 || a[k] * p[k] >= secular.beyond[k]) {
        off_plane = false;
        break;
      }
      x[k] = a[k] * (a[k] * p[k] / secular.beyond[k]);
      rest -= (x[k] / a[k]) * (x[k] / a[k]);
    }
    if (off_plane && rest >= 0) {
      x[shortest] = m * std::sqrt(rest);
      return x;
    }
  }
  // At the lower bound a single term is 1; at the upper bound the sum is at most 1, even with every
  // term enlarged.
  double low = 0;
  for (int k = 0; k < 3; ++k) low = std::max(low, a[k] * p[k] - secular.beyond[k]);
  return secular.point(secular.root(low, (a * p).matrix().norm()));
}

}  // namespace

void require_valid(const Ellipsoid& ellipsoid) {
  require_length("ellipsoid", "semi-axis x", ellipsoid.semi_axes.x());
  require_length("ellipsoid", "semi-axis y", ellipsoid.semi_axes.y());
  require_length("ellipsoid", "semi-axis z", ellipsoid.semi_axes.z());
}

SurfaceJet implicit(const Ellipsoid& ellipsoid, const Vector3d& point) {
  const Vector3d& a = ellipsoid.semi_axes;
  const double m = a.minCoeff();
  const Vector3d scaled = point.cwiseQuotient(a);
  SurfaceJet jet{.value = 0.5 * m * (scaled.squaredNorm() - 1),
                 .gradient = m * scaled.cwiseQuotient(a)};
  jet.hessian.diagonal() = m * a.cwiseAbs2().cwiseInverse();
  return jet;
}

SurfacePoint nearest(const Ellipsoid& ellipsoid, const Vector3d& point) {
  const Vector3d& a = ellipsoid.semi_axes;
  Vector3d x = nearest_in_octant(a, point.cwiseAbs());
  for (int k = 0; k < 3; ++k) x[k] = std::copysign(x[k], point[k] == 0 ? 1 : point[k]);
  const Vector3d normal = x.cwiseQuotient(a.cwiseAbs2()).normalized();
  return {x, normal, normal.dot(point - x)};
}

LineCrossings line_crossings(const Ellipsoid& ellipsoid, const Vector3d& origin,
                             const Vector3d& direction) {
  const Vector3d& a = ellipsoid.semi_axes;
  return ends(inside_ball<3>(origin.cwiseQuotient(a), direction.cwiseQuotient(a), 1));
}

Vector3d support(const Ellipsoid& ellipsoid, const Vector3d& direction) {
  const Vector3d scaled = ellipsoid.semi_axes.cwiseProduct(direction.normalized());
  return ellipsoid.semi_axes.cwiseProduct(scaled / scaled.norm());
}

SolidProperties solid_properties(const Ellipsoid& ellipsoid) {
  const Array3d a = ellipsoid.semi_axes, squares = a.square();
  const double volume = 4 * pi / 3 * a.prod();
  const double area =
      4 * pi *
      carlson_rg(squares[0] * squares[1], squares[0] * squares[2], squares[1] * squares[2]);
  return centred_solid(volume, area, volume / 5 * (squares.sum() - squares));
}

ParametricJet parametric(const Ellipsoid& ellipsoid, const Eigen::Vector2d& uv) {
  const Vector3d& a = ellipsoid.semi_axes;
  const double cu = std::cos(uv[0]), su = std::sin(uv[0]);
  const double cv = std::cos(uv[1]), sv = std::sin(uv[1]);
  const auto scaled = [&a](double x, double y, double z) {
    return Vector3d(a[0] * x, a[1] * y, a[2] * z);
  };
  return {scaled(cu * cv, su * cv, sv),   scaled(-su * cv, cu * cv, 0),
          scaled(-cu * sv, -su * sv, cv), scaled(-cu * cv, -su * cv, 0),
          scaled(su * sv, -cu * sv, 0),   scaled(-cu * cv, -su * cv, -sv)};
}

Eigen::Vector2d parameters(const Ellipsoid& ellipsoid, const Vector3d& point) {
  const Vector3d unit = point.cwiseQuotient(ellipsoid.semi_axes);
  const double across = std::hypot(unit.x(), unit.y());
  const double u = across > 0 ? std::atan2(unit.y(), unit.x()) : 0;
  return {u, std::atan2(unit.z(), across)};
}

}  // namespace condyle::geometry
