// Paths: via points, moving and conditional ones, several obstacles, moment arms, memory.
#include <numbers>

#include "condyle/error.h"
#include "core/ligament/path_fixture.h"
#include "core/ligament/wrap_oracles.h"
#include "core/src/ligament/path_parts.h"
#include "support/allocation_counter.h"
#include "support/few_or_all.h"

namespace condyle::test::traced_path_tests {

using Eigen::Vector3d;
using std::numbers::pi;

namespace {

/// A strand over three pulleys and an ellipsoid on three bodies, with a via point.
Scene long_path(Random& random) {
  Scene scene;
  for (int i = 0; i < 4; ++i) {
    Pose X = random.pose(0.002);
    const Vector3d axis = random.direction();
    X.linear() = Eigen::AngleAxisd(random.between(-0.1, 0.1), axis).toRotationMatrix();
    scene.X_WB.push_back(X);
    scene.V_WB_W.push_back(random.twist());
  }
  scene.path.points = {{.body = 0, .p_B = {-0.10, -0.004, 0.001}},
                       {.body = 3, .p_B = {0.02, -0.004, 0.004}},
                       {.body = 2, .p_B = {0.12, -0.012, 0}}};
  const auto at = [](double x, double y) {
    Pose X = Pose::Identity();
    X.translation() = Vector3d(x, y, 0);
    return X;
  };
  scene.path.obstacles = {{.name = "first",
                           .body = 1,
                           .X_BS = at(-0.06, 0),
                           .shape = geometry::InfiniteCylinder{0.01},
                           .side = {}},
                          {.name = "ball",
                           .body = 2,
                           .X_BS = at(-0.02, 0.002),
                           .shape = geometry::Sphere{0.012},
                           .side = {}},
                          {.name = "egg",
                           .body = 1,
                           .X_BS = at(0.07, -0.005),
                           .shape = geometry::Ellipsoid{{0.02, 0.012, 0.015}},
                           .side = {}}};
  return scene;
}

}  // namespace

TEST_CASE("several obstacles in one path: balance, speed, and a shortened chain's length",
          "[ligament][path][wrap][rounds]") {
  Random random{GENERATE(1u, 2u, 3u)};
  CAPTURE(random.seed);
  for (int i = 0; i < few_or_all(8, 20); ++i) {
    const Scene scene = long_path(random);
    const ligament::TracedPath traced = trace_cold(scene.path, scene.X_WB, scene.V_WB_W);
    CAPTURE(i);
    CHECK(traced.status == ligament::PathStatus::complete);
    CHECK(traced.residual < 1e-9);
    CHECK(traced.wraps.size() >= 2);
    check_balance(scene.path, traced, scene.X_WB);
    check_speed(scene, 1e-6);
    for (const ligament::PathWrap& wrap : traced.wraps) CHECK(wrap.touch.start.length > 0);
    if (i > 1) continue;
    std::vector<PosedShape> shapes;
    for (const ligament::PathObstacle& o : scene.path.obstacles) {
      shapes.push_back({o.shape, scene.X_WB[o.body] * o.X_BS});
    }
    std::vector<Vector3d> ends;
    for (const ligament::PathPoint& p : scene.path.points) {
      ends.push_back(scene.X_WB[p.body] * p.p_B);
    }
    double coarse = 0, fine = 0;
    for (int k = 0; k < 2; ++k) {
      coarse += shortened_chain(shapes, {ends[k], ends[k + 1]}, 6);
      fine += shortened_chain(shapes, {ends[k], ends[k + 1]}, 7);
    }
    CHECK(traced.length == Approx(fine + (fine - coarse) / 3).epsilon(1e-4));
  }
}

TEST_CASE("two pulleys in a plane: crossed and open belts", "[ligament][path][wrap]") {
  // Between circles of radii R and r at a distance c the straight part of an open belt is
  // sqrt(c^2 - (R - r)^2), of a crossed one sqrt(c^2 - (R + r)^2).
  const double R = 0.02, r = 0.01, c = 0.1;
  const auto belt = [&](double y_end) {
    ligament::StrandPath path;
    path.points = {{.p_B = {-0.05, -0.03, 0}}, {.p_B = {c + 0.05, y_end, 0}}};
    Pose X = Pose::Identity();
    X.translation().x() = c;
    path.obstacles = {
        {.name = "R", .shape = geometry::InfiniteCylinder{R}, .side = Vector3d::UnitY()},
        {.name = "r",
         .X_BS = X,
         .shape = geometry::InfiniteCylinder{r},
         .side = Vector3d(0, y_end < 0 ? 1 : -1, 0)}};
    return trace_cold(path, {Pose::Identity()});
  };
  const ligament::TracedPath open = belt(-0.03), crossed = belt(0.03);
  REQUIRE(open.wraps.size() == 2);
  REQUIRE(crossed.wraps.size() == 2);
  const auto middle_leg = [](const ligament::TracedPath& p) {
    return (p.legs[1].to_W - p.legs[1].from_W).norm();
  };
  CHECK(middle_leg(open) == Approx(std::sqrt(c * c - (R - r) * (R - r))).epsilon(1e-10));
  CHECK(middle_leg(crossed) == Approx(std::sqrt(c * c - (R + r) * (R + r))).epsilon(1e-10));
}

TEST_CASE("moment arms are minus the slope of the length by a coordinate", "[ligament][path]") {
  // The coordinate q turns body 1 about an axis and moves the via point along a spline.
  Random random{GENERATE(1u, 2u)};
  CAPTURE(random.seed);
  const Vector3d axis = random.direction(), origin(0.01, -0.005, 0.002);
  const auto via = [](double q) { return Vector3d(0.03 + 0.004 * q * q, 0.01 * q, 0.002); };
  const auto via_slope = [](double q) { return Vector3d(0.008 * q, 0.01, 0); };
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = {-0.06, 0, 0.01}},
                 {.body = 1, .p_B = via(0)},
                 {.body = 1, .p_B = {0.06, -0.05, 0}}};
  path.obstacles.push_back(
      {.name = "egg", .body = 0, .shape = geometry::Ellipsoid{{0.02, 0.015, 0.012}}, .side = {}});
  ligament::PathMemory memory;
  ligament::TracedPath traced;
  const auto at = [&](double q, double rate) {
    Pose X = Pose::Identity();
    X.linear() = Eigen::AngleAxisd(q, axis).toRotationMatrix();
    X.translation() = origin - X.linear() * origin;
    path.points[1].p_B = via(q);
    path.points[1].slope_B = via_slope(q);
    path.points[1].rate = rate;
    const std::vector<Pose> X_WB{Pose::Identity(), X};
    const std::vector<Twist> V{{}, {rate * axis, rate * axis.cross(X.translation() - origin)}};
    trace(path, X_WB, V, memory, traced);
    double slope = slope_by_point(path, traced, X_WB, 1);
    for (const ligament::LengthGradient& g : traced.gradients) {
      if (g.body != 1) continue;
      slope += g.angular.dot(axis) + g.linear.dot(axis.cross(X.translation() - origin));
    }
    return slope;
  };
  for (double q = -0.4; q < 0.4; q += 0.05) {
    const double step = 1e-6;
    at(q - step, 0);
    const double low = traced.length;
    at(q + step, 0);
    const double high = traced.length;
    const double slope = at(q, 1.7);
    CHECK(traced.status == ligament::PathStatus::complete);
    CHECK((high - low) / (2 * step) == Approx(slope).epsilon(1e-6).margin(1e-8));
    CHECK(traced.lengthening_speed == Approx(1.7 * slope).epsilon(1e-10).margin(1e-13));
  }
}

