// Wraps at the limits: for any input the result is finite and balanced, with the right status.
#include <algorithm>
#include <chrono>
#include <numbers>
#include <tuple>

#include "core/ligament/path_fixture.h"

namespace condyle::test::wrap_limits_tests {

using Eigen::Vector3d;
using std::numbers::pi;

namespace {

geometry::HeightMap bump(int n = 21) {
  const Eigen::VectorXd lines = Eigen::VectorXd::LinSpaced(n, -0.05, 0.05);
  Eigen::MatrixXd z(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const double r = std::hypot(lines[i], lines[j]) / 0.02;
      z(i, j) = 0.015 * std::exp(-0.5 * r * r);
    }
  }
  return geometry::HeightMap::through(lines, lines, z);
}

ligament::TracedPath path_over(const geometry::Shape& shape, const Vector3d& A, const Vector3d& B) {
  ligament::StrandPath path;
  path.points = {{.p_B = A}, {.p_B = B}};
  path.obstacles.push_back({.name = "shape", .shape = shape, .side = {}});
  return trace_cold(path, {Pose::Identity()});
}

/// The larger of the two angles between a free segment and the geodesic that it meets [rad].
double worst_kink(const ligament::TracedPath& traced) {
  const ligament::PathWrap& wrap = traced.wraps[0];
  const Vector3d in = (traced.legs[0].to_W - traced.legs[0].from_W).normalized();
  const Vector3d out = (traced.legs[1].to_W - traced.legs[1].from_W).normalized();
  return std::max((in - wrap.touch.start.tangent).norm(), (out - wrap.touch.end_tangent).norm());
}

}  // namespace

TEST_CASE("a strand over a bump of a height map", "[ligament][path][wrap]") {
  const geometry::HeightMap map = bump();
  for (const double y : {0.0, 0.001, 0.003, -0.004}) {
    const ligament::TracedPath traced =
        path_over(map, {-0.045, y, 0.005}, {0.044, -0.5 * y, 0.006});
    CAPTURE(y);
    CHECK(traced.status == ligament::PathStatus::complete);
    REQUIRE(traced.wraps.size() == 1);
    CHECK(worst_kink(traced) < 1e-8);
    CHECK(traced.length > (Vector3d(0.089, -1.5 * y, 0.001)).norm());
    CHECK(traced.length < 0.098);
  }
  CHECK(path_over(map, {-0.045, 0, 0.03}, {0.045, 0, 0.03}).wraps.empty());
}

TEST_CASE("the first path over a height map of many grid lines", "[ligament][path][wrap]") {
  double before = 0;
  for (const int n : {70, 120, 400}) {
    CAPTURE(n);
    const geometry::HeightMap map = bump(n);
    ligament::TracedPath traced;
    double seconds = 1;
    // The quickest of three: something else may take the processor.
    for (int i = 0; i < 3; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      traced = path_over(map, {-0.045, 0.001, 0.005}, {0.044, -0.002, 0.006});
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
      seconds = std::min(seconds, taken.count());
    }
    CHECK(traced.status == ligament::PathStatus::complete);
    REQUIRE(traced.wraps.size() == 1);
    CHECK(worst_kink(traced) < 1e-8);
    // The spline errs by some h^4 / (384 r^3) in height, with h the spacing of 70 lines and r the
    // least radius of the bump; a length by some more, for the path is as much longer below as
    // above.
    if (before > 0) CHECK(traced.length == Approx(before).margin(2e-9));
    before = traced.length;
    if (n <= 120) CHECK(seconds < 0.1);
  }
}

TEST_CASE("a strand over a capsule's cap and its seam", "[ligament][path][wrap]") {
  const geometry::Capsule capsule{0.01, 0.03};
  // Only over the cap, which is part of a sphere.
  const Vector3d A(-0.03, 0.001, 0.036), B(0.025, 0.002, 0.037), middle(0, 0, 0.03);
  const ligament::TracedPath cap = path_over(capsule, A, B);
  const ligament::TracedPath ball = path_over(geometry::Sphere{0.01}, A - middle, B - middle);
  CHECK(cap.status == ligament::PathStatus::complete);
  CHECK(cap.length == Approx(ball.length).epsilon(1e-9));
  // Across the seam, where the curvature jumps.
  for (double tilt = 0.1; tilt < 1; tilt += 0.2) {
    const ligament::TracedPath seam =
        path_over(capsule, {-0.03, 0.001, 0.03 - 0.02 * tilt}, {0.03, 0.002, 0.03 + 0.02 * tilt});
    CAPTURE(tilt);
    CHECK(seam.status == ligament::PathStatus::complete);
    REQUIRE(seam.wraps.size() == 1);
    CHECK(worst_kink(seam) < 1e-7);
  }
}

