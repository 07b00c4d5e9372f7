// Geodesics, compared with Simbody 3.7 ("theirs"; "ours" is Condyle). Conventions differ: Simbody's
// binormal is t x n (ours n x t), so a right-handed turn about the normal moves an end along minus
// its binormal, and its Jacobi field has our sign; its torsion has the opposite sign. By default
// Simbody integrates to about 1e-6 and Condyle to 1e-11; tolerances that depend on Simbody's
// accuracy say so.
#ifdef CONDYLE_HAS_SIMBODY
#include <catch2/catch.hpp>

#include "condyle/geometry/geodesic.h"
#include "core/geometry/random_shapes.h"
#include "peers/simbody/simbody_shape.h"

namespace condyle::test::simbody_geodesics_tests {
namespace {

using Eigen::Vector3d;
using peers::SimbodyGeodesic;
using peers::SimbodyShape;
using test::RandomShapes;

constexpr unsigned k_seed = 71;

struct Pair {
  geometry::Shape ours;
  SimbodyShape theirs;
};

std::vector<Pair> smooth_pairs(RandomShapes& random) {
  std::vector<Pair> pairs;
  const double R = random.uniform(0.5, 2), r = random.uniform(0.2, 0.6) * R;
  const Vector3d axes(random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2));
  pairs.push_back({geometry::Sphere{R}, SimbodyShape::sphere(R)});
  pairs.push_back({geometry::InfiniteCylinder{R}, SimbodyShape::cylinder(R)});
  pairs.push_back({geometry::Ellipsoid{axes}, SimbodyShape::ellipsoid(axes)});
  pairs.push_back({geometry::Torus{R, r}, SimbodyShape::torus(R, r)});
  return pairs;
}

Vector3d random_tangent(RandomShapes& random, const Vector3d& normal) {
  return normal.cross(random.direction()).normalized();
}

/// Simbody's accuracy over a length of a few times the size.
constexpr double k_theirs = 1e-4;

}  // namespace

TEST_CASE("Simbody: geodesics shot to a length", "[simbody]") {
  RandomShapes random(k_seed);
  for (int round = 0; round < 100; ++round) {
    for (const Pair& pair : smooth_pairs(random)) {
      INFO(test::described(pair.ours, k_seed));
      const Vector3d p = random.point_on(pair.ours);
      const Vector3d t = random_tangent(random, normal_at(pair.ours, p));
      const SimbodyGeodesic theirs = pair.theirs.shoot(p, t, random.uniform(0.5, 2));
      REQUIRE(theirs.points.size() >= 2);
      // Simbody may leave out its last step, so ours is shot to the end of theirs.
      const geometry::Geodesic ours = shoot_geodesic(pair.ours, p, t, theirs.lengths.back());
      const geometry::GeodesicPoint& end = ours.end();
      const double scale = std::max(1.0, std::abs(end.rotational));
      CHECK((theirs.points.back() - end.point).norm() <= k_theirs * scale);
      CHECK((theirs.tangents.back() - end.tangent).norm() <= k_theirs * scale);
      CHECK((theirs.normals.back() - end.normal).norm() <= k_theirs * scale);
      CHECK(theirs.curvatures.back() == Approx(end.curvature).margin(10 * k_theirs * scale));
      CHECK(theirs.jacobi_q == Approx(end.rotational).margin(10 * k_theirs * scale));
      CHECK(theirs.jacobi_q_dot == Approx(end.rotational_rate).margin(10 * k_theirs * scale));
      // Simbody's torsion is a difference of binormals over the last step, which is close if the
      // torsion is constant.
      if (std::holds_alternative<geometry::InfiniteCylinder>(pair.ours)) {
        CHECK(theirs.torsion_q == Approx(end.torsion).margin(0.02));
      }
    }
  }
}

