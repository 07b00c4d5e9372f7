#include "core/src/geometry/ellipsoid_geodesic.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/src/base/checks.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector3d;

constexpr int k_columns = 7;       ///< columns of the extrapolation; its order is twice this
constexpr double k_stride = 0.9;   ///< longest step, as the angle that the normal turns in it
constexpr int k_most_steps = 400;  ///< limit for any ellipsoid
constexpr double k_enough =
    1e-11;  ///< change by the last column, relative to the longest semi-axis

/// Seven quantities, in pairs for SIMD: x and y, z and the rotational field, the translational
/// field.
struct Channels {
  Eigen::Array2d xy, zr, t;

  Vector3d point() const { return {xy[0], xy[1], zr[0]}; }
};
Channels operator+(const Channels& a, const Channels& b) {
  return {a.xy + b.xy, a.zr + b.zr, a.t + b.t};
}
Channels operator-(const Channels& a, const Channels& b) {
  return {a.xy - b.xy, a.zr - b.zr, a.t - b.t};
}
Channels operator*(double s, const Channels& a) { return {s * a.xy, s * a.zr, s * a.t}; }

struct Motion {
  Channels at, rate;
};

/// The equation c'' = -1 / (x D^2 x)^2 J w c.
struct Equation {
  Channels squared;  ///< D^2; zero for the fields
  Channels weight;   ///< -J w

  double strength(const Channels& at) const {
    const Eigen::Array2d sum = squared.xy * at.xy * at.xy + squared.zr * at.zr * at.zr;
    const double q = sum[0] + sum[1];
    return 1 / (q * q);
  }
  Channels acceleration(const Channels& at) const {
    const double s = strength(at);
    return {s * (weight.xy * at.xy), s * (weight.zr * at.zr), s * (weight.t * at.t)};
  }
};

/// `count` Stoermer-Verlet steps (kick, drift, kick); their errors are even powers of the step.
Motion verlet(const Equation& equation, const Motion& from, const Channels& first_kick, double h,
              int count) {
  const double part = h / count;
  Channels at = from.at, rate = from.rate + (0.5 * part) * first_kick;
  for (int k = 1; k < count; ++k) {
    at = at + part * rate;
    rate = rate + part * equation.acceleration(at);
  }
  at = at + part * rate;
  return {at, rate + (0.5 * part) * equation.acceleration(at)};
}

/// Weights of the columns of 1, 2, ... steps that extrapolate to steps of zero length (Lagrange at
/// 0 in the square of the step).
constexpr auto k_weights = [] {
  std::array<std::array<double, k_columns>, k_columns> weights{};
  for (int k = 0; k < k_columns; ++k) {
    for (int j = 0; j <= k; ++j) {
      const double n = (j + 1) * (j + 1);
      double weight = 1;
      for (int i = 0; i <= k; ++i) {
        if (i != j) weight *= n / (n - (i + 1) * (i + 1));
      }
      weights[k][j] = weight;
    }
  }
  return weights;
}();

struct Extrapolated {
  Motion motion;
  double error;  ///< error of the point, estimated from the changes by the last columns
};

Extrapolated extrapolated(const Equation& equation, const Motion& from, double h, double enough) {
  const Channels first_kick = equation.acceleration(from.at);
  std::array<Motion, k_columns> columns;
  Extrapolated result{from, 0};
  double before = 0;
  for (int k = 0; k < k_columns; ++k) {
    columns[k] = verlet(equation, from, first_kick, h, k + 1);
    if (k < 2) continue;
    const auto& w = k_weights[k];
    Motion value{w[0] * columns[0].at, w[0] * columns[0].rate};
    for (int j = 1; j <= k; ++j) {
      value.at = value.at + w[j] * columns[j].at;
      value.rate = value.rate + w[j] * columns[j].rate;
    }
    const double change = (value.at - result.motion.at).point().norm();
    // The change is the error of the previous column (except for the first change, which starts
    // from no column). The error of this column is smaller by the same ratio again, or nearly so.
    constexpr double k_safe = 10;
    result.error = k > 3 ? change * std::min(1.0, k_safe * change / before) : change;
    before = change;
    result.motion = value;
    if (k > 2 && result.error <= enough) break;
  }
  return result;
}

void back_to_surface(const Vector3d& D, Motion& m) {
  Vector3d x = m.at.point(), t = m.rate.point();
  x /= std::sqrt(x.dot(D.cwiseProduct(x)));
  const Vector3d g = D.cwiseProduct(x);
  t -= g.dot(t) / g.squaredNorm() * g;
  t.normalize();
  m.at.xy = x.head<2>();
  m.at.zr[0] = x.z();
  m.rate.xy = t.head<2>();
  m.rate.zr[0] = t.z();
}

}  // namespace

EllipsoidGeodesicEnd shoot_ellipsoid_geodesic(const Ellipsoid& ellipsoid, const Vector3d& point,
                                              const Vector3d& tangent, double length) {
  CONDYLE_ASSERT(std::abs(tangent.squaredNorm() - 1) < 1e-6);
  const Vector3d& a = ellipsoid.semi_axes;
  const Vector3d D = a.cwiseProduct(a).cwiseInverse();
  const double J = tangent.dot(D.cwiseProduct(tangent)) * point.cwiseProduct(D).cwiseAbs2().sum();
  const double curvature = D[0] * D[1] * D[2];
  const Vector3d DD = D.cwiseAbs2(), JD = J * D;
  const Equation equation{{{DD[0], DD[1]}, {DD[2], 0}, {0, 0}},
                          {{-JD[0], -JD[1]}, {-JD[2], -curvature}, {-curvature, 0}}};
  Motion m{{{point[0], point[1]}, {point[2], 0}, {1, 0}},
           {{tangent[0], tangent[1]}, {tangent[2], 1}, {0, 0}}};

  // The normal turns by about sqrt(l / (smallest semi-axis)^2) per unit length.
  const double turning = std::sqrt(J * D.maxCoeff());
  const double size = a.maxCoeff(), enough = k_enough * size;
  EllipsoidGeodesicEnd end;
  double left = length, wanted = k_stride / (turning * std::sqrt(equation.strength(m.at)));
  for (int i = 0; i < k_most_steps && left != 0; ++i) {
    // Equal parts, so that no short rest remains.
    const double h = left / std::ceil(std::abs(left) / wanted);
    const Extrapolated next = extrapolated(equation, m, h, enough);
    const bool is_short_enough = next.error <= enough || wanted < 1e-6 * size;
    wanted = is_short_enough ? std::max(wanted, 1.2 * std::abs(h)) : 0.5 * std::abs(h);
    if (!is_short_enough) continue;
    m = next.motion;
    back_to_surface(D, m);
    end.error += next.error;
    left = std::abs(h) < std::abs(left) ? left - h : 0;
  }
  end.error += std::abs(left);
  end.point = m.at.point();
  end.tangent = m.rate.point();
  end.rotational = m.at.zr[1];
  end.rotational_rate = m.rate.zr[1];
  end.translational = m.at.t[0];
  end.translational_rate = m.rate.t[0];
  return end;
}

}  // namespace condyle::geometry
