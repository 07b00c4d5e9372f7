#include "condyle/geometry/height_map.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "condyle/error.h"
#include "core/src/base/natural_spline.h"
#include "core/src/geometry/grid_lines.h"

namespace condyle::geometry {
namespace {

using Eigen::AlignedBox2d;
using Eigen::AlignedBox3d;
using Eigen::Matrix4d;
using Eigen::MatrixXd;
using Eigen::RowVector4d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

void require_lines(const char* axis, const VectorXd& lines, int least) {
  if (lines.size() < least) {
    throw InputError(fmt::format("height map: {} grid lines along {}; give {} or more",
                                 lines.size(), axis, least));
  }
  for (Eigen::Index k = 0; k < lines.size(); ++k) {
    if (std::isfinite(lines[k]) && (k == 0 || lines[k] > lines[k - 1])) continue;
    throw InputError(
        fmt::format("height map: grid line {} along {} is {} m; give finite, ascending "
                    "places",
                    k, axis, lines[k]));
  }
}

void require_samples(const char* name, const MatrixXd& samples, const VectorXd& x,
                     const VectorXd& y) {
  if (samples.rows() != x.size() || samples.cols() != y.size()) {
    throw InputError(
        fmt::format("height map: {} has {} x {} values for {} x {} grid lines; give one "
                    "for each crossing, rows along x",
                    name, samples.rows(), samples.cols(), x.size(), y.size()));
  }
  if (!samples.allFinite()) {
    throw InputError(fmt::format("height map: {} holds a value that is not finite", name));
  }
}

/// The weights of (value low, value high, slope low, slope high) in a cubic Hermite interpolant
/// over a length h at the fraction s; hermite_slope and hermite_bend: in its first and second
/// derivative.
RowVector4d hermite(double s, double h) {
  const double r = 1 - s;
  return {r * r * (1 + 2 * s), s * s * (3 - 2 * s), h * s * r * r, -h * s * s * r};
}
RowVector4d hermite_slope(double s, double h) {
  return {-6 * s * (1 - s) / h, 6 * s * (1 - s) / h, (1 - s) * (1 - 3 * s), s * (3 * s - 2)};
}
RowVector4d hermite_bend(double s, double h) {
  return {(12 * s - 6) / (h * h), (6 - 12 * s) / (h * h), (6 * s - 4) / h, (6 * s - 2) / h};
}

/// The Hermite data of a patch. Rows: value at low and high x, slope along x at low and high x;
/// columns: value at low and high y, slope along y at low and high y.
Matrix4d hermite_data(const HeightSamples& d, int i, int j) {
  Matrix4d data;
  data << d.z.block<2, 2>(i, j), d.zy.block<2, 2>(i, j), d.zx.block<2, 2>(i, j),
      d.zxy.block<2, 2>(i, j);
  return data;
}

/// A box around the slopes of a patch of size hx by hy: each derivative lies between its Bezier
/// ordinates, which are scaled differences of the patch's ordinates.
Eigen::AlignedBox2d slopes_of(const Matrix4d& polynomial, double hx, double hy) {
  constexpr double k_rounding = 1e-12;
  Matrix4d to_bezier;
  to_bezier << 1, 0, 0, 0, 1, 1. / 3, 0, 0, 1, 2. / 3, 1. / 3, 0, 1, 1, 1, 1;
  const Matrix4d b = to_bezier * polynomial * to_bezier.transpose();
  const auto zx = (b.bottomRows<3>() - b.topRows<3>()) * (3 / hx);
  const auto zy = (b.rightCols<3>() - b.leftCols<3>()) * (3 / hy);
  const double wider = k_rounding * b.cwiseAbs().maxCoeff() / std::min(hx, hy);
  return {Vector2d(zx.minCoeff() - wider, zy.minCoeff() - wider),
          Vector2d(zx.maxCoeff() + wider, zy.maxCoeff() + wider)};
}

}  // namespace

VectorXd regular_grid_lines(double start, double spacing, int count) {
  VectorXd lines(count);
  for (int k = 0; k < count; ++k) lines[k] = start + k * spacing;
  return lines;
}

HeightMap HeightMap::through(const VectorXd& x, const VectorXd& y, const MatrixXd& z,
                             double smoothness) {
  require_lines("x", x, 4);
  require_lines("y", y, 4);
  require_samples("z", z, x, y);
  if (!(smoothness >= 0 && std::isfinite(smoothness))) {
    throw InputError(fmt::format(
        "height map: smoothness is {}; give 0 or a finite, positive number", smoothness));
  }
  HeightSamples samples{.z = z, .zx = {}, .zy = {}, .zxy = {}};
  if (smoothness > 0) {
    samples.z = 0.5 * (fit_natural_spline(x, z, smoothness).values +
                       fit_natural_spline(y, z.transpose(), smoothness).values.transpose());
  }
  samples.zx = fit_natural_spline(x, samples.z, 0).slopes;
  samples.zy = fit_natural_spline(y, samples.z.transpose(), 0).slopes.transpose();
  samples.zxy = fit_natural_spline(y, samples.zx.transpose(), 0).slopes.transpose();
  return {x, y, std::move(samples)};
}

HeightMap HeightMap::with_derivatives(const VectorXd& x, const VectorXd& y,
                                      const HeightSamples& samples) {
  require_lines("x", x, 2);
  require_lines("y", y, 2);
  require_samples("z", samples.z, x, y);
  require_samples("dz/dx", samples.zx, x, y);
  require_samples("dz/dy", samples.zy, x, y);
  require_samples("d2z/dxdy", samples.zxy, x, y);
  return {x, y, samples};
}

HeightMap::HeightMap(const VectorXd& x, const VectorXd& y, HeightSamples samples)
    : x_(x), y_(y), samples_(std::move(samples)) {
  const auto patches = static_cast<std::size_t>((x_.size() - 1) * (y_.size() - 1));
  heights_.reserve(patches);
  polynomials_.reserve(patches);
  slopes_.reserve(patches);
  for (int i = 0; i + 1 < x_.size(); ++i) {
    for (int j = 0; j + 1 < y_.size(); ++j) {
      const AlignedBox3d box = bounds({Vector2d(x_[i], y_[j]), Vector2d(x_[i + 1], y_[j + 1])});
      box_.extend(box);
      heights_.push_back({box.min().z(), box.max().z()});
      polynomials_.push_back(make_polynomial(i, j));
      slopes_.push_back(slopes_of(polynomials_.back(), x_[i + 1] - x_[i], y_[j + 1] - y_[j]));
    }
  }
}

bool HeightMap::covers(double x, double y) const {
  return x >= x_[0] && x <= x_[x_.size() - 1] && y >= y_[0] && y <= y_[y_.size() - 1];
}

Height HeightMap::at(double x, double y) const {
  const int i = patch_of(x_, x), j = patch_of(y_, y);
  const double hx = x_[i + 1] - x_[i], hy = y_[j + 1] - y_[j];
  const double s = (x - x_[i]) / hx, t = (y - y_[j]) / hy;
  // Interpolate along x first, once per order of differentiation.
  const Matrix4d data = hermite_data(samples_, i, j);
  const RowVector4d along = hermite(s, hx) * data, slope = hermite_slope(s, hx) * data;
  const RowVector4d bend = hermite_bend(s, hx) * data;
  const RowVector4d v = hermite(t, hy), d = hermite_slope(t, hy), dd = hermite_bend(t, hy);
  return {along.dot(v), slope.dot(v), along.dot(d), bend.dot(v), slope.dot(d), along.dot(dd)};
}

// The corner heights, slopes and twists of a bicubic over any rectangle determine its Bezier
// ordinates there.
AlignedBox3d HeightMap::bounds(const AlignedBox2d& part) const {
  const Vector2d third = part.sizes() / 3, middle = part.center();
  const int i = patch_of(x_, middle.x()), j = patch_of(y_, middle.y());
  const double hx = x_[i + 1] - x_[i], hy = y_[j + 1] - y_[j];
  const Matrix4d data = hermite_data(samples_, i, j);
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (int corner = 0; corner < 4; ++corner) {
    const bool right = corner & 1, up = corner & 2;
    const double s = ((right ? part.max() : part.min()).x() - x_[i]) / hx;
    const double t = ((up ? part.max() : part.min()).y() - y_[j]) / hy;
    const double dx = right ? -third.x() : third.x(), dy = up ? -third.y() : third.y();
    const RowVector4d along = hermite(s, hx) * data, slope = hermite_slope(s, hx) * data;
    const RowVector4d v = hermite(t, hy), d = hermite_slope(t, hy);
    const double z = along.dot(v), zx = dx * slope.dot(v), zy = dy * along.dot(d);
    const double zxy = dx * dy * slope.dot(d);
    for (const double ordinate : {z, z + zx, z + zy, z + zx + zy + zxy}) {
      low = std::min(low, ordinate);
      high = std::max(high, ordinate);
    }
  }
  return {Vector3d(part.min().x(), part.min().y(), low),
          Vector3d(part.max().x(), part.max().y(), high)};
}

Matrix4d HeightMap::make_polynomial(int i, int j) const {
  const double hx = x_[i + 1] - x_[i], hy = y_[j + 1] - y_[j];
  // Rows: coefficients of 1, s, s^2, s^3; columns as in hermite().
  Matrix4d basis;
  basis << 1, 0, 0, 0, 0, 0, 1, 0, -3, 3, -2, -1, 2, -2, 1, 1;
  Matrix4d data = hermite_data(samples_, i, j);
  data.bottomRows<2>() *= hx;
  data.rightCols<2>() *= hy;
  return basis * data * basis.transpose();
}

SurfaceJet implicit(const HeightMap& map, const Vector3d& point) {
  const Height h = map.at(point.x(), point.y());
  SurfaceJet jet{.value = point.z() - h.z, .gradient = {-h.zx, -h.zy, 1}};
  jet.hessian.topLeftCorner<2, 2>() << -h.zxx, -h.zxy, -h.zxy, -h.zyy;
  return jet;
}

ParametricJet parametric(const HeightMap& map, const Vector2d& uv) {
  const Height h = map.at(uv[0], uv[1]);
  return {{uv[0], uv[1], h.z}, {1, 0, h.zx},  {0, 1, h.zy},
          {0, 0, h.zxx},       {0, 0, h.zxy}, {0, 0, h.zyy}};
}

Vector2d parameters(const HeightMap&, const Vector3d& point) { return point.head<2>(); }

AlignedBox3d bounding_box(const HeightMap& map) { return map.box(); }

}  // namespace condyle::geometry
