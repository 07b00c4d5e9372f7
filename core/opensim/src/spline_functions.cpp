#include "core/opensim/src/spline_functions.h"

#include <Eigen/Core>
#include <Eigen/LU>

namespace condyle::opensim {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

VectorXd steps_of(std::span<const double> x) {
  const Index n = std::ssize(x);
  const Eigen::Map<const VectorXd> points(x.data(), n);
  return points.tail(n - 1) - points.head(n - 1);
}

/// A symmetric tridiagonal system. It is solved by elimination without pivoting, which spline
/// systems do not need.
struct Tridiagonal {
  VectorXd diagonal, beside, right;

  VectorXd solved() && {
    const Index n = diagonal.size();
    for (Index i = 1; i < n; ++i) {
      const double factor = beside[i - 1] / diagonal[i - 1];
      diagonal[i] -= factor * beside[i - 1];
      right[i] -= factor * right[i - 1];
    }
    right[n - 1] /= diagonal[n - 1];
    for (Index i = n - 2; i >= 0; --i)
      right[i] = (right[i] - beside[i] * right[i + 1]) / diagonal[i];
    return std::move(right);
  }
};

/// The cubic spline with s_i = y''_i / 6 at its points, continued along the end tangents.
CoordinateFunction cubic_from_curvature(std::span<const double> x, std::span<const double> y,
                                        const VectorXd& s) {
  const Index n = std::ssize(x);
  const VectorXd h = steps_of(x);
  std::vector<Polynomial> pieces(x.size() + 1);
  for (Index i = 0; i < n - 1; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double chord = (y[k + 1] - y[k]) / h[i];
    pieces[k + 1] = {
        x[k], {y[k], chord - h[i] * (s[i + 1] + 2 * s[i]), 3 * s[i], (s[i + 1] - s[i]) / h[i]}};
  }
  const Polynomial& first = pieces[1];
  const Polynomial& last = pieces[x.size() - 1];
  pieces.front() = {x.front(), {y.front(), first.slope(x.front())}};
  pieces.back() = {x.back(), {y.back(), last.slope(x.back())}};
  return CoordinateFunction::piecewise({x.begin(), x.end()}, std::move(pieces));
}

/// The equations for a continuous slope at the inner points; the caller adds those of the ends.
Tridiagonal inner_equations(std::span<const double> x, std::span<const double> y) {
  const Index n = std::ssize(x);
  const VectorXd h = steps_of(x);
  Tridiagonal system{VectorXd::Ones(n), VectorXd::Zero(n - 1), VectorXd::Zero(n)};
  system.beside = h;
  for (Index i = 1; i < n - 1; ++i) {
    const auto k = static_cast<std::size_t>(i);
    system.diagonal[i] = 2 * (h[i - 1] + h[i]);
    system.right[i] = (y[k + 1] - y[k]) / h[i] - (y[k] - y[k - 1]) / h[i - 1];
  }
  return system;
}

/// The leading coefficient of the cubic through four points.
double cubic_coefficient(std::span<const double, 4> x, std::span<const double, 4> y) {
  double table[4] = {y[0], y[1], y[2], y[3]};
  for (std::size_t order = 1; order < 4; ++order) {
    for (std::size_t i = 3; i >= order; --i) {
      table[i] = (table[i] - table[i - 1]) / (x[i] - x[i - order]);
    }
  }
  return table[3];
}

}  // namespace

CoordinateFunction piecewise_linear(std::span<const double> x, std::span<const double> y) {
  std::vector<Polynomial> pieces(x.size() + 1);
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    pieces[i + 1] = {x[i], {y[i], (y[i + 1] - y[i]) / (x[i + 1] - x[i])}};
  }
  pieces.front() = pieces[1];
  pieces.back() = pieces[x.size() - 1];
  return CoordinateFunction::piecewise({x.begin(), x.end()}, std::move(pieces));
}

CoordinateFunction simm_spline(std::span<const double> x, std::span<const double> y) {
  if (x.size() == 2) return piecewise_linear(x, y);
  const Index n = std::ssize(x);
  const VectorXd h = steps_of(x);
  Tridiagonal system = inner_equations(x, y);
  // The change of s over the first and the last interval equals the step times s' = y''' / 6 there.
  // The equation is multiplied by the step, with this sign, to keep the system symmetric.
  double first = 0, last = 0;
  if (x.size() > 3) {
    first = cubic_coefficient(x.first<4>(), y.first<4>());
    last = cubic_coefficient(x.last<4>(), y.last<4>());
  }
  system.diagonal[0] = -h[0];
  system.right[0] = first * h[0] * h[0];
  system.diagonal[n - 1] = -h[n - 2];
  system.right[n - 1] = -last * h[n - 2] * h[n - 2];
  return cubic_from_curvature(x, y, std::move(system).solved());
}

