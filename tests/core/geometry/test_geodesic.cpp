// Geodesics against closed forms, published values and invariants.
#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <numbers>

#include "condyle/error.h"
#include "condyle/geometry/curvature.h"
#include "condyle/geometry/geodesic.h"
#include "core/geometry/random_shapes.h"
#include "core/src/geometry/cone.h"
#include "support/few_or_all.h"
#include "support/rounds.h"

namespace condyle::test::geodesic_tests {

using namespace geometry;

namespace {

using Eigen::Vector3d;
using std::numbers::pi;
using test::RandomShapes;

constexpr unsigned k_seed = 61;

Vector3d random_tangent(RandomShapes& random, const Vector3d& normal) {
  return normal.cross(random.direction()).normalized();
}

void check_finite(const Geodesic& g) {
  REQUIRE(g.points.size() >= 2);
  for (const GeodesicPoint& p : g.points) {
    REQUIRE(p.point.allFinite());
    REQUIRE(p.tangent.allFinite());
    REQUIRE(std::isfinite(p.rotational + p.translational + p.curvature + p.torsion));
  }
  CHECK(std::isfinite(g.residual));
}

/// Shapes with integrated geodesics, none too thin: other tests cover axes with a ratio of 300.
std::vector<Shape> integrated_shapes(RandomShapes& random) {
  const auto near_one = [&] { return 0.1 * random.uniform(0.4, 1.6); };
  return {Ellipsoid{{near_one(), near_one(), near_one()}}, Torus{0.2, random.uniform(0.03, 0.12)}};
}

Geodesic reversed_shot(const Shape& shape, const Geodesic& g) {
  return shoot_geodesic(shape, g.end().point, -g.end().tangent, g.length());
}

}  // namespace

TEST_CASE("integrated geodesics equal the closed forms on sphere and cylinder", "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < 200; ++i) {
    const double R = random.length();
    for (const Shape& shape : {Shape(Sphere{R}), Shape(InfiniteCylinder{R}), Shape(HalfSpace{})}) {
      INFO(test::described(shape, k_seed));
      const Vector3d p = random.point_on(shape);
      const Vector3d t = random_tangent(random, normal_at(shape, p));
      const double length = random.uniform(0, 5) * R;
      const Geodesic closed = shoot_geodesic(shape, p, t, length);
      const Geodesic stepped = integrate_geodesic(shape, p, t, length);
      REQUIRE(stepped.status == GeodesicStatus::complete);
      CHECK(closed.length() == Approx(length));
      CHECK(stepped.length() == Approx(length));
      CHECK((closed.end().point - stepped.end().point).norm() <= 1e-10 * R);
      CHECK((closed.end().tangent - stepped.end().tangent).norm() <= 1e-9);
      CHECK(std::abs(closed.end().rotational - stepped.end().rotational) <= 1e-8 * R);
      CHECK(std::abs(closed.end().translational - stepped.end().translational) <= 1e-7);
      CHECK(std::abs(closed.end().curvature - stepped.end().curvature) <= 1e-8 / R);
      CHECK(std::abs(closed.end().torsion - stepped.end().torsion) <= 1e-8 / R);
    }
  }
}

