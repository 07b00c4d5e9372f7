#include "core/src/geometry/smallest_sphere.h"

#include <array>
#include <cmath>
#include <list>

#include "core/src/base/checks.h"
#include "core/src/geometry/decompositions.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector3d;

/// Up to four points, with the sphere through them centred in their affine hull; negative radius if
/// there are no points.
struct Support {
  std::array<Vector3d, 4> points;
  int count = 0;

  BoundingSphere sphere() const {
    if (count == 0) return {Vector3d::Zero(), -1};
    UpToThreeColumns sides(3, count - 1);
    UpToThree squares(count - 1);
    for (int k = 1; k < count; ++k) {
      sides.col(k - 1) = points[k] - points[0];
      squares[k - 1] = 0.5 * sides.col(k - 1).squaredNorm();
    }
    if (count == 1) return {points[0], 0};
    const Vector3d arm = least_squares_of_transposed(sides, squares);
    return {points[0] + arm, arm.norm()};
  }
};

class Welzl {
 public:
  explicit Welzl(std::span<const Vector3d> points) : order_(points.begin(), points.end()) {
    Vector3d low = points[0], high = points[0];
    for (const Vector3d& p : points) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    rounding_ = 1e-13 * (high - low).norm();
  }

  BoundingSphere run() {
    recurse(order_.end());
    return sphere_;
  }

 private:
  using Place = std::list<Vector3d>::iterator;

  void recurse(Place end) {
    sphere_ = support_.sphere();
    if (support_.count == 4) return;
    for (Place p = order_.begin(); p != end;) {
      const Place next = std::next(p);
      if (sphere_.radius < 0 || (*p - sphere_.centre).norm() > sphere_.radius + rounding_) {
        support_.points[support_.count++] = *p;
        recurse(p);
        --support_.count;
        order_.splice(order_.begin(), order_, p);
      }
      p = next;
    }
  }

  std::list<Vector3d> order_;
  Support support_;
  BoundingSphere sphere_;
  double rounding_ = 0;
};

}  // namespace

BoundingSphere smallest_sphere(std::span<const Vector3d> points) {
  CONDYLE_ASSERT(!points.empty());
  BoundingSphere sphere = Welzl(points).run();
  for (const Vector3d& p : points)
    sphere.radius = std::max(sphere.radius, (p - sphere.centre).norm());
  return sphere;
}

}  // namespace condyle::geometry
