// Wraps over spheres and cylinders against formulas in the plane.
#include <cmath>
#include <numbers>

#include "core/ligament/path_fixture.h"
#include "core/src/ligament/path_parts.h"

namespace condyle::test::wrap_round_tests {

using Eigen::Vector3d;
using std::numbers::pi;

namespace {

/// Length in the plane between points at distances d1 and d2 from the centre of a circle, at an
/// angle `turn` to each other: two tangents and an arc, or the chord if it does not touch.
double plane_length(double R, double d1, double d2, double turn) {
  const double wrapped = turn - std::acos(R / d1) - std::acos(R / d2);
  if (wrapped <= 0) return std::sqrt(d1 * d1 + d2 * d2 - 2 * d1 * d2 * std::cos(turn));
  return std::sqrt(d1 * d1 - R * R) + std::sqrt(d2 * d2 - R * R) + R * wrapped;
}

/// Checks the balance of a capstan: the force on the obstacle is the pull of both free segments.
void check_capstan(const Scene& scene, const ligament::TracedPath& traced) {
  const Vector3d t1 = (traced.legs[0].from_W - traced.legs[0].to_W).normalized();
  const Vector3d t2 = (traced.legs[1].to_W - traced.legs[1].from_W).normalized();
  std::vector<Wrench> pulls;
  wrenches(traced, 50, pulls);
  for (std::size_t i = 0; i < pulls.size(); ++i) {
    if (traced.gradients[i].body != 1) continue;
    CHECK((pulls[i].force - 50 * (t1 + t2)).norm() < 1e-12 * 50);
  }
  const ligament::PathWrap& wrap = traced.wraps[0];
  const Pose X_WS = scene.X_WB[1] * scene.path.obstacles[0].X_BS;
  CHECK((X_WS.linear() * wrap.touch.start.tangent + t1).norm() < 1e-7);
  CHECK((X_WS.linear() * wrap.touch.end_tangent - t2).norm() < 1e-7);
}

}  // namespace

TEST_CASE("sphere: length of the plane formula, equal tension, balance, speed",
          "[ligament][path][wrap]") {
  Random random{GENERATE(1u, 2u, 3u)};
  CAPTURE(random.seed);
  int touched = 0;
  for (int i = 0; i < 300; ++i) {
    const double R = random.between(0.005, 0.04);
    const Vector3d A = R * random.vector(1.02, 4);
    const Vector3d B = R * random.vector(1.02, 4);
    const Scene scene = one_obstacle(random, geometry::Sphere{R}, A, B);
    const ligament::TracedPath traced = trace_cold(scene.path, scene.X_WB, scene.V_WB_W);
    const double turn = std::atan2(A.cross(B).norm(), A.dot(B));
    CAPTURE(i, turn);
    CHECK(traced.status == ligament::PathStatus::complete);
    CHECK(traced.length == Approx(plane_length(R, A.norm(), B.norm(), turn)).epsilon(1e-12));
    check_balance(scene.path, traced, scene.X_WB);
    if (traced.wraps.empty()) continue;
    ++touched;
    check_capstan(scene, traced);
    check_speed(scene, 1e-6);
  }
  CHECK(touched > 60);
}

TEST_CASE("cylinder: length of the unrolled formula, equal tension, balance, speed",
          "[ligament][path][wrap]") {
  Random random{GENERATE(1u, 2u, 3u)};
  CAPTURE(random.seed);
  int touched = 0;
  for (int i = 0; i < 300; ++i) {
    const double R = random.between(0.005, 0.04);
    const double d1 = random.between(1.02, 4) * R, d2 = random.between(1.02, 4) * R;
    const double u1 = random.between(-pi, pi), u2 = random.between(-pi, pi);
    const double z1 = random.between(-0.05, 0.05), z2 = random.between(-0.05, 0.05);
    const Vector3d A(d1 * std::cos(u1), d1 * std::sin(u1), z1);
    const Vector3d B(d2 * std::cos(u2), d2 * std::sin(u2), z2);
    const Scene scene = one_obstacle(random, geometry::InfiniteCylinder{R}, A, B);
    const ligament::TracedPath traced = trace_cold(scene.path, scene.X_WB, scene.V_WB_W);
    const double turn = std::abs(std::remainder(u2 - u1, 2 * pi));
    const double flat = plane_length(R, d1, d2, turn);
    CAPTURE(i, turn);
    CHECK(traced.status == ligament::PathStatus::complete);
    CHECK(traced.length == Approx(std::hypot(flat, z2 - z1)).epsilon(1e-12));
    check_balance(scene.path, traced, scene.X_WB);
    if (traced.wraps.empty()) continue;
    ++touched;
    check_capstan(scene, traced);
    check_speed(scene, 1e-6);
  }
  CHECK(touched > 60);
}

TEST_CASE("the contact of a strand on a round obstacle is T / R per length",
          "[ligament][path][wrap]") {
  // The force on a cylinder is perpendicular to its axis and adds up to 2 T sin(half the wrapped
  // angle).
  Random random{7};
  const double R = 0.02;
  const Scene scene =
      one_obstacle(random, geometry::InfiniteCylinder{R}, {-0.05, 0, 0}, {0.03, -0.01, 0});
  const ligament::TracedPath traced = trace_cold(scene.path, scene.X_WB);
  REQUIRE(traced.wraps.size() == 1);
  const double wrapped = traced.wraps[0].touch.start.length / R;
  for (const ligament::LengthGradient& g : traced.gradients) {
    if (g.body == 1) CHECK(g.linear.norm() == Approx(2 * std::sin(wrapped / 2)).epsilon(1e-12));
  }
}

TEST_CASE("a strand on a pulley keeps its turns, beyond half a turn and back",
          "[ligament][path][wrap]") {
  // One end moves around the axis by three turns and back.
  const double R = 0.01, d = 0.03;
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = {d, 0, 0}}, {.body = 1, .p_B = {d, 0, 0}}};
  path.obstacles.push_back({.name = "pulley", .shape = geometry::InfiniteCylinder{R}, .side = {}});
  ligament::PathMemory memory;
  ligament::TracedPath traced;
  const auto length_at = [&](double turn) {
    Pose X = Pose::Identity();
    X.linear() = Eigen::AngleAxisd(turn, Vector3d::UnitZ()).toRotationMatrix();
    trace(path, std::vector<Pose>{Pose::Identity(), X}, {}, memory, traced);
    return traced.length;
  };
  double last = length_at(0);
  for (double turn = 0; turn < 6 * pi; turn += 0.05) {
    const double length = length_at(turn);
    CHECK(length == Approx(plane_length(R, d, d, turn)).epsilon(1e-12).margin(1e-15));
    CHECK(std::abs(length - last) <= 0.05 * d * (1 + 1e-9));
    last = length;
  }
  for (double turn = 6 * pi; turn > -4 * pi; turn -= 0.4) {
    CHECK(length_at(turn) ==
          Approx(plane_length(R, d, d, std::abs(turn))).epsilon(1e-12).margin(1e-15));
  }
}

