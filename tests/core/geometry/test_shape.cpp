// Properties of every shape, on random shapes.
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/error.h"
#include "condyle/geometry/curvature.h"
#include "condyle/geometry/shape.h"
#include "core/geometry/random_shapes.h"
#include "core/src/geometry/cone.h"
#include "support/rounds.h"

namespace condyle::test::shape_tests {

using namespace geometry;

namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using test::RandomShapes;

constexpr unsigned k_seed = 41;

/// Calls check(shape) for rounds(count) shapes of every kind.
template <class Check>
void for_each_shape(RandomShapes& random, int count, Check&& check) {
  for (int round = 0; round < rounds(count); ++round) {
    for (const Shape& shape : random.one_of_each()) {
      INFO(test::described(shape, k_seed));
      check(shape);
    }
  }
}

/// The largest relative error of gradient and Hessian, compared with central differences of step h;
/// valid away from kinks.
double derivative_error(const Shape& shape, const Vector3d& point, double h) {
  const SurfaceJet jet = implicit(shape, point);
  double error = 0;
  for (int k = 0; k < 3; ++k) {
    const Vector3d step = h * Vector3d::Unit(k);
    const SurfaceJet ahead = implicit(shape, point + step), back = implicit(shape, point - step);
    error = std::max(error, std::abs((ahead.value - back.value) / (2 * h) - jet.gradient[k]));
    const Vector3d column = (ahead.gradient - back.gradient) / (2 * h);
    error = std::max(error, (column - jet.hessian.col(k)).norm() * h / 1e-4);
  }
  return error / jet.gradient.norm();
}

}  // namespace

TEST_CASE("gradient and Hessian are the derivatives of the implicit function", "[geometry]") {
  RandomShapes random(k_seed);
  for_each_shape(random, 40, [&](const Shape& shape) {
    if (std::holds_alternative<MeshSolid>(shape)) return;  // no Hessian, and edges everywhere
    const double h = 1e-4 * test::size_of(shape);
    int kinks = 0;
    for (int i = 0; i < 20; ++i) {
      const double error = derivative_error(shape, random.point_about(shape), h);
      // Differences over 1e-4 of the size are right to about the square of that if no kink of f is
      // near.
      kinks += !(error < 1e-2);
    }
    CHECK(kinks <= (is_smooth(shape) ? 4 : 8));
  });
}

TEST_CASE("the nearest point is on the surface, along the normal, and no other is nearer",
          "[geometry]") {
  RandomShapes random(k_seed);
  for_each_shape(random, 30, [&](const Shape& shape) {
    const double size = test::size_of(shape);
    for (int i = 0; i < 20; ++i) {
      const Vector3d query = random.point_about(shape);
      const SurfacePoint near = nearest(shape, query);
      CHECK(std::abs(implicit(shape, near.point).value) <= 1e-13 * size);
      CHECK(near.normal.norm() == Approx(1).epsilon(1e-14));
      CHECK((query - near.point).norm() == Approx(std::abs(near.distance)).margin(1e-13 * size));
      if (near.distance != 0) CHECK((near.distance < 0) == is_inside(shape, query));
      if (is_smooth(shape) && !std::holds_alternative<HeightMap>(shape)) {
        CHECK((near.point + near.distance * near.normal - query).norm() <= 1e-13 * size);
      }
      for (int k = 0; k < 10; ++k) {
        const Vector3d other = random.point_on(shape);
        CHECK((query - other).norm() >= std::abs(near.distance) - 1e-12 * size);
      }
    }
  });
}