TEST_CASE("a cone's geodesics are straight on the wall laid flat", "[geometry]") {
  RandomShapes random(k_seed);
  int ended = 0;
  for (int i = 0; i < 300; ++i) {
    const Cone cone = random.cone();
    const double slant = slant_length(cone);
    const ParametricJet at =
        parametric(cone, {random.uniform(0.2, 0.9) * slant, random.uniform(-pi, pi)});
    const Vector3d t = random_tangent(random, at.du.cross(at.dv).normalized());
    const double length = random.uniform(0, 1) * slant;
    const Geodesic g = shoot_geodesic(cone, at.point, t, length);
    check_finite(g);
    ended += g.status == GeodesicStatus::left_surface;
    for (std::size_t k = 0; k < g.points.size(); ++k) {
      const GeodesicPoint& p = g.points[k];
      // Clairaut: distance from the axis times the cosine of the angle to the parallels.
      const auto clairaut = [](const GeodesicPoint& q) {
        return q.point.x() * q.tangent.y() - q.point.y() * q.tangent.x();
      };
      CHECK(clairaut(p) == Approx(clairaut(g.start())).margin(1e-11 * slant));
      CHECK(std::abs(nearest(cone, p.point).distance) <= 1e-12 * slant);
      CHECK(p.tangent.norm() == Approx(1).epsilon(1e-12));
      CHECK(std::abs(p.tangent.dot(p.normal)) <= 1e-9);
    }
    if (g.status == GeodesicStatus::left_surface) {
      CHECK(parameters(cone, g.end().point)[0] == Approx(slant).epsilon(1e-9));
    } else if (length > 1e-3 * slant) {
      const Geodesic stepped = integrate_geodesic(cone, at.point, t, length);
      if (stepped.status == GeodesicStatus::complete) {
        CHECK((stepped.end().point - g.end().point).norm() <= 1e-8 * slant);
      }
      const Geodesic back = shortest_geodesic(cone, at.point, g.end().point);
      CHECK(back.length() <= g.length() * (1 + 1e-12));
      CHECK(back.residual <= 1e-12 * slant);
    }
  }
  CHECK(ended > 20);
}

TEST_CASE("a direction up the wall ends at the apex, one along the normal is refused",
          "[geometry]") {
  const Cone cone{0.1, 0.2};
  const ParametricJet at = parametric(cone, {0.1, 1});
  const Geodesic g = shoot_geodesic(cone, at.point, -at.du, 1);
  CHECK(g.status == GeodesicStatus::left_surface);
  CHECK(g.length() == Approx(0.1));
  check_finite(g);
  CHECK_THROWS_WITH(shoot_geodesic(Sphere{1}, {1, 0, 0}, {1, 0, 0}, 1), Catch::Contains("sphere"));
  CHECK_THROWS_WITH(shoot_geodesic(Brick{}, {1, 0, 0}, {0, 1, 0}, 1), Catch::Contains("brick"));
}

TEST_CASE("great circles and helices have their lengths", "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < 1000; ++i) {
    const double R = random.length();
    const Vector3d a = random.direction(), b = random.direction();
    const Geodesic arc = shortest_geodesic(Sphere{R}, R * a, R * b);
    CHECK(arc.length() == Approx(R * std::atan2(a.cross(b).norm(), a.dot(b))).epsilon(1e-13));
    CHECK(arc.residual <= 1e-14 * R);
    const double turn = random.uniform(-3.1, 3.1), rise = random.uniform(-2, 2) * R;
    const Vector3d to(R * std::cos(turn), R * std::sin(turn), rise);
    const Geodesic helix = shortest_geodesic(InfiniteCylinder{R}, {R, 0, 0}, to);
    CHECK(helix.length() == Approx(std::hypot(R * turn, rise)).epsilon(1e-13));
    CHECK(helix.residual <= 1e-13 * R);
    // Its torsion is that of a helix.
    const double c = R * turn / helix.length(), s = rise / helix.length();
    CHECK(helix.end().curvature == Approx(c * c / R).margin(1e-12 / R));
    CHECK(std::abs(helix.end().torsion) == Approx(std::abs(c * s) / R).margin(1e-12 / R));
  }
  CHECK(shortest_geodesic(Sphere{1}, {1, 0, 0}, {-1, 0, 0}).status == GeodesicStatus::cut_locus);
  CHECK(shortest_geodesic(Sphere{1}, {1, 0, 0}, {-1, 0, 0}).length() == Approx(pi));
}