TEST_CASE("a quadrant makes the strand go the way whose middle is on its side",
          "[ligament][path][wrap]") {
  const double R = 0.02, d = 0.05;
  for (int k = 0; k < 24; ++k) {
    const double u = 2 * pi * (k + 0.5) / 24, half = 1.2;
    const Vector3d A(d * std::cos(u - half), d * std::sin(u - half), 0);
    const Vector3d B(d * std::cos(u + half), d * std::sin(u + half), 0);
    for (const char* quadrant : {"+x", "-x", "y", "-y"}) {
      const auto side = ligament::side_of_quadrant(quadrant);
      const bool is_short = Vector3d(std::cos(u), std::sin(u), 0).dot(*side) > 0;
      const double expected = plane_length(R, d, d, is_short ? 2 * half : 2 * pi - 2 * half);
      for (const geometry::Shape& shape :
           {geometry::Shape(geometry::InfiniteCylinder{R}),
            geometry::Shape(geometry::Cylinder{R, 0.5}), geometry::Shape(geometry::Sphere{R}),
            geometry::Shape(geometry::Ellipsoid{Vector3d::Constant(R)})}) {
        ligament::StrandPath path;
        path.points = {{.p_B = A}, {.p_B = B}};
        path.obstacles.push_back({.name = "q", .shape = shape, .side = side});
        const ligament::TracedPath traced = trace_cold(path, {Pose::Identity()});
        CAPTURE(u, quadrant, name(shape));
        CHECK(traced.length == Approx(expected).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("a strand slips off the end of a cylinder", "[ligament][path][wrap]") {
  const double R = 0.02;
  const auto length_at = [&](double z) {
    ligament::StrandPath path;
    path.points = {{.p_B = {-0.04, 0, z}}, {.p_B = {0.04, 0, z}}};
    path.obstacles.push_back({.name = "roll", .shape = geometry::Cylinder{R, 0.03}, .side = {}});
    return trace_cold(path, {Pose::Identity()}).length;
  };
  const double wrapped = plane_length(R, 0.04, 0.04, pi);
  CHECK(length_at(0) == Approx(wrapped).epsilon(1e-12));
  CHECK(length_at(0.0299) == Approx(wrapped).epsilon(1e-12));
  CHECK(length_at(0.0301) == Approx(0.08).epsilon(1e-12));
  CHECK(length_at(-0.0301) == Approx(0.08).epsilon(1e-12));
}

TEST_CASE("round obstacles at their limits: touch, ends on and in them, ends that coincide",
          "[ligament][path][wrap]") {
  const double R = 0.02;
  const auto path_of = [&](const geometry::Shape& shape, const Vector3d& A, const Vector3d& B) {
    ligament::StrandPath path;
    path.points = {{.p_B = A}, {.p_B = B}};
    path.obstacles.push_back({.name = "limit", .shape = shape, .side = {}});
    return trace_cold(path, {Pose::Identity()});
  };
  for (const geometry::Shape& shape :
       {geometry::Shape(geometry::Sphere{R}), geometry::Shape(geometry::InfiniteCylinder{R}),
        geometry::Shape(geometry::Ellipsoid{Vector3d::Constant(R)})}) {
    CAPTURE(name(shape));
    const auto is_finite = [](const ligament::TracedPath& p) {
      bool finite = std::isfinite(p.length) && std::isfinite(p.residual);
      for (const ligament::LengthGradient& g : p.gradients) {
        finite = finite && g.linear.allFinite() && g.angular.allFinite();
      }
      return finite;
    };
    // Just touching, slightly above and slightly below: no jump.
    for (const double hair : {0.0, 1e-6, -1e-6, 1e-12, -1e-12, 1e-15, -1e-15}) {
      const ligament::TracedPath p = path_of(shape, {-0.03, R + hair, 0}, {0.05, R + hair, 0});
      CHECK(p.length == Approx(0.08).epsilon(1e-8));
      CHECK(p.status == ligament::PathStatus::complete);
      CHECK(p.point_gradients_W[1].isApprox(Vector3d::UnitX(), 2e-4));
    }
    // From the surface, and just above it, over a bit more than a quarter turn.
    for (const double hair : {0.0, 1e-15, 1e-13, 1e-11, 1e-9}) {
      const ligament::TracedPath p = path_of(shape, {-R - hair, 0, 0}, {0.02, 0.02, 0});
      const double expected = R * pi / 2 + 0.02;
      CHECK(p.length == Approx(expected).epsilon(1e-7));
      CHECK(p.status == ligament::PathStatus::complete);
      CHECK(p.point_gradients_W[0].isApprox(-Vector3d::UnitY(), 1e-3));
    }
    // Both ends on the surface.
    CHECK(path_of(shape, {-R, 0, 0}, {0, R, 0}).length == Approx(R * pi / 2).epsilon(1e-9));
    // An end inside: the path passes through, with the right status.
    const ligament::TracedPath inside = path_of(shape, {-0.01, 0, 0}, {0.05, 0, 0});
    CHECK(inside.status == ligament::PathStatus::end_inside);
    CHECK(inside.length == Approx(0.06).epsilon(1e-12));
    // A path of zero length, off the surface and on it.
    for (const Vector3d& p : {Vector3d(0.04, 0, 0), Vector3d(R, 0, 0)}) {
      const ligament::TracedPath none = path_of(shape, p, p);
      CHECK(is_finite(none));
      CHECK(none.length < 1e-12);
    }
    // Through the centre: one of the equal paths.
    const ligament::TracedPath middle = path_of(shape, {-0.04, 0, 0}, {0.05, 0, 0});
    CHECK(middle.length == Approx(plane_length(R, 0.04, 0.05, pi)).epsilon(1e-9));
    CHECK(is_finite(middle));
  }
}

}  // namespace condyle::test::wrap_round_tests
