// Shots that end at an event.
#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "condyle/geometry/geodesic.h"
#include "core/geometry/random_shapes.h"
#include "support/rounds.h"

namespace condyle::test::geodesic_until_tests {

using namespace geometry;

namespace {

using Eigen::Vector3d;
using std::numbers::pi;
using test::RandomShapes;

constexpr unsigned k_seed = 97;

Vector3d random_tangent(RandomShapes& random, const Vector3d& normal) {
  return normal.cross(random.direction()).normalized();
}

/// The geodesics by closed form and by integration, which must agree.
std::vector<Geodesic> both_ways(const Shape& shape, const Vector3d& p, const Vector3d& t,
                                const GeodesicEvent& event, double most) {
  return {shoot_geodesic_until(shape, p, t, event, most),
          integrate_geodesic_until(shape, p, t, event, most)};
}

}  // namespace

TEST_CASE("a great circle ends at its highest latitude, a quarter turn from its node",
          "[geometry]") {
  RandomShapes random(k_seed);
  const auto climb = [](const Vector3d&, const Vector3d& tangent, double) { return tangent.z(); };
  for (int i = 0; i < 200; ++i) {
    const double R = random.length(), slope = random.uniform(0.05, 1.5);
    const Vector3d t(0, std::cos(slope), std::sin(slope));
    for (const Geodesic& g : both_ways(Sphere{R}, {R, 0, 0}, t, climb, 10 * R)) {
      CHECK(g.status == GeodesicStatus::complete);
      CHECK(g.length() == Approx(pi / 2 * R).epsilon(1e-10));
      CHECK(g.residual <= 1e-12);
      CHECK((g.end().point - R * t).norm() <= 1e-9 * R);
    }
  }
}

TEST_CASE("Clairaut's relation says how high a geodesic of a spheroid climbs", "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < 100; ++i) {
    const double a = random.uniform(0.5, 2), c = random.uniform(0.5, 2);
    const double slope = random.uniform(0.1, 1.4);
    const Geodesic g = shoot_geodesic_until(
        Ellipsoid{{a, a, c}}, {a, 0, 0}, {0, std::cos(slope), std::sin(slope)},
        [](const Vector3d&, const Vector3d& tangent, double) { return tangent.z(); }, 20);
    REQUIRE(g.status == GeodesicStatus::complete);
    // There the geodesic runs along a parallel, whose radius is Clairaut's constant.
    CHECK(g.end().point.head<2>().norm() == Approx(a * std::cos(slope)).epsilon(1e-10));
    CHECK(g.residual <= 1e-14);
  }
}

TEST_CASE("events of length and of place end a shot where they say", "[geometry]") {
  RandomShapes random(k_seed);
  int hits = 0;
  for (int i = 0; i < rounds(100); ++i) {
    for (const Shape& shape : {Shape(Sphere{0.1}), Shape(InfiniteCylinder{0.1}), Shape(HalfSpace{}),
                               Shape(Ellipsoid{{0.1, 0.12, 0.15}}), Shape(Torus{0.2, 0.06})}) {
      INFO(test::described(shape, k_seed));
      const Vector3d p = random.point_on(shape), t = random_tangent(random, normal_at(shape, p));
      const double wanted = random.uniform(0.01, 0.4);
      const Geodesic by_length = shoot_geodesic_until(
          shape, p, t, [&](const Vector3d&, const Vector3d&, double s) { return s - wanted; }, 0.5);
      CHECK(by_length.status == GeodesicStatus::complete);
      CHECK(by_length.length() == Approx(wanted).epsilon(1e-14));
      // The event is the entry into a ball around another point of the surface.
      const Vector3d centre = random.point_on(shape);
      const double radius = 0.05;
      const auto event = [&](const Vector3d& x, const Vector3d&, double) {
        return (x - centre).norm() - radius;
      };
      if (event(p, t, 0) < 1e-3) continue;
      const Geodesic g = shoot_geodesic_until(shape, p, t, event, 2);
      if (g.status != GeodesicStatus::complete) {
        CHECK(g.status == GeodesicStatus::no_hit);
        continue;
      }
      ++hits;
      CHECK(g.residual <= 1e-14);
      // The geodesic has not entered the ball before.
      for (int k = 0; k < 50; ++k) {
        const Geodesic part = shoot_geodesic(shape, p, t, g.length() * k / 50);
        CHECK(event(part.end().point, t, 0) > 0);
      }
    }
  }
  CHECK(hits > rounds(50));
}

