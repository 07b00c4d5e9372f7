// Wraps over ellipsoids, tori and capsules, compared with geodesics integrated in the surface's
// parameters, with shortened chains of points, and with the properties of any taut strand.
#include <numbers>

#include "condyle/geometry/geodesic.h"
#include "core/ligament/path_fixture.h"
#include "core/ligament/wrap_oracles.h"
#include "core/src/geometry/ellipsoid_geodesic.h"
#include "core/src/ligament/wrap_guess.h"
#include "core/src/ligament/wrap_newton.h"
#include "core/src/ligament/wrap_touch.h"

namespace condyle::test::wrap_shapes_tests {

using Eigen::Vector3d;
using std::numbers::pi;

namespace {

geometry::Ellipsoid random_ellipsoid(Random& random) {
  return {{random.between(0.008, 0.03), random.between(0.008, 0.03), random.between(0.008, 0.03)}};
}

/// A point along `direction` from the centre, at `factor` times the distance of the surface.
Vector3d outside(const geometry::Ellipsoid& e, const Vector3d& direction, double factor) {
  return factor / direction.cwiseQuotient(e.semi_axes).norm() * direction;
}

/// Checks that the geodesic of a wrap ends where an integration in the parameters ends, and that
/// the free segments are along its tangents. Skips the poles of the parameters, where that
/// integration is inaccurate.
void check_geodesic(const geometry::Shape& shape, const ligament::WrapTouch& touch,
                    const Vector3d& A, const Vector3d& B) {
  CHECK((touch.start.point - A).normalized().dot(touch.start.tangent) == Approx(1).epsilon(1e-14));
  CHECK((B - touch.end_point).normalized().dot(touch.end_tangent) == Approx(1).epsilon(1e-14));
  CHECK(std::abs(nearest(shape, touch.start.point).distance) < 1e-14);
  CHECK(std::abs(nearest(shape, touch.end_point).distance) < 1e-14);
  const auto* ellipsoid = std::get_if<geometry::Ellipsoid>(&shape);
  for (int k = 0; ellipsoid && k <= 8; ++k) {
    const geometry::EllipsoidGeodesicEnd at = geometry::shoot_ellipsoid_geodesic(
        *ellipsoid, touch.start.point, touch.start.tangent, touch.start.length * k / 8);
    if (std::abs(at.point.z()) > 0.9 * ellipsoid->semi_axes.z()) return;
  }
  const WalkedGeodesic walk =
      walk_geodesic(shape, touch.start.point, touch.start.tangent, touch.start.length, 600);
  CHECK((walk.point - touch.end_point).norm() < 1e-10);
  CHECK((walk.tangent - touch.end_tangent).norm() < 1e-8);
}

}  // namespace

TEST_CASE("fast geodesics of ellipsoids are those of the general integrator",
          "[ligament][geodesic]") {
  Random random{GENERATE(1u, 2u)};
  CAPTURE(random.seed);
  for (int i = 0; i < 60; ++i) {
    const geometry::Ellipsoid e = random_ellipsoid(random);
    const Vector3d p = nearest(e, random.direction()).point, n = normal_at(e, p);
    const Vector3d d = random.direction(), t = (d - n.dot(d) * n).normalized();
    const double length = random.between(0, 0.05), size = e.semi_axes.maxCoeff();
    const geometry::EllipsoidGeodesicEnd fast = geometry::shoot_ellipsoid_geodesic(e, p, t, length);
    const geometry::Geodesic slow = shoot_geodesic(e, p, t, length, {.accuracy = 1e-13});
    CAPTURE(i, e.semi_axes.transpose(), length);
    CHECK((fast.point - slow.end().point).norm() < 1e-10 * size);
    CHECK((fast.tangent - slow.end().tangent).norm() < 1e-9);
    CHECK(std::abs(fast.rotational - slow.end().rotational) < 1e-9 * size);
    CHECK(std::abs(fast.translational - slow.end().translational) < 1e-9);
    const geometry::EllipsoidGeodesicEnd back =
        geometry::shoot_ellipsoid_geodesic(e, fast.point, fast.tangent, -length);
    CHECK((back.point - p).norm() < 1e-10 * size);
    CHECK((back.tangent - t).norm() < 1e-9);
  }
}

TEST_CASE("ellipsoid: true geodesic, tangent ends, equal tension, balance, speed",
          "[ligament][path][wrap]") {
  Random random{GENERATE(1u, 2u, 3u)};
  CAPTURE(random.seed);
  int touched = 0;
  for (int i = 0; i < 150; ++i) {
    const geometry::Ellipsoid e = random_ellipsoid(random);
    const Vector3d A = outside(e, random.direction(), random.between(1.02, 3));
    const Vector3d B = outside(e, random.direction(), random.between(1.02, 3));
    const Scene scene = one_obstacle(random, e, A, B);
    const ligament::TracedPath traced = trace_cold(scene.path, scene.X_WB, scene.V_WB_W);
    CAPTURE(i, e.semi_axes.transpose(), A.transpose(), B.transpose());
    CHECK(traced.status == ligament::PathStatus::complete);
    CHECK(traced.residual < 1e-9);
    check_balance(scene.path, traced, scene.X_WB);
    if (traced.wraps.empty()) continue;
    ++touched;
    check_geodesic(e, traced.wraps[0].touch, A, B);
    if (i % 5 == 0) check_speed(scene, 1e-6);
  }
  CHECK(touched > 30);
}

TEST_CASE("ellipsoid: a ball is a sphere, and its length is that of a shortened chain",
          "[ligament][path][wrap]") {
  Random random{11};
  for (int i = 0; i < 40; ++i) {
    const double R = 0.02;
    const Vector3d A = random.between(1.1, 3) * R * random.direction();
    const Vector3d B = random.between(1.1, 3) * R * random.direction();
    const Scene ball = one_obstacle(random, geometry::Ellipsoid{Vector3d::Constant(R)}, A, B);
    Scene sphere = ball;
    sphere.path.obstacles[0].shape = geometry::Sphere{R};
    CHECK(trace_cold(ball.path, ball.X_WB).length ==
          Approx(trace_cold(sphere.path, sphere.X_WB).length).epsilon(1e-11));
  }
  for (int i = 0; i < 6; ++i) {
    const geometry::Ellipsoid e = random_ellipsoid(random);
    const Vector3d out = random.direction();
    const Vector3d A = outside(e, out, 1.5);
    const Vector3d B = outside(e, (-out + 0.7 * random.direction()).normalized(), 1.4);
    const Scene scene = one_obstacle(random, e, A, B);
    const ligament::TracedPath traced = trace_cold(scene.path, scene.X_WB);
    REQUIRE(traced.wraps.size() == 1);
    // The chain finds the wrap from its middle and from both sides of it.
    const ligament::WrapTouch& t = traced.wraps[0].touch;
    const Vector3d middle =
        ligament::shoot_arc(e, {t.start.point, t.start.tangent, t.start.length / 2}).end.point;
    const double coarse = shortened_chain({{e}}, {A, middle, B}, 4);
    const double fine = shortened_chain({{e}}, {A, middle, B}, 5);
    CAPTURE(i, e.semi_axes.transpose(), coarse, fine);
    // A chain's error falls with the square of its step; the rest of the error is that it only
    // touches at its points.
    CHECK(traced.length == Approx(fine + (fine - coarse) / 3).epsilon(2e-4));
    CHECK(traced.length > fine);
  }
}

TEST_CASE("ellipsoid: no plane section is shorter than the geodesic", "[ligament][path][wrap]") {
  Random random{GENERATE(21u, 22u)};
  CAPTURE(random.seed);
  int compared = 0;
  double nearest_section = 1;
  for (int i = 0; i < 60; ++i) {
    const geometry::Ellipsoid e = random_ellipsoid(random);
    const Vector3d A = outside(e, random.direction(), random.between(1.05, 3));
    const Vector3d B = outside(e, random.direction(), random.between(1.05, 3));
    const Scene scene = one_obstacle(random, e, A, B);
    const ligament::TracedPath traced = trace_cold(scene.path, scene.X_WB);
    if (traced.wraps.empty()) continue;
    CAPTURE(i, e.semi_axes.transpose(), A.transpose(), B.transpose());
    for (double tilt = -1.4; tilt < 1.5; tilt += 0.1) {
      const auto section = ligament::ellipsoid_section(e, A, B, tilt, Vector3d::UnitZ());
      if (!section) continue;
      const double length = (section->start.point - A).norm() + section->start.length +
                            (B - section->end_point).norm();
      ++compared;
      // The section's length is a quadrature of eight points.
      CHECK(length > traced.length * (1 - 1e-5));
      nearest_section = std::min(nearest_section, length / traced.length - 1);
    }
  }
  CHECK(compared > 200);
  CHECK(nearest_section < 1e-4);
}

TEST_CASE("ellipsoid: a moving strand stays continuous, and cold equals warm",
          "[ligament][path][wrap]") {
  Random random{GENERATE(1u, 2u, 3u, 4u)};
  CAPTURE(random.seed);
  const geometry::Ellipsoid e{{0.0264, 0.016, 0.01}};
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = {0, 0.045, 0.002}}, {.body = 1, .p_B = {0.004, -0.04, 0.003}}};
  path.obstacles.push_back({.name = "e", .shape = e, .side = {}});
  const Vector3d axis = random.direction();
  ligament::PathMemory memory;
  ligament::TracedPath traced, last;
  int touched = 0, jumps = 0;
  constexpr int k_steps = 400;
  constexpr double k_reach = 0.45;  // beyond some 0.6 the strand snaps off
  for (int i = 0; i <= k_steps; ++i) {
    const double angle = k_reach * std::sin(2 * pi * i / k_steps);
    Pose X = Pose::Identity();
    X.linear() = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
    const std::vector<Pose> X_WB{Pose::Identity(), X};
    trace(path, X_WB, {}, memory, traced);
    CHECK(traced.status == ligament::PathStatus::complete);
    touched += traced.wraps.empty() ? 0 : 1;
    ligament::PathMemory same_side = memory;
    same_side.forget_geodesics();
    ligament::TracedPath cold;
    trace(path, X_WB, {}, same_side, cold);
    CHECK(cold.length == Approx(traced.length).epsilon(1e-10));
    if (i > 0) {
      const double step = k_reach * 2 * pi / k_steps;
      CHECK(std::abs(traced.length - last.length) < 0.05 * step);
      const double turned = (traced.point_gradients_W[1] - last.point_gradients_W[1]).norm();
      jumps += turned > 0.3 ? 1 : 0;
    }
    last = traced;
  }
  CHECK(touched > 20);
  CHECK(jumps == 0);
}

