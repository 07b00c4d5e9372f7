#include "core/src/geometry/height_patch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/src/geometry/grid_lines.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double k_infinity = std::numeric_limits<double>::infinity();
constexpr double k_on_line = 1e-9;  ///< distance from a line that counts as none, in patches

/// Index of the patch, along one axis, that a curve enters at x with a rate v and a bend a.
int patch_ahead(const VectorXd& lines, double x, double v, double a) {
  const int here = patch_of(lines, x), last = static_cast<int>(lines.size()) - 2;
  const double near = k_on_line * (lines[here + 1] - lines[here]);
  // A curve that bends back before it has gone further than `near` does not enter.
  const bool rises = v * std::abs(v) + 2 * a * near >= 0;
  if (!rises && x - lines[here] <= near) return std::max(here - 1, 0);
  if (rises && lines[here + 1] - x <= near) return std::min(here + 1, last);
  return here;
}

/// The least length h > 0 at which v h + a h^2 / 2 = d, or infinity; d has the sign in which the
/// line lies.
double length_to(double d, double v, double a) {
  const double square = v * v + 2 * a * d;
  if (square < 0) return k_infinity;
  const double root = std::sqrt(square), h = 2 * d / (v + std::copysign(root, d));
  return h > 0 ? h : k_infinity;
}

}  // namespace

HeightPatch::HeightPatch(const HeightMap& map, int i, int j)
    : polynomial_(&map.patch_polynomial(i, j)) {
  const std::array<const VectorXd*, 2> lines{&map.x(), &map.y()};
  const std::array<int, 2> index{i, j};
  for (int axis = 0; axis < 2; ++axis) {
    const VectorXd& l = *lines[axis];
    const int k = index[axis];
    low_[axis] = l[k];
    size_[axis] = l[k + 1] - l[k];
    first_[axis] = k > 0 ? l[k] : -k_infinity;
    last_[axis] = k + 2 < l.size() ? l[k + 1] : k_infinity;
  }
}

HeightPatch HeightPatch::ahead(const HeightMap& map, const Vector3d& point, const Vector3d& tangent,
                               const Vector3d& bend) {
  return {map, patch_ahead(map.x(), point.x(), tangent.x(), bend.x()),
          patch_ahead(map.y(), point.y(), tangent.y(), bend.y())};
}

Height HeightPatch::at(double x, double y) const {
  const double s = (x - low_[0]) / size_[0], t = (y - low_[1]) / size_[1];
  const Eigen::Matrix4d& c = *polynomial_;
  // Polynomials in s: value, and derivatives by t.
  const Eigen::Vector4d v = c.col(0) + t * (c.col(1) + t * (c.col(2) + t * c.col(3)));
  const Eigen::Vector4d d = c.col(1) + t * (2 * c.col(2) + 3 * t * c.col(3));
  const Eigen::Vector4d dd = 2 * c.col(2) + 6 * t * c.col(3);
  const auto value = [s](const Eigen::Vector4d& p) {
    return p[0] + s * (p[1] + s * (p[2] + s * p[3]));
  };
  const auto slope = [s](const Eigen::Vector4d& p) { return p[1] + s * (2 * p[2] + 3 * s * p[3]); };
  const double per_x = 1 / size_[0], per_y = 1 / size_[1];
  return {value(v),
          slope(v) * per_x,
          value(d) * per_y,
          (2 * v[2] + 6 * s * v[3]) * per_x * per_x,
          slope(d) * per_x * per_y,
          value(dd) * per_y * per_y};
}

std::optional<HeightPatch::Line> HeightPatch::line_before(const Vector3d& point) const {
  for (int axis = 0; axis < 2; ++axis) {
    const double near = k_on_line * size_[axis];
    if (point[axis] < first_[axis] - near) return Line{axis, first_[axis]};
    if (point[axis] > last_[axis] + near) return Line{axis, last_[axis]};
  }
  return {};
}

double HeightPatch::length_to_line(const Vector3d& point, const Vector3d& tangent,
                                   const Vector3d& bend) const {
  double least = k_infinity;
  for (int axis = 0; axis < 2; ++axis) {
    const double near = k_on_line * size_[axis];
    for (const double line : {first_[axis], last_[axis]}) {
      const double d = line - point[axis];
      const bool is_ahead = std::isfinite(line) && std::abs(d) > near;
      if (is_ahead) least = std::min(least, length_to(d, tangent[axis], bend[axis]));
    }
  }
  return least;
}

}  // namespace condyle::geometry
