// Rays against a height map, patch by patch along the ray.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "condyle/geometry/height_map.h"
#include "core/src/geometry/grid_lines.h"
#include "core/src/geometry/height_map_search.h"
#include "core/src/geometry/line_crossings.h"
#include "core/src/geometry/polynomial_roots.h"

namespace condyle::geometry {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;
using Polynomial = std::array<double, 7>;

/// The parameters at which a ray passes the grid lines of one axis, beyond `low`, ascending.
class LinePassages {
 public:
  LinePassages(const Eigen::VectorXd& lines, double origin, double direction, double low)
      : lines_(&lines), origin_(origin), direction_(direction) {
    if (direction == 0) return;
    count_ = static_cast<int>(lines.size());
    int last = count_;  // the first line beyond `low` is in [next_, last]
    while (next_ < last) {
      const int middle = (next_ + last) / 2;
      if (at(middle) > low) {
        last = middle;
      } else {
        next_ = middle + 1;
      }
    }
  }

  double next() const {
    return next_ < count_ ? at(next_) : std::numeric_limits<double>::infinity();
  }
  void pass(double t) {
    while (next() <= t) ++next_;
  }

 private:
  double at(int i) const {
    return ((*lines_)[direction_ > 0 ? i : count_ - 1 - i] - origin_) / direction_;
  }

  const Eigen::VectorXd* lines_;
  double origin_, direction_;
  int next_ = 0, count_ = 0;
};

/// Multiplies a polynomial of degree up to 5 by a + b x and adds c.
void multiply_add(Polynomial& p, double a, double b, double c) {
  for (int k = 6; k > 0; --k) p[k] = p[k] * a + p[k - 1] * b;
  p[0] = p[0] * a + c;
}

/// The height of the ray above patch (i, j), as a polynomial of the fraction of the way from t0 to
/// t1; by Horner's rule in both variables.
Polynomial height_along(const HeightMap& map, int i, int j, const Vector3d& origin,
                        const Vector3d& direction, double t0, double t1) {
  const Vector3d from = origin + t0 * direction, step = (t1 - t0) * direction;
  const double hx = map.x()[i + 1] - map.x()[i], hy = map.y()[j + 1] - map.y()[j];
  const double s0 = (from.x() - map.x()[i]) / hx, s1 = step.x() / hx;
  const double r0 = (from.y() - map.y()[j]) / hy, r1 = step.y() / hy;
  const Matrix4d& c = map.patch_polynomial(i, j);
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

/// Between 0 and 1 a polynomial lies between its Bernstein coefficients: if all have one sign, by
/// more than rounding, it has no root.
bool keeps_its_sign(const Polynomial& p) {
  constexpr double k_rounding = 1e-12;
  constexpr double k_share[7][7] = {{1},
                                    {1, 1. / 6},
                                    {1, 2. / 6, 1. / 15},
                                    {1, 3. / 6, 3. / 15, 1. / 20},
                                    {1, 4. / 6, 6. / 15, 4. / 20, 1. / 15},
                                    {1, 5. / 6, 10. / 15, 10. / 20, 5. / 15, 1. / 6},
                                    {1, 1, 1, 1, 1, 1, 1}};
  double lowest = p[0], highest = p[0], size = 0;
  for (const double coefficient : p) size += std::abs(coefficient);
  for (const auto& shares : k_share) {
    double value = 0;
    for (int k = 0; k < 7; ++k) value += shares[k] * p[k];
    lowest = std::min(lowest, value);
    highest = std::max(highest, value);
  }
  return lowest > k_rounding * size || highest < -k_rounding * size;
}

int sign(double x) { return (x > 0) - (x < 0); }

/// The part of the line within the map's box, with a margin.
LineInterval near_surface(const HeightMap& map, const Vector3d& origin, const Vector3d& direction) {
  const Eigen::VectorXd &x = map.x(), &y = map.y();
  const LineInterval over =
      intersection(inside_slab(origin.x(), direction.x(), x[0], x[x.size() - 1]),
                   inside_slab(origin.y(), direction.y(), y[0], y[y.size() - 1]));
  const Eigen::AlignedBox3d& box = map.box();
  const double margin = 1e-6 * box.diagonal().norm();
  return intersection(
      over, inside_slab(origin.z(), direction.z(), box.min().z() - margin, box.max().z() + margin));
}

/// Calls `meets(t)` for each crossing in [lowest, highest], ascending, until it returns true.
template <class Meets>
void along_ray(const HeightMap& map, const Vector3d& origin, const Vector3d& direction,
               const LineInterval& wanted, const Meets& meets) {
  const LineInterval part = intersection(near_surface(map, origin, direction), wanted);
  // Empty: the ray misses the box, so it meets nothing.
  if (!(part.lowest <= part.highest) || !std::isfinite(part.highest)) return;
  const Eigen::VectorXd &x = map.x(), &y = map.y();
  LinePassages passes_x(x, origin.x(), direction.x(), part.lowest);
  LinePassages passes_y(y, origin.y(), direction.y(), part.lowest);
  int side = 0;  // side of the surface after the crossings so far: above (1) or below (-1)
  double t0 = part.lowest;
  for (bool is_last = false; !is_last;) {
    const double t1 = std::min({passes_x.next(), passes_y.next(), part.highest});
    is_last = t1 == part.highest;
    passes_x.pass(t1);
    passes_y.pass(t1);
    const Vector3d middle = origin + 0.5 * (t0 + t1) * direction;
    const Polynomial height = height_along(map, patch_of(x, middle.x()), patch_of(y, middle.y()),
                                           origin, direction, t0, t1);
    const int side_here = sign(height[0]);
    // The ray crosses between two patches, which differ by rounding there.
    if (side * side_here < 0 && meets(t0)) return;
    if (side_here != 0) side = side_here;
    const PolynomialRoots roots =
        keeps_its_sign(height) ? PolynomialRoots{} : roots_between(height, 0, 1);
    for (int i = 0; i < roots.count; ++i) {
      if (roots.at[i] == 1 && !is_last) continue;  // the next patch finds this root
      if (meets(t0 + roots.at[i] * (t1 - t0))) return;
      side = -side;
    }
    t0 = t1;
  }
}

RayCrossing crossing_at(const HeightMap& map, const Vector3d& origin, const Vector3d& direction,
                        double t) {
  const Vector3d point = origin + t * direction;
  const Vector3d normal = implicit(map, point).gradient.normalized();
  return {t, point, normal, normal.dot(direction) > 0};
}

}  // namespace

std::vector<RayCrossing> ray_crossings(const HeightMap& map, const Vector3d& origin,
                                       const Vector3d& direction) {
  std::vector<RayCrossing> crossings;
  const LineInterval ahead{.lowest = 0};
  along_ray(map, origin, direction, ahead, [&](double t) {
    crossings.push_back(crossing_at(map, origin, direction, t));
    return false;
  });
  return crossings;
}

std::optional<RayCrossing> first_crossing_within(const HeightMap& map, const Vector3d& origin,
                                                 const Vector3d& direction, double lowest,
                                                 double highest) {
  std::optional<RayCrossing> first;
  along_ray(map, origin, direction, {lowest, highest}, [&](double t) {
    first = crossing_at(map, origin, direction, t);
    return true;
  });
  return first;
}

}  // namespace condyle::geometry