TEST_CASE("ellipsoid: where a strand snaps off, its path has stopped being a shortest one",
          "[ligament][path][wrap]") {
  // Beyond some 0.6 rad strands of this path snap. They are followed up to the angle beyond which
  // the path does not exist: there a shortest path and another one merge, and the sideways lever,
  // which is positive on the first and negative on the second, goes to zero.
  const geometry::Ellipsoid e{{0.0264, 0.016, 0.01}};
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = {0, 0.045, 0.002}}, {.body = 1, .p_B = {0.004, -0.04, 0.003}}};
  path.obstacles.push_back({.name = "e", .shape = e, .side = {}});
  constexpr int k_steps = 400;
  int snaps = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Random random{seed};
    const Vector3d axis = random.direction();
    const auto run = [&](double angle, ligament::PathMemory& memory) {
      Pose X = Pose::Identity();
      X.linear() = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
      ligament::TracedPath traced;
      trace(path, std::vector<Pose>{Pose::Identity(), X}, {}, memory, traced);
      return traced.length;
    };
    const auto lever = [&](double angle, const ligament::PathMemory& memory) {
      const ligament::Arc arc = ligament::shoot_arc(e, memory.wraps[0].start);
      const Vector3d to = Eigen::AngleAxisd(angle, axis) * path.points[1].p_B;
      return sideways_lever(arc, path.points[0].p_B, to);
    };
    ligament::PathMemory memory;
    double angle = 0, length = run(0, memory), step = 1.0 / k_steps;
    while (angle < 1 && step > 1e-11) {
      ligament::PathMemory next = memory;
      const double after = run(angle + step, next);
      // A path that still exists changes its length by at most the displacement of an end.
      if (std::abs(after - length) > 0.045 * step + 1e-12) {
        step *= 0.5;
        continue;
      }
      angle += step;
      length = after;
      memory = next;
    }
    if (angle >= 1) continue;
    ++snaps;
    CHECK(angle > 0.5);
    REQUIRE(memory.wraps[0].touches);
    // A hundredth of its value at rest, some 5 cm: this close the two paths are a micrometre apart,
    // and a step may confuse them.
    CHECK(std::abs(lever(angle, memory)) < 5e-4);
    ligament::PathMemory beyond = memory;
    // The length drops at once and never grows by itself.
    CHECK(run(angle + 1e-6, beyond) < length - 1e-3);
  }
  CHECK(snaps >= 2);
}