TEST_CASE("two crossings within a step: the first one ends the shot", "[geometry]") {
  // A circle over the pole and a plane just below its top: steps of integration are far longer.
  for (const double depth : {0.3, 0.1, 0.03, 0.01}) {
    const CuttingPlane plane{Vector3d::UnitZ(), 1 - depth};
    const double first = pi / 2 - std::acos(1 - depth);
    const Geodesic closed = shoot_geodesic_to_plane(Sphere{1}, {1, 0, 0}, {0, 0, 1}, plane, 9);
    CHECK(closed.length() == Approx(first).epsilon(1e-12));
    const Geodesic stepped =
        shoot_geodesic_to_plane(Ellipsoid{{1, 1, 1}}, {1, 0, 0}, {0, 0, 1}, plane, 9);
    CHECK(stepped.status == GeodesicStatus::complete);
    CHECK(stepped.length() == Approx(first).epsilon(1e-9));
    CHECK(stepped.residual <= 1e-14);
  }
}

TEST_CASE("an event at the start counts from where it has left zero", "[geometry]") {
  const CuttingPlane equator{Vector3d::UnitZ(), 0};
  for (const Shape& shape : {Shape(Sphere{1}), Shape(Ellipsoid{{1, 1, 1}})}) {
    const Geodesic g = shoot_geodesic_to_plane(shape, {1, 0, 0}, {0, 0.6, 0.8}, equator, 9);
    CHECK(g.status == GeodesicStatus::complete);
    CHECK(g.length() == Approx(pi).epsilon(1e-9));
  }
}

TEST_CASE("a plane beyond the border of a height map is not met", "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < 20; ++i) {
    const HeightMap map = random.height_map();
    const double last = map.x()[map.x().size() - 1];
    const double x = 0.5 * (map.x()[0] + last),
                 y = 0.5 * (map.y()[0] + map.y()[map.y().size() - 1]);
    const Vector3d p(x, y, map.at(x, y).z), t(1, 0, map.at(x, y).zx);
    const CuttingPlane beyond{Vector3d::UnitX(), last + 1e-3};
    const Geodesic g = shoot_geodesic_to_plane(map, p, t, beyond, 100, {.accuracy = 1e-9});
    CHECK(g.status == GeodesicStatus::left_surface);
    CHECK(map.covers(g.end().point.x(), g.end().point.y()));
  }
}

TEST_CASE("events that never come end with a status", "[geometry]") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (const Shape& shape : {Shape(Sphere{0.1}), Shape(Torus{0.2, 0.1})}) {
    const Vector3d p = nearest(shape, {1, 0, 0}).point;
    for (const double value : {none, 1.0, -1.0, 0.0}) {
      const Geodesic g = shoot_geodesic_until(
          shape, p, {0, 1, 0}, [&](const Vector3d&, const Vector3d&, double) { return value; }, 1);
      CHECK(g.status == GeodesicStatus::no_hit);
      CHECK(g.length() == Approx(1));
      CHECK(g.end().point.allFinite());
      CHECK(std::isfinite(g.residual));
    }
    const auto never = [](const Vector3d&, const Vector3d&, double) { return 1.0; };
    const Geodesic few = shoot_geodesic_until(shape, p, {0, 1, 0}, never, 1e3, {.most_steps = 3});
    CHECK(few.status == GeodesicStatus::not_converged);
    CHECK(few.length() < 1e3);
  }
}

}  // namespace condyle::test::geodesic_until_tests