TEST_CASE("a ray's crossings are on the surface and lead in and out by turns", "[geometry]") {
  RandomShapes random(k_seed);
  for_each_shape(random, 40, [&](const Shape& shape) {
    const double size = test::size_of(shape);
    for (int i = 0; i < 25; ++i) {
      const Vector3d origin = random.point_about(shape);
      const Vector3d direction = random.uniform(0.5, 2) * (random.point_about(shape) - origin);
      const auto crossings = ray_crossings(shape, origin, direction);
      double before = 0;
      for (std::size_t k = 0; k < crossings.size(); ++k) {
        const RayCrossing& c = crossings[k];
        CHECK(c.distance >= before);
        before = c.distance;
        CHECK((origin + c.distance * direction - c.point).norm() <= 1e-13 * size);
        CHECK(std::abs(implicit(shape, c.point).value) <= 1e-11 * size);
        CHECK(c.leaves == (c.normal.dot(direction) > 0));
        if (k > 0) CHECK(c.leaves != crossings[k - 1].leaves);
      }
      // The walls of the height map's block are not part of its surface: a ray may enter through
      // them.
      const bool has_walls = std::holds_alternative<HeightMap>(shape);
      if (!crossings.empty() && !has_walls) CHECK(crossings[0].leaves == is_inside(shape, origin));
      if (is_bounded(shape)) CHECK(crossings.size() % 2 == (is_inside(shape, origin) ? 1u : 0u));
      const auto first = first_ray_crossing(shape, origin, direction);
      CHECK(first.has_value() == !crossings.empty());
    }
  });
}

TEST_CASE("a ray from outside through an inner point meets the shape", "[geometry]") {
  RandomShapes random(k_seed);
  for_each_shape(random, 20, [&](const Shape& shape) {
    for (int i = 0; i < 20; ++i) {
      const Vector3d inner = random.point_about(shape), origin = random.point_about(shape);
      if (!is_inside(shape, inner) || is_inside(shape, origin)) continue;
      if (std::holds_alternative<HeightMap>(shape)) continue;
      const auto first = first_ray_crossing(shape, origin, inner - origin);
      REQUIRE(first.has_value());
      CHECK(first->distance <= 1);
      CHECK_FALSE(first->leaves);
    }
  });
}

TEST_CASE("no point is further along a direction than the support point", "[geometry]") {
  RandomShapes random(k_seed);
  for_each_shape(random, 30, [&](const Shape& shape) {
    if (!is_bounded(shape)) {
      CHECK_THROWS_AS(support(shape, Vector3d::UnitX()), InputError);
      return;
    }
    const double size = test::size_of(shape);
    for (int i = 0; i < 20; ++i) {
      const Vector3d direction =
          i < 6 ? Vector3d((i % 2 ? 1 : -1) * Vector3d::Unit(i / 2)) : random.direction();
      const Vector3d furthest = support(shape, direction);
      CHECK(std::abs(nearest(shape, furthest).distance) <= 1e-13 * size);
      for (int k = 0; k < 20; ++k) {
        CHECK(direction.dot(random.point_on(shape)) <= direction.dot(furthest) + 1e-13 * size);
      }
    }
  });
}

TEST_CASE("bounding volumes hold the surface and touch it", "[geometry]") {
  RandomShapes random(k_seed);
  for_each_shape(random, 20, [&](const Shape& shape) {
    const double size = test::size_of(shape);
    const Eigen::AlignedBox3d box = bounding_box(shape);
    const bool has_sphere = is_bounded(shape) || std::holds_alternative<HeightMap>(shape);
    if (!has_sphere) {
      CHECK_THROWS_AS(bounding_sphere(shape), InputError);
      CHECK_THROWS_AS(oriented_box(shape), InputError);
    }
    const BoundingSphere sphere = has_sphere ? bounding_sphere(shape) : BoundingSphere{};
    const OrientedBox oriented = has_sphere ? oriented_box(shape) : OrientedBox{};
    const Pose X_BS = oriented.X_SB.inverse();
    for (int i = 0; i < 200; ++i) {
      const Vector3d on = random.point_on(shape);
      CHECK(box.exteriorDistance(on) <= 1e-13 * size);
      if (!has_sphere) continue;
      CHECK((on - sphere.centre).norm() <= sphere.radius + 1e-12 * size);
      CHECK(((X_BS * on).cwiseAbs() - oriented.half_size).maxCoeff() <= 1e-12 * size);
    }
    if (!is_bounded(shape)) return;
    // No smaller sphere is possible: the points on it do not all lie on one side of its centre.
    for (int i = 0; i < 20; ++i) {
      const Vector3d d = random.direction();
      double most = 0;
      for (int k = 0; k < 40; ++k) {
        const Vector3d side = random.direction();
        most = std::max(
            most,
            (support(shape, side.dot(d) > 0 ? side : Vector3d(-side)) - sphere.centre).norm());
      }
      CHECK(most <= sphere.radius * (1 + 1e-12));
    }
  });
}

