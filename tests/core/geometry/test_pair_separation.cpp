// Separation and penetration of pairs of shapes.
#include <catch2/catch.hpp>
#include <numbers>

#include "condyle/error.h"
#include "condyle/geometry/separation.h"
#include "core/geometry/random_shapes.h"
#include "support/rounds.h"

namespace condyle::test::pair_separation_tests {

using namespace geometry;

namespace {

using Eigen::Vector3d;
using std::numbers::pi;
using test::RandomShapes;

constexpr unsigned k_seed = 46;

std::vector<Shape> convex_shapes(RandomShapes& random) {
  return {random.sphere(),
          random.ellipsoid(),
          random.cylinder(),
          random.capsule(),
          random.cone(),
          random.brick(),
          MeshSolid(mesh::make_ellipsoid(random.lengths(), 1))};
}

/// The gap of two convex solids along a direction, from their supports. It is a lower bound on the
/// distance; if it is negative, minus the gap is an upper bound on the depth.
double gap_along(const Shape& a, const Shape& b, const Pose& X_AB, const Vector3d& n) {
  const Vector3d far_b = X_AB * support(b, X_AB.linear().transpose() * -n);
  return n.dot(far_b - support(a, n));
}

}  // namespace

TEST_CASE("separation of convex shapes: witnesses prove it", "[geometry]") {
  RandomShapes random(k_seed);
  int apart = 0, overlapping = 0, unsure = 0;
  const int count = rounds(12);
  for (int round = 0; round < count; ++round) {
    for (const Shape& a : convex_shapes(random)) {
      for (const Shape& b : convex_shapes(random)) {
        const Pose X_AB =
            random.pose(pi, 0.7 * (bounding_sphere(a).radius + bounding_sphere(b).radius));
        const double size = test::size_of(a) + test::size_of(b);
        const PairSeparation s = pair_separation(a, b, X_AB);
        INFO(name(a) << " and " << name(b) << ", seed " << k_seed);
        unsure += s.status != Convergence::converged;
        (s.distance > 0 ? apart : overlapping) += 1;
        const double error = 1e-12 * size + s.residual;
        // The residual bounds the distance; the points between supports err by a few times that.
        CHECK(std::abs(nearest(a, s.on_a).distance) <= 1e-9 * size + 4 * s.residual);
        CHECK(std::abs(nearest(b, X_AB.inverse() * s.on_b).distance) <=
              1e-9 * size + 4 * s.residual);
        CHECK((s.on_a + s.distance * s.normal - s.on_b).norm() <= 1e-9 * size + 2 * s.residual);
        CHECK(s.normal.norm() == Approx(1));
        // Points of both shapes bound the distance from above; the gap along the normal bounds it
        // from below.
        CHECK(gap_along(a, b, X_AB, s.normal) >= s.distance - error);
        if (s.distance >= 0) continue;
        for (int k = 0; k < 40; ++k) {
          CHECK(gap_along(a, b, X_AB, random.direction()) <= s.distance + error);
        }
      }
    }
  }
  CHECK(apart > 9 * count);
  CHECK(overlapping > 9 * count);
  CHECK(unsure == 0);
}

TEST_CASE("the depth of a solid in itself, which supports along the axes show as a line",
          "[geometry]") {
  // Two tips far along a diagonal of the axes, and a narrow waist.
  const Vector3d tip(1, 1, 1), u = Vector3d(1, -1, 0).normalized(), v = tip.cross(u).normalized();
  constexpr double k_waist = 0.1;
  TriangleMesh spindle;
  spindle.vertices = {tip, -tip, k_waist * u, k_waist * v, -k_waist * u, -k_waist * v};
  for (int k = 0; k < 4; ++k) {
    const int here = 2 + k, next = 2 + (k + 1) % 4;
    spindle.triangles.push_back({0, here, next});
    spindle.triangles.push_back({1, next, here});
  }
  const Shape solid = MeshSolid(spindle);
  REQUIRE(std::get<MeshSolid>(solid).is_convex());
  REQUIRE(solid_properties(solid).volume > 0);
  const PairSeparation s = pair_separation(solid, solid, Pose::Identity());
  // The least width is that between opposite faces.
  const Vector3d face = std::get<MeshSolid>(solid).face_normal(0);
  CHECK(s.distance == Approx(-2 * face.dot(tip)));
  CHECK((s.on_a + s.distance * s.normal - s.on_b).norm() < 1e-12);
  CHECK(std::abs(nearest(solid, s.on_a).distance) < 1e-12);
  CHECK(std::abs(nearest(solid, s.on_b).distance) < 1e-12);
}

TEST_CASE("separation does not depend on who is first", "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < 100; ++i) {
    const Shape a = random.ellipsoid(), b = random.ellipsoid();
    const Pose X_AB = random.pose(pi, test::size_of(a) + test::size_of(b));
    const PairSeparation ab = pair_separation(a, b, X_AB),
                         ba = pair_separation(b, a, X_AB.inverse());
    if (ab.distance < 0) continue;  // a penetration may have two equal ways out
    const double size = test::size_of(a) + test::size_of(b);
    CHECK(ab.distance == Approx(ba.distance).margin(1e-13 * size));
    CHECK((ab.on_a - X_AB * ba.on_b).norm() <= 1e-9 * size);
  }
}