TEST_CASE("a torus: free through the hole, pulled in from outside, ends in the ring",
          "[ligament][path][wrap]") {
  const geometry::Torus torus{0.02, 0.005};
  const ligament::TracedPath free = path_over(torus, {0.002, 0, 0.05}, {-0.003, 0.001, -0.05});
  CHECK(free.wraps.empty());
  CHECK(free.status == ligament::PathStatus::complete);
  // The line passes outside the ring: the strand still goes through the hole.
  const ligament::TracedPath in = path_over(torus, {0.05, 0, 0.03}, {0.05, 0.002, -0.03});
  REQUIRE(in.wraps.size() == 1);
  CHECK(in.status == ligament::PathStatus::complete);
  CHECK(worst_kink(in) < 1e-8);
  CHECK(in.wraps[0].start_W.head<2>().norm() < 0.025);
  CHECK(path_over(torus, {0.02, 0, 0}, {0, 0, 0.05}).status == ligament::PathStatus::end_inside);
}

TEST_CASE("whatever is asked, a path is finite and balanced", "[ligament][path][wrap]") {
  Random random{GENERATE(1u, 2u, 3u)};
  CAPTURE(random.seed);
  int unsolved = 0, count = 0;
  for (int i = 0; i < 150; ++i) {
    const double a = random.between(0.003, 0.03), b = random.between(0.003, 0.03);
    const std::vector<geometry::Shape> shapes{
        geometry::Sphere{a},
        geometry::InfiniteCylinder{a},
        geometry::Cylinder{a, b},
        geometry::Ellipsoid{{a, b, random.between(0.003, 0.03)}},
        geometry::Torus{a, random.between(0.1, 0.9) * a},
        geometry::Capsule{a, b}};
    const geometry::Shape& shape = shapes[i % shapes.size()];
    const auto somewhere = [&]() -> Vector3d {
      if (i % 7 == 0) return nearest(shape, 0.02 * random.direction()).point;
      if (i % 11 == 0) return Vector3d::Unit(i % 3) * 0.03;
      return random.between(0, 0.06) * random.direction();
    };
    const Vector3d A = somewhere(), B = i % 13 == 0 ? A : somewhere();
    const Scene scene = one_obstacle(random, shape, A, B);
    ligament::PathMemory memory;
    ligament::TracedPath traced;
    // Cold, warm, and far away with the memory of this place.
    for (int step = 0; step < 3; ++step) {
      const std::vector<Pose> X_WB = moved(scene.X_WB, scene.V_WB_W, 0.05 * step * step);
      trace(scene.path, X_WB, scene.V_WB_W, memory, traced);
      CAPTURE(i, step, name(shape), A.transpose(), B.transpose());
      const double chord =
          (X_WB[2] * scene.path.points[1].p_B - X_WB[0] * scene.path.points[0].p_B).norm();
      CHECK(std::isfinite(traced.lengthening_speed));
      CHECK(traced.length >= chord * (1 - 1e-9) - 1e-12);
      CHECK(traced.length < 10);
      Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
      for (const ligament::LengthGradient& g : traced.gradients) {
        force += g.linear;
        moment += g.angular + X_WB[g.body].translation().cross(g.linear);
      }
      CHECK(force.norm() < 1e-12);
      // A segment of zero length pulls along the surface, to rounding.
      CHECK(moment.norm() < 1e-11);
      ++count;
      unsolved += traced.status == ligament::PathStatus::not_converged ? 1 : 0;
      if (traced.status == ligament::PathStatus::complete) CHECK(traced.residual < 1e-8);
    }
  }
  CHECK(unsolved <= count / 20);
}

TEST_CASE("the residual of a path that does not settle has no unit", "[ligament][path][wrap]") {
  // Two rings that overlap: a sweep moves now one touching point, now the other.
  const auto traced_at = [](double scale) {
    ligament::StrandPath path;
    path.points = {{.p_B = scale * Vector3d(-0.08, -0.0155, 0.0142)},
                   {.p_B = scale * Vector3d(0.08, 0.0171, 0.0022)}};
    for (const auto& [ring, tube, middle] : {std::tuple(0.013, 0.0052, Vector3d(-0.006, 0, 0)),
                                             std::tuple(0.02, 0.008, Vector3d(0.006, 0.0018, 0))}) {
      path.obstacles.push_back({.shape = geometry::Torus{scale * ring, scale * tube}, .side = {}});
      path.obstacles.back().X_BS.translation() = scale * middle;
    }
    return trace_cold(path, {Pose::Identity()});
  };
  // A power of two, so that both are rounded alike.
  const ligament::TracedPath small = traced_at(1), large = traced_at(1024);
  REQUIRE(small.status == ligament::PathStatus::not_converged);
  CHECK(large.residual == Approx(small.residual));
}

}  // namespace condyle::test::wrap_limits_tests