TEST_CASE("a point's parameters lead back to it, and parametric derivatives are right",
          "[geometry]") {
  RandomShapes random(k_seed);
  for_each_shape(random, 30, [&](const Shape& shape) {
    if (!has_parameters(shape)) {
      CHECK_THROWS_AS(parametric(shape, {0, 0}), InputError);
      CHECK_THROWS_AS(parameters(shape, Vector3d::UnitX()), InputError);
      return;
    }
    const double size = test::size_of(shape);
    for (int i = 0; i < 10; ++i) {
      Vector3d on = random.point_on(shape);
      if (const auto* cone = std::get_if<Cone>(&shape)) {
        on = parametric(*cone, {random.uniform(0.1, 1) * slant_length(*cone), 3}).point;
      }
      const Vector2d uv = parameters(shape, on);
      const ParametricJet jet = parametric(shape, uv);
      CHECK((jet.point - on).norm() <= 1e-12 * size);
      const Vector3d normal = jet.du.cross(jet.dv).normalized();
      CHECK(normal.dot(normal_at(shape, on)) > 1 - 1e-9);
      const double h = 1e-5;
      const ParametricJet pu = parametric(shape, uv + Vector2d(h, 0)),
                          mu = parametric(shape, uv - Vector2d(h, 0)),
                          pv = parametric(shape, uv + Vector2d(0, h)),
                          mv = parametric(shape, uv - Vector2d(0, h));
      // Second-order differences in units of the largest derivative.
      const double margin = 1e-7 * (size + jet.duu.norm() + jet.dvv.norm() + jet.duv.norm());
      CHECK(((pu.point - mu.point) / (2 * h) - jet.du).norm() <= margin);
      CHECK(((pv.point - mv.point) / (2 * h) - jet.dv).norm() <= margin);
      if (std::holds_alternative<HeightMap>(shape)) continue;  // bends change at grid lines
      CHECK(((pu.du - mu.du) / (2 * h) - jet.duu).norm() <= margin);
      CHECK(((pv.du - mv.du) / (2 * h) - jet.duv).norm() <= margin);
      CHECK(((pv.dv - mv.dv) / (2 * h) - jet.dvv).norm() <= margin);
    }
  });
}

TEST_CASE("shapes that cannot be are refused by name", "[geometry]") {
  const double nan = std::nan("");
  const std::vector<Shape> wrong{Sphere{0},        Sphere{nan},      Ellipsoid{{1, -1, 1}},
                                 Torus{0.1, 0.2},  Cone{1, 0},       Capsule{0, 1},
                                 Cylinder{1, nan}, Brick{{0, 1, 1}}, InfiniteCylinder{-1}};
  for (const Shape& shape : wrong) {
    CHECK_THROWS_WITH(require_valid(shape), Catch::StartsWith(name(shape)));
  }
  RandomShapes random(k_seed);
  for (const Shape& shape : random.one_of_each()) CHECK_NOTHROW(require_valid(shape));
  CHECK_THROWS_WITH(solid_properties(HalfSpace{}), Catch::Contains("half space"));
}

TEST_CASE("queries at singular points give finite answers", "[geometry]") {
  RandomShapes random(k_seed);
  for_each_shape(random, 5, [&](const Shape& shape) {
    for (const Vector3d& p : {Vector3d(0, 0, 0), Vector3d(0, 0, 0.3), Vector3d(0, 0, -0.3),
                              Vector3d(0.1, 0, 0), Vector3d(0, 0, 1e150)}) {
      const SurfacePoint near = nearest(shape, p);
      CHECK(near.point.allFinite());
      CHECK(near.normal.allFinite());
      if (p.z() < 1) CHECK(implicit(shape, p).hessian.allFinite());
      CHECK(normal_at(shape, p).norm() == Approx(1));
    }
  });
}

}  // namespace condyle::test::shape_tests