TEST_CASE("ellipsoid: thin and flat ones, ends next to the surface", "[ligament][path][wrap]") {
  Random random{GENERATE(5u, 6u)};
  CAPTURE(random.seed);
  int failures = 0, count = 0;
  for (int i = 0; i < 60; ++i) {
    const geometry::Ellipsoid e{{0.002 * std::pow(20, random.between(0, 1)),
                                 0.002 * std::pow(20, random.between(0, 1)),
                                 0.002 * std::pow(20, random.between(0, 1))}};
    const Vector3d A = outside(e, random.direction(), 1 + std::pow(10, random.between(-9, 0)));
    const Vector3d B = outside(e, random.direction(), 1 + std::pow(10, random.between(-9, 0)));
    const Scene scene = one_obstacle(random, e, A, B);
    const ligament::TracedPath traced = trace_cold(scene.path, scene.X_WB);
    CAPTURE(i, e.semi_axes.transpose(), A.transpose(), B.transpose());
    CHECK(std::isfinite(traced.length));
    CHECK(traced.length >= (A - B).norm() * (1 - 1e-12));
    check_balance(scene.path, traced, scene.X_WB);
    ++count;
    failures += traced.status == ligament::PathStatus::complete ? 0 : 1;
  }
  // Axes up to 20 : 1. If no path is found, the status says so.
  CHECK(failures <= count / 20);
}