TEST_CASE("Clairaut's relation holds along integrated geodesics of surfaces of revolution",
          "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < 100; ++i) {
    const double a = random.uniform(0.5, 2), c = random.uniform(0.5, 2);
    for (const Shape& shape :
         {Shape(Ellipsoid{{a, a, c}}), Shape(Torus{a, random.uniform(0.1, 0.6) * a})}) {
      INFO(test::described(shape, k_seed));
      const Vector3d p = random.point_on(shape);
      const Geodesic g = shoot_geodesic(shape, p, random_tangent(random, normal_at(shape, p)), 10);
      REQUIRE(g.status == GeodesicStatus::complete);
      const auto clairaut = [](const GeodesicPoint& q) {
        return q.point.x() * q.tangent.y() - q.point.y() * q.tangent.x();
      };
      for (const GeodesicPoint& q : g.points) {
        CHECK(std::abs(clairaut(q) - clairaut(g.start())) <= 1e-9);
        CHECK(std::abs(implicit(shape, q.point).value) <= 1e-14);
      }
    }
  }
}

TEST_CASE("the ellipsoid of the Earth: published geodesics", "[geometry]") {
  // WGS84, in units of 1000 km.
  const double a = 6.378137, f = 1 / 298.257223563, b = a * (1 - f);
  const Shape earth = Ellipsoid{{a, a, b}};
  const GeodesicOptions fine{.accuracy = 1e-13};
  // Meridian: 40007862.917 m; equator: 40075016.686 m.
  const Geodesic meridian = shoot_geodesic(earth, {a, 0, 0}, {0, 0, 1}, 40.007862917, fine);
  CHECK((meridian.end().point - Vector3d(a, 0, 0)).norm() < 1e-9);
  const Geodesic equator = shoot_geodesic(earth, {a, 0, 0}, {0, 1, 0}, 40.075016686, fine);
  CHECK((equator.end().point - Vector3d(a, 0, 0)).norm() < 1e-9);
  // Karney 2013 (J. Geodesy 87:43-55), table 2: 10 000 km from latitude 40 degrees, azimuth 30.
  const auto place = [&](double latitude, double longitude) {
    const double n = a / std::sqrt(1 - f * (2 - f) * std::pow(std::sin(latitude), 2));
    return Vector3d(n * std::cos(latitude) * std::cos(longitude),
                    n * std::cos(latitude) * std::sin(longitude),
                    n * (1 - f) * (1 - f) * std::sin(latitude));
  };
  const double degree = pi / 180, lat = 40 * degree;
  const Vector3d east(0, 1, 0), north(-std::sin(lat), 0, std::cos(lat));
  const Geodesic g = shoot_geodesic(earth, place(lat, 0),
                                    std::sin(pi / 6) * east + std::cos(pi / 6) * north, 10, fine);
  const Vector3d end = place(41.79331020506 * degree, 137.84490004377 * degree);
  CHECK((g.end().point - end).norm() < 1e-10);  // 0.1 mm on 10 000 km
  const Geodesic back = shortest_geodesic(earth, place(lat, 0), end);
  CHECK(back.status == GeodesicStatus::complete);
  CHECK(back.length() == Approx(10).epsilon(1e-11));
}

TEST_CASE("the closed geodesics of a triaxial ellipsoid have the lengths of its ellipses",
          "[geometry]") {
  // The perimeter of an ellipse of semi-axes 3 and 2 is 15.865439589290589791... (OEIS A334849);
  // for others it is 4 a E(e), with the standard library's integral.
  const auto perimeter = [](double a, double b) {
    return 4 * std::max(a, b) *
           std::comp_ellint_2(std::sqrt(1 - std::pow(std::min(a, b) / std::max(a, b), 2)));
  };
  CHECK(perimeter(3, 2) == Approx(15.865439589290590).epsilon(1e-14));
  const Vector3d axes(3, 2, 2.5);
  const Shape shape = Ellipsoid{axes};
  for (int k = 0; k < 3; ++k) {
    // Perpendicular to axis k; k = 2 is the ellipse with a published perimeter.
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const Vector3d p = axes[i] * Vector3d::Unit(i), t = Vector3d::Unit(j);
    const Geodesic g = shoot_geodesic(shape, p, t, perimeter(axes[i], axes[j]));
    CHECK(g.status == GeodesicStatus::complete);
    CHECK((g.end().point - p).norm() <= 1e-9 * std::max(1.0, std::abs(g.end().rotational)));
    CHECK((g.end().tangent - t).norm() <= 1e-9 * std::max(1.0, std::abs(g.end().rotational_rate)));
  }
}