CoordinateFunction natural_cubic_spline(std::span<const double> x, std::span<const double> y) {
  if (x.size() == 2) return piecewise_linear(x, y);
  const Index n = std::ssize(x);
  Tridiagonal system = inner_equations(x, y);
  system.beside[0] = system.beside[n - 2] = 0;  // s is zero at the ends
  return cubic_from_curvature(x, y, std::move(system).solved());
}

namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

/// Third and fourth derivatives of a quintic on [0, h], at 0 or at h, as functions of its values,
/// slopes and curvatures at both ends (Hermite data).
struct QuinticEnd {
  Matrix2d here, there;  ///< factors of (slope, curvature) at this end and at the other
  Vector2d rise;         ///< factor of the other value minus the value here
};

QuinticEnd quintic_start(double h) {
  const double h2 = h * h, h3 = h2 * h, h4 = h2 * h2;
  QuinticEnd end;
  end.rise = {60 / h3, -360 / h4};
  end.here << -36 / h2, -9 / h, 192 / h3, 36 / h2;
  end.there << -24 / h2, 3 / h, 168 / h3, -24 / h2;
  return end;
}

/// The mirror image of quintic_start: odd derivatives, and hence slopes, change their sign.
QuinticEnd quintic_stop(double h) {
  QuinticEnd end = quintic_start(h);
  const Vector2d derivative(-1, 1), data(-1, 1);
  end.rise = -derivative.cwiseProduct(end.rise).eval();
  end.here = (derivative.asDiagonal() * end.here * data.asDiagonal()).eval();
  end.there = (derivative.asDiagonal() * end.there * data.asDiagonal()).eval();
  return end;
}

Polynomial quintic_piece(double x, double h, double y0, double y1, const Vector2d& d0,
                         const Vector2d& d1) {
  const double rise = y1 - y0 - h * d0[0] - h * h / 2 * d0[1];
  const double slope = h * (d1[0] - d0[0]) - h * h * d0[1];
  const double curvature = h * h * (d1[1] - d0[1]);
  const double h3 = h * h * h;
  return {x,
          {y0, d0[0], d0[1] / 2, (10 * rise - 4 * slope + curvature / 2) / h3,
           (-15 * rise + 7 * slope - curvature) / (h3 * h),
           (6 * rise - 3 * slope + curvature / 2) / (h3 * h * h)}};
}

/// Slope and curvature at each point, from the continuity of the third and fourth derivatives at
/// inner points and their absence at the ends: a block tridiagonal system.
std::vector<Vector2d> quintic_data(std::span<const double> x, std::span<const double> y) {
  const std::size_t n = x.size();
  std::vector<Matrix2d> diagonal(n, Matrix2d::Zero()), upper(n, Matrix2d::Zero()),
      lower(n, Matrix2d::Zero());
  std::vector<Vector2d> right(n, Vector2d::Zero());
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double h = x[i + 1] - x[i], rise = y[i + 1] - y[i];
    const QuinticEnd start = quintic_start(h), stop = quintic_stop(h);
    diagonal[i] += start.here;
    upper[i] = start.there;
    right[i] -= start.rise * rise;
    diagonal[i + 1] -= stop.here;
    lower[i + 1] = -stop.there;
    right[i + 1] += stop.rise * rise;
  }
  for (std::size_t i = 1; i < n; ++i) {
    const Matrix2d factor = lower[i] * diagonal[i - 1].inverse();
    diagonal[i] -= factor * upper[i - 1];
    right[i] -= factor * right[i - 1];
  }
  for (std::size_t i = n; i-- > 0;) {
    if (i + 1 < n) right[i] -= upper[i] * right[i + 1];
    right[i] = (diagonal[i].inverse() * right[i]).eval();
  }
  return right;
}

}  // namespace

CoordinateFunction natural_quintic_spline(std::span<const double> x, std::span<const double> y) {
  const std::vector<Vector2d> data = quintic_data(x, y);
  std::vector<Polynomial> pieces(x.size() + 1);
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    pieces[i + 1] = quintic_piece(x[i], x[i + 1] - x[i], y[i], y[i + 1], data[i], data[i + 1]);
  }
  pieces.front() = {x.front(), {y.front(), data.front()[0], data.front()[1] / 2}};
  pieces.back() = {x.back(), {y.back(), data.back()[0], data.back()[1] / 2}};
  return CoordinateFunction::piecewise({x.begin(), x.end()}, std::move(pieces));
}

}  // namespace condyle::opensim
