// Shapes and their operators, compared with Simbody 3.7's ContactGeometry. Conventions differ:
//  - f: Simbody's has no unit, is positive inside and falls outward. Ours is in metres, negative
//    inside: ours = -scale * theirs, with the scale that each shape below names.
//  - the half space: theirs is x > 0 with outward normal -x, ours z < 0 with +z.
#ifdef CONDYLE_HAS_SIMBODY
#include <catch2/catch.hpp>
#include <numbers>

#include "condyle/geometry/curvature.h"
#include "condyle/geometry/separation.h"
#include "condyle/geometry/shape.h"
#include "core/geometry/random_shapes.h"
#include "peers/simbody/simbody_shape.h"
#include "support/few_or_all.h"

namespace condyle::test::simbody_shapes_tests {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using peers::SimbodyShape;
using std::numbers::pi;
using test::RandomShapes;

constexpr unsigned k_seed = 51;
constexpr double k_same = 1e-9;

/// A shape of Condyle and of Simbody; f = -scale * theirs.
struct Pair {
  geometry::Shape ours;
  SimbodyShape theirs;
  double scale;
};

std::vector<Pair> smooth_pairs(RandomShapes& random) {
  std::vector<Pair> pairs;
  const geometry::Sphere sphere = random.sphere();
  pairs.push_back({sphere, SimbodyShape::sphere(sphere.radius), sphere.radius / 2});
  const geometry::Ellipsoid ellipsoid = random.ellipsoid();
  pairs.push_back({ellipsoid, SimbodyShape::ellipsoid(ellipsoid.semi_axes),
                   ellipsoid.semi_axes.minCoeff() / 2});
  const geometry::InfiniteCylinder cylinder{random.length()};
  pairs.push_back({cylinder, SimbodyShape::cylinder(cylinder.radius), cylinder.radius / 2});
  const geometry::Torus torus = random.torus();
  pairs.push_back(
      {torus, SimbodyShape::torus(torus.major_radius, torus.minor_radius), torus.minor_radius / 2});
  const geometry::HeightMap map = random.height_map();
  pairs.push_back({map, SimbodyShape::height_map(map.x(), map.y(), map.samples().z, 0), 1});
  return pairs;
}

/// A query point; for a height map within its rectangle, which Simbody must not leave.
Vector3d query_about(RandomShapes& random, const geometry::Shape& shape) {
  Vector3d p = random.point_about(shape);
  if (const auto* map = std::get_if<geometry::HeightMap>(&shape)) {
    p.x() = random.uniform(map->x()[0], map->x()[map->x().size() - 1]);
    p.y() = random.uniform(map->y()[0], map->y()[map->y().size() - 1]);
  }
  return p;
}

/// A point of the surface, away from the height map's border.
Vector3d surface_point(RandomShapes& random, const geometry::Shape& shape) {
  const Vector3d p = query_about(random, shape);
  if (const auto* map = std::get_if<geometry::HeightMap>(&shape)) {
    return {p.x(), p.y(), map->at(p.x(), p.y()).z};
  }
  return nearest(shape, p).point;
}

double relative(const auto& a, const auto& b) { return (a - b).norm() / (1e-300 + b.norm()); }

}  // namespace

TEST_CASE("Simbody: implicit function, gradient, Hessian, normal", "[simbody][rounds]") {
  RandomShapes random(k_seed);
  for (int round = 0; round < few_or_all(30, 100); ++round) {
    for (const Pair& pair : smooth_pairs(random)) {
      INFO(test::described(pair.ours, k_seed));
      CHECK(is_smooth(pair.ours) == pair.theirs.is_smooth());
      CHECK(is_convex(pair.ours) == pair.theirs.is_convex());
      for (int i = 0; i < 10; ++i) {
        const Vector3d p = query_about(random, pair.ours);
        const geometry::SurfaceJet f = implicit(pair.ours, p);
        const double size = std::abs(f.value) + p.norm() * f.gradient.norm();
        CHECK(std::abs(f.value + pair.scale * pair.theirs.value(p)) <= k_same * size);
        CHECK(relative(f.gradient, -pair.scale * pair.theirs.gradient(p)) <= k_same);
        CHECK(relative(f.hessian, -pair.scale * pair.theirs.hessian(p)) <= k_same);
        CHECK((normal_at(pair.ours, p) - pair.theirs.unit_normal(p)).norm() <= k_same);
      }
    }
  }
}