TEST_CASE("Jacobi fields are the derivatives of the end point", "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < 100; ++i) {
    for (const Shape& shape : integrated_shapes(random)) {
      INFO(test::described(shape, k_seed));
      const Vector3d p = random.point_on(shape), n = normal_at(shape, p);
      const Vector3d t = random_tangent(random, n), left = n.cross(t);
      const double length = random.uniform(0.1, 0.5), h = 1e-5;
      const Geodesic g = shoot_geodesic(shape, p, t, length);
      const auto end = [&](const Vector3d& from, const Vector3d& direction) {
        return shoot_geodesic(shape, from, direction, length).end().point;
      };
      const Vector3d by_turn = (end(p, t + h * left) - end(p, t - h * left)) / (2 * h);
      const Vector3d b = g.end().binormal();
      const double scale = std::max(1.0, std::abs(g.end().rotational) / length);
      CHECK((by_turn - g.end().rotational * b).norm() <= 1e-6 * scale * scale);
      // A shift to the left along the perpendicular geodesic, with the direction transported in
      // parallel.
      const double d = 1e-5;
      const auto shifted = [&](double by) {
        const Geodesic across = shoot_geodesic(shape, p, by > 0 ? left : Vector3d(-left), d);
        // Parallel transport keeps the angle to the geodesic's tangent.
        const GeodesicPoint& q = across.end();
        const Vector3d forward = by > 0 ? Vector3d(-q.binormal()) : q.binormal();
        return end(q.point, forward);
      };
      const Vector3d by_shift = (shifted(1) - shifted(-1)) / (2 * d);
      const double shift_scale = std::max(1.0, std::abs(g.end().translational));
      CHECK((by_shift - g.end().translational * b).norm() <= 1e-4 * shift_scale * shift_scale);
      // The Wronskian of the two fields is constant.
      CHECK(g.end().translational * g.end().rotational_rate -
                g.end().rotational * g.end().translational_rate ==
            Approx(1).epsilon(1e-7 * scale * shift_scale));
    }
  }
}

TEST_CASE("a shot back returns to the start", "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < 200; ++i) {
    for (const Shape& shape : integrated_shapes(random)) {
      const Vector3d p = random.point_on(shape);
      const Geodesic g = shoot_geodesic(shape, p, random_tangent(random, normal_at(shape, p)),
                                        random.uniform(0.01, 0.5));
      const Geodesic back = reversed_shot(shape, g);
      const double scale = std::max(1.0, std::abs(g.end().rotational) / g.length());
      CHECK((back.end().point - p).norm() <= 1e-10 * scale);
      CHECK(back.end().torsion == Approx(g.start().torsion).margin(1e-6 * scale));
      CHECK(back.end().rotational == Approx(g.end().rotational).margin(1e-8 * scale * scale));
    }
  }
}

TEST_CASE("shots end on the plane asked for", "[geometry]") {
  RandomShapes random(k_seed);
  int hits = 0;
  for (int i = 0; i < rounds(150); ++i) {
    std::vector<Shape> shapes = integrated_shapes(random);
    shapes.insert(shapes.end(), {Sphere{0.1}, InfiniteCylinder{0.1}, HalfSpace{}, Cone{0.1, 0.2}});
    for (const Shape& shape : shapes) {
      INFO(test::described(shape, k_seed));
      const Vector3d p = std::holds_alternative<Cone>(shape)
                             ? parametric(shape, {0.12, random.uniform(-3, 3)}).point
                             : random.point_on(shape);
      const Vector3d t = random_tangent(random, normal_at(shape, p));
      const CuttingPlane plane{random.direction(), random.uniform(-0.1, 0.1)};
      const Geodesic g = shoot_geodesic_to_plane(shape, p, t, plane, 0.7);
      check_finite(g);
      const auto height = [&](const GeodesicPoint& q) {
        return plane.normal.dot(q.point) - plane.offset;
      };
      if (g.status != GeodesicStatus::complete) continue;
      ++hits;
      CHECK(std::abs(height(g.end())) <= 1e-13);
      CHECK(g.residual <= 1e-13);
      for (std::size_t k = 1; k + 1 < g.points.size(); ++k) {
        CHECK(height(g.points[k]) * height(g.start()) > 0);
      }
      const Geodesic same = shoot_geodesic(shape, p, t, g.length());
      CHECK((same.end().point - g.end().point).norm() <= 1e-9);
    }
  }
  CHECK(hits > rounds(300));
}