TEST_CASE("a conditional point is passed by while it is off", "[ligament][path]") {
  ligament::StrandPath path;
  path.points = {{.p_B = {0, 0, 0}}, {.p_B = {1, 1, 0}}, {.p_B = {2, 0, 0}}};
  CHECK(trace_cold(path, {Pose::Identity()}).length == Approx(2 * std::sqrt(2)).epsilon(1e-15));
  path.points[1].is_active = false;
  const ligament::TracedPath traced = trace_cold(path, {Pose::Identity()});
  CHECK(traced.length == 2);
  CHECK(traced.point_gradients_W[1].isZero(0));
}

TEST_CASE("an obstacle acts in its range of points alone", "[ligament][path]") {
  ligament::StrandPath path;
  path.points = {{.p_B = {-2, 0.1, 0}}, {.p_B = {2, 0.1, 0}}, {.p_B = {-2, 0.2, 0}}};
  path.obstacles.push_back({.name = "s", .shape = geometry::Sphere{1}, .side = {}});
  CHECK(trace_cold(path, {Pose::Identity()}).wraps.size() == 2);
  path.obstacles[0].last_point = 1;
  const ligament::TracedPath traced = trace_cold(path, {Pose::Identity()});
  REQUIRE(traced.wraps.size() == 1);
  CHECK(traced.wraps[0].after_point == 0);
}