TEST_CASE("Simbody: curvatures", "[simbody][rounds]") {
  RandomShapes random(k_seed);
  for (int round = 0; round < few_or_all(30, 100); ++round) {
    for (const Pair& pair : smooth_pairs(random)) {
      INFO(test::described(pair.ours, k_seed));
      for (int i = 0; i < 10; ++i) {
        const Vector3d p = surface_point(random, pair.ours);
        const geometry::SurfaceJet f = implicit(pair.ours, p);
        const geometry::SurfaceCurvature c = curvature(f);
        const double most = std::max(std::abs(c.max), std::abs(c.min));
        CHECK(std::abs(gaussian_curvature(f) - pair.theirs.gaussian_curvature(p)) <=
              k_same * most * most);
        Vector2d k;
        Matrix3d frame;
        pair.theirs.principal_curvatures(p, k, frame);
        // Simbody takes the root of mean^2 - gaussian, which keeps half of the digits if the
        // curvatures are nearly equal.
        const double apart = (c.max - c.min) / most;
        const double same = apart > 1e-3 ? k_same : 1e-7;
        CHECK(std::abs(k[0] - c.max) <= same * most);
        CHECK(std::abs(k[1] - c.min) <= same * most);
        CHECK((frame.col(2) - c.frame.col(2)).norm() <= k_same);
        if (apart > 1e-3) CHECK(std::abs(frame.col(0).dot(c.frame.col(0))) >= 1 - 1e-6);
        const double w = random.uniform(0, pi);
        const Vector3d t = std::cos(w) * c.frame.col(0) + std::sin(w) * c.frame.col(1);
        CHECK(std::abs(curvature_in_direction(f, t) - pair.theirs.curvature_in_direction(p, t)) <=
              k_same * most);
      }
    }
  }
}

TEST_CASE("Simbody: each shape's own curvature formula, where it has one", "[simbody]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < 2000; ++i) {
    const geometry::Ellipsoid ours = random.ellipsoid();
    const SimbodyShape theirs = SimbodyShape::ellipsoid(ours.semi_axes);
    const Vector3d p = random.point_on(ours);
    const geometry::SurfaceCurvature c = curvature(implicit(ours, p));
    Vector2d k;
    Matrix3d frame;
    theirs.curvature(p, k, frame);
    const double same = c.max - c.min > 1e-3 * c.max ? k_same : 1e-7;
    CHECK(std::abs(k[0] - c.max) <= same * c.max);
    CHECK(std::abs(k[1] - c.min) <= same * c.max);
  }
}

TEST_CASE("Simbody: parametric curvature", "[simbody]") {
  RandomShapes random(k_seed);
  for (int round = 0; round < 1000; ++round) {
    for (const geometry::Shape& shape :
         {geometry::Shape(random.ellipsoid()), geometry::Shape(random.torus())}) {
      const geometry::ParametricJet jet =
          parametric(shape, {random.uniform(-pi, pi), random.uniform(-1.4, 1.4)});
      const geometry::SurfaceCurvature c = curvature(jet);
      const Vector2d k = peers::simbody_parametric_curvature(jet.point, c.frame.col(2), jet.du,
                                                             jet.dv, jet.duu, jet.dvv, jet.duv);
      INFO(test::described(shape, k_seed));
      const double most = std::abs(c.max) + std::abs(c.min);
      const double same = c.max - c.min > 1e-3 * most ? k_same : 1e-7;
      CHECK(std::abs(k[0] - c.max) <= same * most);
      CHECK(std::abs(k[1] - c.min) <= same * most);
    }
  }
}

TEST_CASE("Simbody: combination of paraboloids", "[simbody]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < 5000; ++i) {
    geometry::SurfaceCurvature a{.max = random.uniform(1, 50), .min = 0};
    a.min = a.max - random.uniform(0.1, 20);
    a.frame = random.pose(pi, 0).linear();
    const double b_max = random.uniform(1, 50), b_min = b_max - random.uniform(0.1, 20);
    const double w = random.uniform(0, pi);
    const Vector3d x_b = std::cos(w) * a.frame.col(0) + std::sin(w) * a.frame.col(1);
    const geometry::SurfaceCurvature ours = combined_curvature(a, b_max, b_min, x_b);
    Matrix3d frame;
    Vector2d k;
    peers::simbody_combine(a.frame, {a.max, a.min}, x_b, {b_max, b_min}, frame, k);
    CHECK(std::abs(k[0] - ours.max) <= k_same * (std::abs(ours.max) + std::abs(ours.min)));
    CHECK(std::abs(k[1] - ours.min) <= k_same * (std::abs(ours.max) + std::abs(ours.min)));
    if (ours.max - ours.min > 0.1) {
      CHECK(std::abs(frame.col(0).dot(ours.frame.col(0))) >= 1 - 1e-9);
    }
  }
}