TEST_CASE("shortest geodesics arrive, and keep the triangle inequality", "[geometry][rounds]") {
  RandomShapes random(k_seed);
  int cut = 0, total = 0;
  for (int i = 0; i < rounds(few_or_all(4, 10)); ++i) {
    for (const Shape& shape : integrated_shapes(random)) {
      INFO(test::described(shape, k_seed));
      const Vector3d p[3] = {random.point_on(shape), random.point_on(shape),
                             random.point_on(shape)};
      double length[3];
      for (int k = 0; k < 3; ++k) {
        const Geodesic g = shortest_geodesic(shape, p[k], p[(k + 1) % 3]);
        check_finite(g);
        ++total;
        cut += g.status == GeodesicStatus::cut_locus;
        REQUIRE((g.status == GeodesicStatus::complete || g.status == GeodesicStatus::cut_locus));
        CHECK(g.residual <= 1e-11);
        length[k] = g.length();
        CHECK(g.length() >= (p[k] - p[(k + 1) % 3]).norm() * (1 - 1e-12));
        const Geodesic back = shortest_geodesic(shape, p[(k + 1) % 3], p[k]);
        CHECK(back.length() == Approx(g.length()).epsilon(1e-9));
        CHECK(g.is_locally_shortest());
      }
      for (int k = 0; k < 3; ++k) {
        CHECK(length[k] <= length[(k + 1) % 3] + length[(k + 2) % 3] + 1e-10);
      }
    }
  }
  CHECK(cut <= total / 50);
}

TEST_CASE("length changes with the ends by their tangents, and is followed from step to step",
          "[geometry][rounds]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < rounds(few_or_all(8, 20)); ++i) {
    for (const Shape& shape : integrated_shapes(random)) {
      INFO(test::described(shape, k_seed));
      const Vector3d p = random.point_on(shape), q = random.point_on(shape);
      const Geodesic g = shortest_geodesic(shape, p, q);
      if (g.status != GeodesicStatus::complete || g.end().rotational < 0.3 * g.length()) continue;
      const Vector3d vp = random_tangent(random, g.start().normal),
                     vq = random_tangent(random, g.end().normal);
      const double h = 1e-5;
      const auto length = [&](double s) {
        const Geodesic next =
            continued_geodesic(shape, p + s * vp, q + s * vq, g, {.accuracy = 1e-13});
        REQUIRE(next.status == GeodesicStatus::complete);
        return next.length();
      };
      CHECK((length(h) - length(-h)) / (2 * h) == Approx(g.length_rate(vp, vq)).margin(1e-6));
    }
  }
}