TEST_CASE("torus: through the hole, over the inner side", "[ligament][path][wrap]") {
  Random random{GENERATE(1u, 2u)};
  CAPTURE(random.seed);
  int touched = 0;
  for (int i = 0; i < 40; ++i) {
    const geometry::Torus torus{0.02, random.between(0.002, 0.008)};
    const auto across = [&] { return random.between(-0.03, 0.03); };
    const double A_z = random.between(0.012, 0.05), A_y = across(), A_x = across();
    const double B_z = random.between(-0.05, -0.012), B_y = across(), B_x = across();
    const Vector3d A(A_x, A_y, A_z), B(B_x, B_y, B_z);
    const Scene scene = one_obstacle(random, torus, A, B);
    const ligament::TracedPath traced = trace_cold(scene.path, scene.X_WB, scene.V_WB_W);
    CAPTURE(i, torus.minor_radius, A.transpose(), B.transpose());
    CHECK(traced.status == ligament::PathStatus::complete);
    check_balance(scene.path, traced, scene.X_WB);
    if (traced.wraps.empty()) continue;
    ++touched;
    const ligament::WrapTouch& touch = traced.wraps[0].touch;
    check_geodesic(torus, touch, A, B);
    check_speed(scene, 1e-6);
    const Vector3d middle =
        ligament::shoot_arc(torus, {touch.start.point, touch.start.tangent, touch.start.length / 2})
            .end.point;
    CHECK(middle.head<2>().norm() < torus.major_radius);
    if (i % 8) continue;
    // Starts over three points of the path: with only one the chain may slip out of the hole.
    const std::vector<Vector3d> over{A, touch.start.point, middle, touch.end_point, B};
    const double coarse = shortened_chain({{torus}}, over, 4);
    const double fine = shortened_chain({{torus}}, over, 5);
    CHECK(traced.length == Approx(fine + (fine - coarse) / 3).epsilon(2e-4));
  }
  CHECK(touched > 15);
}

TEST_CASE("capsule: the wall is a cylinder's, the caps a sphere's", "[ligament][path][wrap]") {
  Random random{3};
  const geometry::Capsule capsule{0.01, 0.03};
  for (int i = 0; i < 10; ++i) {
    const double y = random.between(-0.002, 0.002), z = random.between(-0.01, 0.01);
    const Vector3d A(-0.03, y, z), B(0.025, y + random.between(0, 0.003), z + 0.004);
    const Scene scene = one_obstacle(random, capsule, A, B);
    Scene wall = scene;
    wall.path.obstacles[0].shape = geometry::InfiniteCylinder{0.01};
    const ligament::TracedPath traced = trace_cold(scene.path, scene.X_WB);
    CAPTURE(i, A.transpose(), B.transpose());
    CHECK(traced.status == ligament::PathStatus::complete);
    CHECK(traced.length == Approx(trace_cold(wall.path, wall.X_WB).length).epsilon(1e-10));
    check_balance(scene.path, traced, scene.X_WB);
  }
}

}  // namespace condyle::test::wrap_shapes_tests