TEST_CASE("Simbody: nearest point, inside, normal", "[simbody]") {
  RandomShapes random(k_seed);
  int compared = 0, refused = 0;
  for (int round = 0; round < 300; ++round) {
    const geometry::Sphere sphere = random.sphere();
    const geometry::Ellipsoid ellipsoid = random.ellipsoid();
    const geometry::InfiniteCylinder cylinder{random.length()};
    const geometry::Torus torus = random.torus();
    // Their brick and height map have no nearest point (3.7).
    const std::pair<geometry::Shape, SimbodyShape> pairs[] = {
        {sphere, SimbodyShape::sphere(sphere.radius)},
        {ellipsoid, SimbodyShape::ellipsoid(ellipsoid.semi_axes)},
        {cylinder, SimbodyShape::cylinder(cylinder.radius)},
        {torus, SimbodyShape::torus(torus.major_radius, torus.minor_radius)}};
    for (const auto& [ours, theirs] : pairs) {
      INFO(test::described(ours, k_seed));
      for (int i = 0; i < 10; ++i) {
        const Vector3d p = random.point_about(ours);
        const geometry::SurfacePoint near = nearest(ours, p);
        bool inside = false;
        Vector3d normal;
        Vector3d found;
        try {
          found = theirs.nearest(p, inside, normal);
        } catch (const std::exception&) {
          ++refused;  // their ellipsoid's root finder gives up on some thin ones
          continue;
        }
        ++compared;
        const double size = test::size_of(ours) + p.norm();
        const bool is_ellipsoid = std::holds_alternative<geometry::Ellipsoid>(ours);
        // Their ellipsoid's iteration stops at about 1e-8 of its size, and may end at another
        // stationary point inside: then ours must be nearer.
        if (is_ellipsoid && !((found - near.point).norm() <= 1e-6 * size)) {
          CHECK(std::abs(near.distance) <= (found - p).norm() + 1e-9 * size);
          continue;
        }
        CHECK((found - near.point).norm() <= (is_ellipsoid ? 1e-6 : k_same) * size);
        // Their torus leaves `inside` and `normal` unset (3.7).
        if (std::holds_alternative<geometry::Torus>(ours)) continue;
        CHECK(inside == is_inside(ours, p));
        CHECK((normal - near.normal).norm() <= (is_ellipsoid ? 1e-4 : k_same));
      }
    }
  }
  CHECK(compared > 10000);
  CHECK(refused < 100);
}

TEST_CASE("Simbody: downhill projection", "[simbody][rounds]") {
  RandomShapes random(k_seed);
  for (int round = 0; round < few_or_all(30, 100); ++round) {
    for (const Pair& pair : smooth_pairs(random)) {
      if (std::holds_alternative<geometry::HeightMap>(pair.ours))
        continue;  // theirs leaves the rectangle
      INFO(test::described(pair.ours, k_seed));
      for (int i = 0; i < 10; ++i) {
        // Near the surface, as Simbody requires: within a tenth of the least radius of curvature
        // and of the shape's thickness.
        const Vector3d on = surface_point(random, pair.ours);
        const geometry::SurfaceCurvature c = curvature(implicit(pair.ours, on));
        const double radius = std::min(1 / std::max(std::abs(c.max), std::abs(c.min)),
                                       bounding_box(pair.ours).sizes().minCoeff() / 2);
        const Vector3d p = on + random.uniform(-0.1, 0.1) * radius * c.frame.col(2);
        const geometry::TrackedPoint tracked = track_nearest(pair.ours, p, p);
        CHECK(tracked.status == geometry::Convergence::converged);
        const double size = test::size_of(pair.ours);
        CHECK((tracked.at.point - on).norm() <= k_same * size);
        // Simbody stops at 1e-6 of its own merit function.
        CHECK((pair.theirs.downhill(p) - on).norm() <= 1e-5 * size);
      }
    }
  }
}