TEST_CASE("a path's polyline starts, wraps and ends with the path", "[ligament][path]") {
  Random random{4};
  const Scene scene = long_path(random);
  const ligament::TracedPath traced = trace_cold(scene.path, scene.X_WB);
  const std::vector<Vector3d> line = polyline(scene.path, traced, scene.X_WB, 1e-4);
  double length = 0;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const double step = (line[i + 1] - line[i]).norm();
    length += step;
  }
  CHECK(line.front() == traced.legs.front().from_W);
  CHECK(line.back() == traced.legs.back().to_W);
  CHECK(length == Approx(traced.length).epsilon(1e-5));
}

TEST_CASE("a warm path allocates nothing and repeats its bits", "[ligament][path]") {
  Random random{5};
  const Scene scene = long_path(random);
  ligament::PathMemory memory;
  ligament::TracedPath traced;
  const auto run = [&](double t) {
    trace(scene.path, moved(scene.X_WB, scene.V_WB_W, t), scene.V_WB_W, memory, traced);
  };
  run(0);
  const std::vector<Pose> later = moved(scene.X_WB, scene.V_WB_W, 1e-3);
  const long before = allocation_count();
  trace(scene.path, later, scene.V_WB_W, memory, traced);
  CHECK(allocation_count() == before);
  const double length = traced.length;
  ligament::PathMemory other;
  ligament::TracedPath again;
  trace(scene.path, scene.X_WB, {}, other, again);
  trace(scene.path, later, scene.V_WB_W, other, again);
  CHECK(again.length == length);
}

TEST_CASE("a piece between two points has a gradient that is continuous where they meet",
          "[ligament][path]") {
  const Vector3d along = Vector3d(1, 2, -2) / 3;
  const double k = ligament::k_shortest_leg, step = 1e-6 * k;
  CHECK(ligament::leg_length(0.03 * along, k).length == Approx(0.03).epsilon(1e-15));
  CHECK(ligament::leg_length(Vector3d::Zero(), k).gradient.norm() == 0);
  CHECK(ligament::leg_length((k - step) * along, k).length == Approx(k - step).epsilon(1e-11));
  CHECK((ligament::leg_length((k - step) * along, k).gradient - along).norm() < 2e-6);
  for (const double length : {-0.9 * k, -0.2 * k, 0.0, 0.5 * k, 0.99 * k, 1.5 * k}) {
    const double slope = (ligament::leg_length((length + step) * along, k).length -
                          ligament::leg_length((length - step) * along, k).length) /
                         (2 * step);
    // Rounding of lengths of 1e-5 m over 2e-11 m.
    CHECK(std::abs(slope - ligament::leg_length(length * along, k).gradient.dot(along)) < 1e-8);
  }
}

TEST_CASE("a path that cannot be is refused by name", "[ligament][path]") {
  Random random{6};
  const auto refused = [&](auto change, const char* word) {
    Scene scene = long_path(random);
    change(scene.path);
    CHECK_THROWS_AS(require_valid(scene.path, 4, "ACL"), InputError);
    CHECK_THROWS_WITH(require_valid(scene.path, 4, "ACL"),
                      Catch::Contains("ACL") && Catch::Contains(word));
  };
  refused([](ligament::StrandPath& c) { c.points.resize(1); }, "points");
  refused([](ligament::StrandPath& c) { c.points[1].body = 4; }, "body");
  refused([](ligament::StrandPath& c) { c.points[0].is_active = false; }, "switched");
  refused([](ligament::StrandPath& c) { c.points[0].p_B.x() = std::nan(""); }, "finite");
  refused([](ligament::StrandPath& c) { c.obstacles[1].shape = geometry::Brick{}; }, "brick");
  refused([](ligament::StrandPath& c) { c.obstacles[1].first_point = 2; }, "range");
  refused([](ligament::StrandPath& c) { c.obstacles[1].side = Vector3d::Zero(); }, "side");
  refused([](ligament::StrandPath& c) { c.shortest_leg = -1e-5; }, "shortest leg");
  refused([](ligament::StrandPath& c) { c.obstacles.resize(40, c.obstacles[0]); }, "obstacles");
  CHECK_THROWS_AS(ligament::side_of_quadrant("w"), InputError);
  CHECK(*ligament::side_of_quadrant("-y") == -Vector3d::UnitY());
  CHECK(!ligament::side_of_quadrant("all"));
}

}  // namespace condyle::test::traced_path_tests