TEST_CASE("bricks and balls in closed form", "[geometry]") {
  Pose X_AB = Pose::Identity();
  X_AB.translation() << 5, 0.5, 0;
  const PairSeparation apart = pair_separation(Brick{{1, 2, 3}}, Brick{{1, 1, 1}}, X_AB);
  CHECK(apart.distance == Approx(3).epsilon(1e-15));
  X_AB.translation() << 1.75, 0.5, 0;
  const PairSeparation overlapping = pair_separation(Brick{{1, 2, 3}}, Brick{{1, 1, 1}}, X_AB);
  CHECK(overlapping.distance == Approx(-0.25).epsilon(1e-14));
  CHECK((overlapping.normal - Vector3d::UnitX()).norm() < 1e-14);
  const PairSeparation balls = pair_separation(Sphere{1}, Sphere{0.5}, X_AB);
  CHECK(balls.distance == Approx(std::hypot(1.75, 0.5) - 1.5).epsilon(1e-14));

  // Edge against edge, turned by 45 degrees.
  Pose X_edge = Pose::Identity();
  X_edge.rotate(Eigen::AngleAxisd(pi / 4, Vector3d::UnitZ()));
  X_edge.pretranslate(Vector3d(4, 0, 0));
  CHECK(pair_separation(Brick{{1, 1, 1}}, Brick{{1, 1, 1}}, X_edge).distance ==
        Approx(3 - std::sqrt(2)).epsilon(1e-14));
}

TEST_CASE("a half space is as far as the support point", "[geometry]") {
  RandomShapes random(k_seed);
  for (const Shape& shape : random.one_of_each()) {
    if (!is_bounded(shape)) continue;
    const Pose X = random.pose(pi, 0.3);
    const PairSeparation s = pair_separation(HalfSpace{}, shape, X);
    const PairSeparation t = pair_separation(shape, HalfSpace{}, X.inverse());
    CHECK(s.distance == Approx(t.distance).margin(1e-14));
    CHECK((X.inverse() * s.on_b - t.on_a).norm() < 1e-13);
    for (int i = 0; i < 50; ++i) CHECK((X * random.point_on(shape)).z() >= s.distance - 1e-13);
  }
}

TEST_CASE("a sphere against what is not convex", "[geometry]") {
  Pose X = Pose::Identity();
  const Torus torus{0.3, 0.1};
  X.translation().z() = 0.4;
  CHECK(pair_separation(torus, Sphere{0.1}, X).distance == Approx(0.3).epsilon(1e-14));
  X.translation() << 0.3, 0, 0.25;
  const PairSeparation s = pair_separation(torus, Sphere{0.2}, X);
  CHECK(s.distance == Approx(-0.05).epsilon(1e-13));
  CHECK((s.normal - Vector3d::UnitZ()).norm() < 1e-14);
}

TEST_CASE("tracking follows a pair from step to step, through touch", "[geometry]") {
  // An ellipsoid sinks into the wall of a torus.
  const Torus torus{0.3, 0.1};
  const Ellipsoid ellipsoid{{0.05, 0.08, 0.06}};
  Pose X = Pose::Identity();
  X.rotate(Eigen::AngleAxisd(0.4, Vector3d(1, 2, 3).normalized()));
  Vector3d on_a(0.3, 0, 0.1), on_b(0.3, 0, 0.12);
  double before = 0;
  for (int i = 0; i <= 40; ++i) {
    X.translation() << 0.29, 0.01, 0.19 - 0.001 * i;
    const PairSeparation s = track_separation(torus, ellipsoid, X, on_a, on_b);
    REQUIRE(s.status == Convergence::converged);
    CHECK((s.on_a + s.distance * s.normal - s.on_b).norm() < 1e-14);
    CHECK(std::abs(implicit(torus, s.on_a).value) < 1e-14);
    CHECK(std::abs(implicit(ellipsoid, X.inverse() * s.on_b).value) < 1e-14);
    CHECK((normal_at(torus, s.on_a) + X.linear() * normal_at(ellipsoid, X.inverse() * s.on_b))
              .norm() < 1e-12);
    if (i > 0) CHECK(s.distance < before);
    before = s.distance;
    on_a = s.on_a;
    on_b = s.on_b;
  }
  CHECK(before < 0);
}

TEST_CASE("pairs without a rule are refused by name", "[geometry]") {
  const Pose X = Pose::Identity();
  CHECK_THROWS_WITH(pair_separation(HalfSpace{}, InfiniteCylinder{1}, X),
                    Catch::Contains("half space and infinite cylinder"));
  CHECK_THROWS_AS(pair_separation(Torus{}, Torus{}, X), InputError);
}

TEST_CASE("an infinite cylinder is cut where it does not matter", "[geometry]") {
  Pose X = Pose::Identity();
  X.translation() << 0.5, 0, 100;
  CHECK(pair_separation(InfiniteCylinder{0.2}, Brick{{0.1, 0.1, 0.1}}, X).distance ==
        Approx(0.2).epsilon(1e-13));
  X.translation().x() = 0.25;
  CHECK(pair_separation(InfiniteCylinder{0.2}, Brick{{0.1, 0.1, 0.1}}, X).distance ==
        Approx(-0.05).epsilon(1e-9));
}

}  // namespace condyle::test::pair_separation_tests