TEST_CASE("Simbody: ray intersection", "[simbody]") {
  RandomShapes random(k_seed);
  int hits = 0, misses = 0;
  for (int round = 0; round < 300; ++round) {
    const geometry::Sphere sphere = random.sphere();
    const geometry::Ellipsoid ellipsoid = random.ellipsoid();
    const geometry::InfiniteCylinder cylinder{random.length()};
    const std::pair<geometry::Shape, SimbodyShape> pairs[] = {
        {sphere, SimbodyShape::sphere(sphere.radius)},
        {ellipsoid, SimbodyShape::ellipsoid(ellipsoid.semi_axes)},
        {cylinder, SimbodyShape::cylinder(cylinder.radius)}};
    for (const auto& [ours, theirs] : pairs) {
      INFO(test::described(ours, k_seed));
      for (int i = 0; i < 10; ++i) {
        const Vector3d origin = random.point_about(ours);
        const Vector3d direction = (random.point_about(ours) - origin).normalized();
        const auto first = first_ray_crossing(ours, origin, direction);
        double distance = 0;
        Vector3d normal = Vector3d::Zero();
        const bool hit = theirs.ray(origin, direction, distance, normal);
        REQUIRE(hit == first.has_value());
        (hit ? hits : misses) += 1;
        if (!hit) continue;
        const double size = test::size_of(ours) + origin.norm();
        // The distance of a grazing ray is only known to the square root of the rounding.
        const double cosine = std::abs(first->normal.dot(direction));
        CHECK(std::abs(distance - first->distance) <= k_same * size / (1e-3 + cosine));
        CHECK((normal - first->normal).norm() <= 1e-7 / (1e-3 + cosine));
      }
    }
  }
  CHECK(hits > 1000);
  CHECK(misses > 1000);
}

TEST_CASE("Simbody: the half space, axes exchanged", "[simbody]") {
  RandomShapes random(k_seed);
  const SimbodyShape theirs = SimbodyShape::half_space();
  const auto to_theirs = [](const Vector3d& p) { return Vector3d(-p.z(), p.y(), p.x()); };
  for (int i = 0; i < 1000; ++i) {
    const Vector3d p = random.vector(1), d = random.direction();
    const geometry::SurfacePoint near = nearest(geometry::HalfSpace{}, p);
    bool inside = false;
    Vector3d normal;
    CHECK((theirs.nearest(to_theirs(p), inside, normal) - to_theirs(near.point)).norm() == 0);
    CHECK(inside == is_inside(geometry::HalfSpace{}, p));
    CHECK((normal - to_theirs(near.normal)).norm() == 0);
    double distance = 0;
    const auto first = first_ray_crossing(geometry::HalfSpace{}, p, d);
    REQUIRE(theirs.ray(to_theirs(p), to_theirs(d), distance, normal) == first.has_value());
    if (first) CHECK(distance == Approx(first->distance).epsilon(k_same));
  }
}

TEST_CASE("Simbody: bounding spheres and support points", "[simbody]") {
  RandomShapes random(k_seed);
  for (int round = 0; round < 500; ++round) {
    const geometry::Sphere sphere = random.sphere();
    const geometry::Ellipsoid ellipsoid = random.ellipsoid();
    const geometry::Brick brick = random.brick();
    const geometry::Torus torus = random.torus();
    const std::pair<geometry::Shape, SimbodyShape> pairs[] = {
        {sphere, SimbodyShape::sphere(sphere.radius)},
        {ellipsoid, SimbodyShape::ellipsoid(ellipsoid.semi_axes)},
        {brick, SimbodyShape::brick(brick.half_size)},
        {torus, SimbodyShape::torus(torus.major_radius, torus.minor_radius)}};
    for (const auto& [ours, theirs] : pairs) {
      INFO(test::described(ours, k_seed));
      Vector3d centre;
      double radius = 0;
      theirs.bounding_sphere(centre, radius);
      const geometry::BoundingSphere sphere_of_ours = bounding_sphere(ours);
      CHECK(radius == Approx(sphere_of_ours.radius).epsilon(k_same));
      CHECK((centre - sphere_of_ours.centre).norm() <= k_same * radius);
      if (std::holds_alternative<geometry::Torus>(ours))
        continue;  // theirs has no support point (3.7)
      const Vector3d d = random.direction();
      CHECK((theirs.support(d) - support(ours, d)).norm() <= k_same * radius);
    }
  }
}

