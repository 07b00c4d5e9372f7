// Rays against a height map: patch by patch along the ray.
#include <algorithm>
#include <array>
#include <cmath>

#include "condyle/geometry/height_map.h"
#include "condyle/geometry/line_crossings.h"
#include "condyle/geometry/polynomial_roots.h"

namespace condyle {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;
using Polynomial = std::array<double, 7>;

/// Where the ray passes lines of the grid within [low, high], both ends included, ascending.
std::vector<double> grid_passages(const HeightMap& map, const Vector3d& origin,
                                  const Vector3d& direction, double low, double high) {
  std::vector<double> passages{low, high};
  const auto add = [&](const Eigen::VectorXd& lines, int axis) {
    if (direction[axis] == 0) return;
    for (const double line : lines) {
      const double t = (line - origin[axis]) / direction[axis];
      if (t > low && t < high) passages.push_back(t);
    }
  };
  add(map.x(), 0);
  add(map.y(), 1);
  std::sort(passages.begin(), passages.end());
  return passages;
}

int patch_at(const Eigen::VectorXd& lines, double x) {
  const auto above = std::upper_bound(lines.begin(), lines.end(), x) - lines.begin();
  return static_cast<int>(std::clamp<std::ptrdiff_t>(above - 1, 0, lines.size() - 2));
}

/// Multiplies a polynomial of degree up to 5 by a + b x and adds c.
void multiply_add(Polynomial& p, double a, double b, double c) {
  for (int k = 6; k > 0; --k) p[k] = p[k] * a + p[k - 1] * b;
  p[0] = p[0] * a + c;
}

/// The height of the ray above patch (i, j) as a polynomial of the fraction of the way from t0 to
/// t1, by Horner's rule in both variables.
Polynomial height_along(const HeightMap& map, int i, int j, const Vector3d& origin,
                        const Vector3d& direction, double t0, double t1) {
  const Vector3d from = origin + t0 * direction, step = (t1 - t0) * direction;
  const double hx = map.x()[i + 1] - map.x()[i], hy = map.y()[j + 1] - map.y()[j];
  const double s0 = (from.x() - map.x()[i]) / hx, s1 = step.x() / hx;
  const double r0 = (from.y() - map.y()[j]) / hy, r1 = step.y() / hy;
  const Matrix4d c = map.patch_polynomial(i, j);
  Polynomial height{};
  for (int m = 3; m >= 0; --m) {
    Polynomial row{};
    for (int n = 3; n >= 0; --n) multiply_add(row, r0, r1, c(m, n));
    multiply_add(height, s0, s1, 0);
    for (int k = 0; k < 7; ++k) height[k] += row[k];
  }
  for (double& coefficient : height) coefficient = -coefficient;
  height[0] += from.z();
  height[1] += step.z();
  return height;
}

int sign(double x) { return (x > 0) - (x < 0); }

}  // namespace

std::vector<RayCrossing> ray_crossings(const HeightMap& map, const Vector3d& origin,
                                       const Vector3d& direction) {
  const Eigen::VectorXd &x = map.x(), &y = map.y();
  const LineInterval over =
      intersection(inside_slab(origin.x(), direction.x(), x[0], x[x.size() - 1]),
                   inside_slab(origin.y(), direction.y(), y[0], y[y.size() - 1]));
  const Eigen::AlignedBox3d box = bounding_box(map);
  const double margin = 1e-6 * box.diagonal().norm();
  const LineInterval near = intersection(
      over, inside_slab(origin.z(), direction.z(), box.min().z() - margin, box.max().z() + margin));
  const double low = std::max(near.lowest, 0.0), high = near.highest;
  std::vector<RayCrossing> crossings;
  if (!(low <= high) || !std::isfinite(high)) {
    // Straight up or down above or below all of the map, or beside it; or along z with no end,
    // which the slab in z cuts. Nothing is met.
    return crossings;
  }
  const auto add = [&](double t) {
    const Vector3d point = origin + t * direction;
    const Vector3d normal = implicit(map, point).gradient.normalized();
    crossings.push_back({t, point, normal, normal.dot(direction) > 0});
  };

  const std::vector<double> passages = grid_passages(map, origin, direction, low, high);
  int side = 0;  // above (1) or below (-1) the surface, by the crossings so far
  for (std::size_t k = 0; k + 1 < passages.size(); ++k) {
    const double t0 = passages[k], t1 = passages[k + 1];
    const Vector3d middle = origin + 0.5 * (t0 + t1) * direction;
    const Polynomial height = height_along(map, patch_at(x, middle.x()), patch_at(y, middle.y()),
                                           origin, direction, t0, t1);
    const int side_here = sign(height[0]);
    if (side * side_here < 0) add(t0);  // between two patches, which differ by rounding there
    if (side_here != 0) side = side_here;
    const PolynomialRoots roots = roots_between(height, 0, 1);
    for (int i = 0; i < roots.count; ++i) {
      const bool is_last = k + 2 == passages.size();
      if (roots.at[i] == 1 && !is_last) continue;  // the next patch sees it
      add(t0 + roots.at[i] * (t1 - t0));
      side = -side;
    }
  }
  return crossings;
}

}  // namespace condyle