TEST_CASE("Simbody: geodesics in closed form, to full accuracy", "[simbody]") {
  RandomShapes random(k_seed);
  for (int round = 0; round < 1000; ++round) {
    const double R = random.length();
    const Pair pairs[] = {{geometry::Sphere{R}, SimbodyShape::sphere(R)},
                          {geometry::InfiniteCylinder{R}, SimbodyShape::cylinder(R)}};
    for (const Pair& pair : pairs) {
      INFO(test::described(pair.ours, k_seed));
      const Vector3d p = random.point_on(pair.ours);
      const Vector3d t = random_tangent(random, normal_at(pair.ours, p));
      const geometry::Geodesic ours = shoot_geodesic(pair.ours, p, t, random.uniform(0.1, 3) * R);
      // Simbody's closed-form shots are empty for the cylinder (3.7), so this takes the path
      // between the ends, on the side given by the tangents.
      const SimbodyGeodesic theirs = pair.theirs.between_in_closed_form(
          p, ours.end().point, ours.start().tangent, ours.end().tangent);
      REQUIRE(theirs.points.size() >= 2);
      CHECK(theirs.lengths.back() == Approx(ours.length()).epsilon(1e-9));
      CHECK((theirs.tangents.front() - ours.start().tangent).norm() <= 1e-7);
      CHECK((theirs.tangents.back() - ours.end().tangent).norm() <= 1e-7);
      CHECK(std::abs(theirs.jacobi_q - ours.end().rotational) <= 1e-8 * R);
      CHECK(theirs.curvatures.back() == Approx(ours.end().curvature).epsilon(1e-7));
      CHECK(std::abs(theirs.torsion_q - ours.end().torsion) <= 1e-7 / R);
    }
  }
}

TEST_CASE("Simbody: geodesics shot to a plane", "[simbody]") {
  RandomShapes random(k_seed);
  int hits = 0;
  for (int round = 0; round < 100; ++round) {
    for (const Pair& pair : smooth_pairs(random)) {
      INFO(test::described(pair.ours, k_seed));
      const Vector3d p = random.point_on(pair.ours);
      const Vector3d t = random_tangent(random, normal_at(pair.ours, p));
      // A plane ahead that the geodesic crosses steeply, since Simbody searches for it in steps.
      const geometry::Geodesic there = shoot_geodesic(pair.ours, p, t, random.uniform(0.3, 1));
      const geometry::CuttingPlane plane{there.end().tangent,
                                         there.end().tangent.dot(there.end().point)};
      if (std::abs(plane.normal.dot(p) - plane.offset) < 0.1) continue;
      const geometry::Geodesic ours = shoot_geodesic_to_plane(pair.ours, p, t, plane, 3);
      const SimbodyGeodesic theirs = pair.theirs.shoot_to_plane(p, t, plane.normal, plane.offset);
      if (ours.status != geometry::GeodesicStatus::complete || theirs.points.size() < 2) continue;
      ++hits;
      CHECK(theirs.lengths.back() == Approx(ours.length()).epsilon(1e-3));
      CHECK((theirs.points.back() - ours.end().point).norm() <= 1e-3);
    }
  }
  CHECK(hits > 200);
}

TEST_CASE("Simbody: geodesics between two points", "[simbody]") {
  RandomShapes random(k_seed);
  int found = 0;
  for (int round = 0; round < 100; ++round) {
    for (const Pair& pair : smooth_pairs(random)) {
      INFO(test::described(pair.ours, k_seed));
      const Vector3d p = random.point_on(pair.ours);
      const Vector3d t = random_tangent(random, normal_at(pair.ours, p));
      const geometry::Geodesic shot = shoot_geodesic(pair.ours, p, t, random.uniform(0.3, 1));
      if (!shot.is_locally_shortest()) continue;
      const Vector3d q = shot.end().point, hint = t + 0.05 * shot.start().binormal();
      const geometry::Geodesic ours = geodesic_near(pair.ours, p, q, hint, 0.98 * shot.length());
      CHECK(ours.status == geometry::GeodesicStatus::complete);
      CHECK(ours.length() == Approx(shot.length()).epsilon(1e-9));
      const SimbodyGeodesic theirs = pair.theirs.between(p, q, hint, 0.98 * shot.length());
      if (theirs.points.empty() || (theirs.points.back() - q).norm() > 1e-3) continue;  // gave up
      ++found;
      CHECK(theirs.lengths.back() == Approx(ours.length()).epsilon(1e-3));
      CHECK((theirs.tangents.front() - ours.start().tangent).norm() <= 5e-3);
    }
  }
  CHECK(found > 100);
}

}  // namespace condyle::test::simbody_geodesics_tests
#endif
