// Nearest points and lines followed from step to step.
#include <catch2/catch.hpp>

#include "condyle/geometry/curvature.h"
#include "condyle/geometry/separation.h"
#include "core/geometry/random_shapes.h"

namespace condyle::test::tracking_tests {

using namespace geometry;

namespace {

using Eigen::Vector3d;
using test::RandomShapes;

constexpr unsigned k_seed = 49;

}  // namespace

TEST_CASE("a tracked nearest point is the nearest, near the surface", "[geometry]") {
  RandomShapes random(k_seed);
  for (int round = 0; round < 100; ++round) {
    for (const Shape& shape : random.one_of_each()) {
      INFO(test::described(shape, k_seed));
      const double size = test::size_of(shape);
      const Vector3d on = random.point_on(shape);
      const Vector3d query = on + 1e-4 * size * random.direction();
      const TrackedPoint tracked = track_nearest(shape, query, on);
      CHECK(tracked.status == Convergence::converged);
      const SurfacePoint near = nearest(shape, query);
      CHECK(std::abs(tracked.at.distance) <= std::abs(near.distance) + 1e-4 * size);
      CHECK(std::abs(implicit(shape, tracked.at.point).value) <= 1e-12 * size);
      if (std::holds_alternative<Ellipsoid>(shape)) {
        CHECK((tracked.at.point + tracked.at.distance * tracked.at.normal - query).norm() <=
              1e-12 * size);
      }
    }
  }
}

TEST_CASE("a line's separation changes smoothly through touch", "[geometry]") {
  // A line over a ball, a lying cylinder and an ellipsoid's top, from above to below.
  const Vector3d along = Vector3d(1, 0.2, 0).normalized();
  for (const Shape& shape : {Shape(Sphere{0.1}), Shape(Ellipsoid{{0.2, 0.15, 0.1}}),
                             Shape(Torus{0.2, 0.1}), Shape(Capsule{0.1, 0.05})}) {
    INFO(name(shape));
    const bool is_torus = std::holds_alternative<Torus>(shape);
    const Vector3d over = is_torus ? Vector3d(0, 0.2, 0) : Vector3d(0, 0, 0);
    Vector3d guess = nearest(shape, over + Vector3d(0, 0, 0.3)).point;
    const double top = guess.z();
    double before = 0;
    for (int i = 0; i <= 20; ++i) {
      const double height = 0.02 - 0.002 * i;
      const Vector3d line = over + Vector3d(0, 0, top + height);
      const LineSeparation s = track_line_separation(shape, line, along, guess);
      REQUIRE(s.status == Convergence::converged);
      CHECK(std::abs(s.normal.dot(along)) <= 1e-12);
      CHECK((s.on_surface + s.height * s.normal - s.on_line).norm() <= 1e-14);
      CHECK((s.on_line - line).cross(along).norm() <= 1e-14);
      CHECK(std::abs(implicit(shape, s.on_surface).value) <= 1e-14);
      if (!is_torus) CHECK(s.height == Approx(height).margin(1e-13));  // straight over the top
      if (i > 0) CHECK(s.height < before);
      before = s.height;
      guess = s.on_surface;
    }
    CHECK(before < 0);
  }
}

TEST_CASE("a line's separation counts as converged only where its conditions hold", "[geometry]") {
  RandomShapes random(k_seed);
  int converged = 0;
  for (int round = 0; round < 200; ++round) {
    for (const Shape& shape : random.one_of_each()) {
      if (std::holds_alternative<MeshSolid>(shape)) continue;
      INFO(test::described(shape, k_seed));
      const double size = test::size_of(shape);
      const Vector3d line = 2 * size * random.direction(), along = random.direction();
      const LineSeparation s = track_line_separation(shape, line, along, random.point_on(shape));
      if (s.status != Convergence::converged) continue;
      ++converged;
      const double scale = size + s.on_surface.norm() + s.on_line.norm();
      CHECK(s.residual <= 1e-10 * scale);
      CHECK(std::abs(s.normal.dot(along)) <= 1e-7);  // a rim's normal is known no better
      CHECK((s.on_surface + s.height * s.normal - s.on_line).norm() <= 1e-7 * scale);
    }
  }
  CHECK(converged > 200);

  // A line that cuts a half space at its origin, where all lengths are 0, has no such point.
  CHECK(track_line_separation(HalfSpace{}, {0, 0, 0}, {1, 2, 1}, {0, 0, 0}).status ==
        Convergence::not_converged);
}

TEST_CASE("a hopeless guess ends without NaN", "[geometry]") {
  const Shape shape = Ellipsoid{{0.1, 0.2, 0.3}};
  const LineSeparation s =
      track_line_separation(shape, {0, 0, 0}, Vector3d::UnitX(), {0.1, 1e-9, 0});
  CHECK(s.on_surface.allFinite());
  CHECK(std::isfinite(s.height));
  const TrackedPoint t = track_nearest(shape, Vector3d::Zero(), Vector3d::Zero());
  CHECK(t.status == Convergence::converged);
  CHECK(t.at.distance == Approx(-0.1));
}

}  // namespace condyle::test::tracking_tests