TEST_CASE("Simbody: separation from a line", "[simbody][rounds]") {
  RandomShapes random(k_seed);
  int both = 0;
  for (int round = 0; round < few_or_all(30, 100); ++round) {
    for (const Pair& pair : smooth_pairs(random)) {
      if (std::holds_alternative<geometry::HeightMap>(pair.ours)) continue;
      INFO(test::described(pair.ours, k_seed));
      for (int i = 0; i < 5; ++i) {
        // A line near the surface, not quite tangent at the guess.
        const Vector3d on = surface_point(random, pair.ours);
        const geometry::SurfaceCurvature c = curvature(implicit(pair.ours, on));
        const double radius = 1 / std::max(std::abs(c.max), std::abs(c.min));
        const Vector3d line = on + random.uniform(-0.05, 0.1) * radius * c.frame.col(2);
        const double w = random.uniform(0, pi);
        const Vector3d direction = (std::cos(w) * c.frame.col(0) + std::sin(w) * c.frame.col(1) +
                                    0.02 * random.direction())
                                       .normalized();
        const geometry::LineSeparation ours = track_line_separation(pair.ours, line, direction, on);
        Vector3d on_surface, on_line;
        double height = 0;
        const bool found = pair.theirs.track_line(line, direction, on, on_surface, on_line, height);
        if (!found || ours.status != geometry::Convergence::converged) continue;
        if ((ours.on_surface - on_surface).norm() > 0.1 * radius) continue;  // another place
        ++both;
        // Simbody stops at 1e-9 of its own merit function, which is flat along the line.
        CHECK(std::abs(height - ours.height) <= 1e-6 * radius);
        CHECK((ours.on_surface - on_surface).norm() <= 1e-4 * radius);
      }
    }
  }
  CHECK(both > few_or_all(300, 1000));
}

TEST_CASE("Simbody: triangle mesh", "[simbody]") {
  RandomShapes random(k_seed);
  for (int round = 0; round < 20; ++round) {
    const geometry::MeshSolid ours = random.mesh_solid();
    const SimbodyShape theirs =
        SimbodyShape::mesh(ours.mesh().vertices, ours.mesh().triangles, false);
    Vector3d centre;
    double radius = 0;
    theirs.bounding_sphere(centre, radius);
    CHECK(radius == Approx(bounding_sphere(ours).radius).epsilon(1e-6));
    for (int i = 0; i < 200; ++i) {
      const Vector3d p = random.point_about(ours);
      const geometry::SurfacePoint near = nearest(ours, p);
      bool inside = false;
      Vector3d normal;
      const Vector3d found = theirs.nearest(p, inside, normal);
      CHECK((found - near.point).norm() <= k_same);
      CHECK(inside == (near.distance < 0));
      const Vector3d d = random.direction();
      const auto first = first_ray_crossing(ours, p, d);
      double distance = 0;
      REQUIRE(theirs.ray(p, d, distance, normal) == first.has_value());
      if (!first) continue;
      CHECK(distance == Approx(first->distance).margin(k_same));
      CHECK((normal - first->normal).norm() <= k_same);
    }
  }
}

TEST_CASE("Simbody: height maps, smoothed and with derivatives", "[simbody][rounds]") {
  RandomShapes random(k_seed);
  for (int round = 0; round < few_or_all(20, 60); ++round) {
    const geometry::HeightMap plain = random.height_map();
    const double smoothness = std::pow(10, random.uniform(-5, -2));
    const geometry::HeightMap smooth =
        geometry::HeightMap::through(plain.x(), plain.y(), plain.samples().z, smoothness);
    const auto random_matrix = [&] {
      Eigen::MatrixXd m(plain.x().size(), plain.y().size());
      for (double& value : m.reshaped()) value = random.uniform(-1, 1);
      return m;
    };
    const geometry::HeightSamples given{random_matrix(), random_matrix(), random_matrix(),
                                        random_matrix()};
    const geometry::HeightMap derived =
        geometry::HeightMap::with_derivatives(plain.x(), plain.y(), given);
    const SimbodyShape their_smooth =
        SimbodyShape::height_map(plain.x(), plain.y(), plain.samples().z, smoothness);
    const SimbodyShape their_derived =
        SimbodyShape::height_map(plain.x(), plain.y(), given.z, given.zx, given.zy, given.zxy);
    for (int i = 0; i < 50; ++i) {
      const Vector3d p = query_about(random, geometry::Shape(plain));
      INFO("smoothness " << smoothness << ", seed " << k_seed);
      CHECK(std::abs(implicit(smooth, p).value + their_smooth.value(p)) <= k_same);
      CHECK(std::abs(implicit(derived, p).value + their_derived.value(p)) <= k_same);
      CHECK(relative(implicit(derived, p).hessian, -their_derived.hessian(p)) <= k_same);
    }
  }
}

}  // namespace condyle::test::simbody_shapes_tests
#endif