TEST_CASE("a geodesic is followed while its ends pass one another", "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < rounds(10); ++i) {
    std::vector<Shape> shapes = integrated_shapes(random);
    shapes.insert(shapes.end(), {Sphere{0.1}, InfiniteCylinder{0.1}, HalfSpace{}});
    for (const Shape& shape : shapes) {
      INFO(test::described(shape, k_seed));
      const Vector3d p = nearest(shape, 0.1 * random.direction()).point;
      const Vector3d normal = normal_at(shape, p), along = random_tangent(random, normal);
      const Vector3d aside = random.uniform(0, 0.5) * normal.cross(along);
      const Geodesic g = shoot_geodesic(shape, p, along, 0.01);
      const Vector3d from = nearest(shape, p + 0.007 * along).point;
      const Vector3d to = nearest(shape, p + 0.002 * (along + aside)).point;
      const Geodesic next = continued_geodesic(shape, from, to, g);
      const Geodesic shortest = shortest_geodesic(shape, from, to);
      CHECK(next.status == GeodesicStatus::complete);
      CHECK(next.length() == Approx(shortest.length()).epsilon(1e-9));
      CHECK((next.start().tangent - shortest.start().tangent).norm() <= 1e-7);
      CHECK(next.start().tangent.dot(along) < 0);
    }
  }
}

TEST_CASE("a shot has steps for each length, and says what is missing", "[geometry]") {
  const Shape torus = Torus{0.2, 0.1};
  const Vector3d p(0.3, 0, 0), direction(0, 1, 0.8);
  const Geodesic far = shoot_geodesic(torus, p, direction, 400);
  CHECK(far.points.size() > 2000);
  CHECK(far.status == GeodesicStatus::complete);
  CHECK(far.residual == 0);
  // However long the shot is, it ends.
  const Geodesic endless = shoot_geodesic(torus, p, direction, 1e12, {.most_steps = 20});
  CHECK(endless.status == GeodesicStatus::not_converged);
  CHECK(endless.residual == 1e12 - endless.length());
  const Geodesic few = shoot_geodesic(torus, p, direction, 10, {.most_steps = 3});
  CHECK(few.status == GeodesicStatus::not_converged);
  CHECK(few.residual == 10 - few.length());
  const Geodesic rim = shoot_geodesic(Cone{0.1, 0.2}, {0.05, 0, 0}, {0, 1, 0}, 3);
  CHECK(rim.status == GeodesicStatus::left_surface);
  CHECK(rim.residual == Approx(3 - rim.length()));
}

TEST_CASE("the split method finds the geodesics of the orthogonal one", "[geometry][rounds]") {
  RandomShapes random(k_seed);
  int same = 0;
  for (int i = 0; i < rounds(few_or_all(8, 20)); ++i) {
    for (const Shape& shape : integrated_shapes(random)) {
      INFO(test::described(shape, k_seed));
      const Geodesic g = shortest_geodesic(shape, random.point_on(shape), random.point_on(shape));
      if (g.status != GeodesicStatus::complete || g.end().rotational < 0.3 * g.length()) continue;
      // The error is zero for the true directions.
      const SplitError none = split_geodesic_error(shape, g.start().point, g.end().point,
                                                   g.start().tangent, -g.end().tangent);
      if (!none.both_hit) continue;  // the halfway plane cuts it more than once
      CHECK(std::abs(none.gap) <= 1e-9);
      CHECK(std::abs(none.angle) <= 1e-7);
      const Geodesic split = split_geodesic(shape, g.start().point, g.end().point,
                                            g.start().tangent + 0.02 * g.start().binormal(),
                                            -g.end().tangent + 0.02 * g.end().binormal());
      check_finite(split);
      if (split.status != GeodesicStatus::complete) continue;
      CHECK(split.residual <= 1e-8);
      same += std::abs(split.length() - g.length()) <= 1e-9;
    }
  }
  CHECK(same > rounds(few_or_all(8, 20)));
}

TEST_CASE("a geodesic ends at the border of a height map", "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < 20; ++i) {
    const HeightMap map = random.height_map();
    const auto between = [&](const Eigen::VectorXd& lines) {
      return random.uniform(lines[0] + 0.01, lines[lines.size() - 1] - 0.01);
    };
    const double x = between(map.x()), y = between(map.y());
    const Vector3d p(x, y, map.at(x, y).z);
    const Vector3d t = random_tangent(random, normal_at(map, p));
    const Geodesic g = shoot_geodesic(map, p, t, 100, {.accuracy = 1e-9});
    check_finite(g);
    CHECK(g.status == GeodesicStatus::left_surface);
    const Vector3d end = g.end().point;
    CHECK(map.covers(end.x(), end.y()));
    const double margin = std::min({end.x() - map.x()[0], map.x()[map.x().size() - 1] - end.x(),
                                    end.y() - map.y()[0], map.y()[map.y().size() - 1] - end.y()});
    CHECK(margin <= 1e-12);
    const Geodesic half = shoot_geodesic(map, p, t, g.length() / 2);
    CHECK(half.status == GeodesicStatus::complete);
    CHECK(std::abs(implicit(map, half.end().point).value) <= 1e-14);
    if (half.length() < 1e-3) continue;
    const Geodesic back =
        geodesic_near(map, half.end().point, p, -half.end().tangent, half.length());
    CHECK(back.residual <= 1e-9);
  }
}

TEST_CASE("a capsule's meridian closes after two walls and two half circles", "[geometry]") {
  const Capsule capsule{0.1, 0.3};
  const double around = 4 * 0.3 + 2 * pi * 0.1;
  const Geodesic g = shoot_geodesic(capsule, {0.1, 0, 0.05}, {0, 0, 1}, around);
  CHECK(g.status == GeodesicStatus::complete);
  CHECK((g.end().point - Vector3d(0.1, 0, 0.05)).norm() < 1e-9);
}

TEST_CASE("hopeless questions end with a status", "[geometry]") {
  const Shape shape = Ellipsoid{{0.1, 0.2, 0.3}};
  const Vector3d p(0.1, 0, 0), q(0, 0.2, 0);
  const Geodesic few = shoot_geodesic(shape, p, {0, 1, 0}, 10, {.most_steps = 3});
  CHECK(few.status == GeodesicStatus::not_converged);
  check_finite(few);
  const Geodesic short_of = geodesic_near(shape, p, q, {0, 0, 1}, 0.1, {.most_iterations = 1});
  CHECK(short_of.status == GeodesicStatus::not_converged);
  CHECK(short_of.residual > 0);
  check_finite(short_of);
  const Geodesic away = shoot_geodesic_to_plane(shape, p, {0, 1, 0}, {Vector3d::UnitZ(), 5}, 1);
  CHECK(away.status == GeodesicStatus::no_hit);
  const Geodesic none = shortest_geodesic(shape, p, p);
  CHECK(none.length() == 0);
  CHECK(none.status == GeodesicStatus::complete);
  check_finite(none);
  const Geodesic opposite = shortest_geodesic(Ellipsoid{{0.1, 0.1, 0.1}}, p, -p);
  check_finite(opposite);
  CHECK(opposite.status == GeodesicStatus::cut_locus);
}

// Not run by default: core_tests "[timing]" prints the figures of docs/geometry.md.
TEST_CASE("microseconds a step of a geodesic that is followed", "[.timing]") {
  const Shape shapes[] = {Sphere{0.02}, InfiniteCylinder{0.02}, Ellipsoid{{0.022, 0.03, 0.02}},
                          Torus{0.03, 0.01}};
  for (const Shape& shape : shapes) {
    const Vector3d p = nearest(shape, {0.03, 0, 0.01}).point;
    const Vector3d q = nearest(shape, {0.005, 0.03, 0.012}).point;
    Geodesic g = shortest_geodesic(shape, p, q);
    constexpr int n = 2000;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < n; ++i) {
      // Ends that circle within 3 mm, by about 6 micrometres a step.
      const double w = 0.002 * i;
      g = continued_geodesic(shape, p + 0.003 * Vector3d(0, std::sin(w), std::cos(w) - 1),
                             q + 0.003 * Vector3d(std::sin(w), 0, 0), g);
      REQUIRE(g.status == GeodesicStatus::complete);
    }
    const std::chrono::duration<double, std::micro> taken =
        std::chrono::steady_clock::now() - begin;
    WARN(name(shape) << ": " << taken.count() / n << " us a step, length " << g.length() << " m");
  }
}

}  // namespace condyle::test::geodesic_tests
