// Points without curvature: edges, corners, rims and apexes are refused, and points next to them
// are not.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "condyle/error.h"
#include "condyle/geometry/curvature.h"
#include "core/geometry/random_shapes.h"
#include "support/rounds.h"

namespace condyle::test::shape_curvature_tests {

using namespace geometry;

namespace {

using Catch::Contains;
using Eigen::Vector3d;
using std::numbers::pi;
using test::RandomShapes;

constexpr unsigned k_seed = 61;

/// A point of a shape, and the name of its crease; empty if the surface is smooth there.
struct Place {
  Shape shape;
  Vector3d point;
  std::string crease;
  double max = 0, min = 0;  ///< curvatures where smooth [1/m]
};

void check(const Place& place) {
  INFO(described(place.shape, k_seed) << " at " << place.point.transpose());
  const Vector3d on = nearest(place.shape, place.point).point;
  if (!place.crease.empty()) {
    REQUIRE(crease_at(place.shape, on) != nullptr);
    CHECK(crease_at(place.shape, on) == place.crease);
    CHECK_THROWS_WITH(curved_jet(place.shape, on), Contains(name(place.shape)) &&
                                                       Contains("has no curvature at (") &&
                                                       Contains("on " + place.crease));
    return;
  }
  CHECK(crease_at(place.shape, on) == nullptr);
  const SurfaceCurvature c = curvature(curved_jet(place.shape, on));
  CHECK(c.max == Approx(place.max).epsilon(1e-9).margin(1e-9));
  CHECK(c.min == Approx(place.min).epsilon(1e-9).margin(1e-9));
}

Vector3d around(double angle, double radius, double z) {
  return {radius * std::cos(angle), radius * std::sin(angle), z};
}

}  // namespace

TEST_CASE("curvature is refused on edges, corners, rims and apexes, and nowhere else",
          "[geometry]") {
  const Brick brick{{1, 2, 3}};
  const Cylinder cylinder{.radius = 2, .half_length = 1};
  const Cone cone{.radius = 3, .height = 4};
  const Capsule capsule{.radius = 2, .half_length = 1};
  const Place places[] = {
      {brick, {1, 2, 3}, "a corner"},
      {brick, {-1, 2, -3}, "a corner"},
      {brick, {5, -5, 5}, "a corner"},  // the nearest point counts
      {brick, {1, 2, 0.5}, "an edge"},
      {brick, {0.2, -2, 3}, "an edge"},
      {brick, {-1, 0, -3}, "an edge"},
      {brick, {9, 9, 0}, "an edge"},
      {brick, {1, 0, 0}, "", 0, 0},
      {brick, {1, 2 - 1e-6, 3 - 1e-6}, "", 0, 0},
      {cylinder, {2, 0, 1}, "the rim"},
      {cylinder, {0, -2, -1}, "the rim"},
      {cylinder, {7, 7, -7}, "the rim"},
      {cylinder, {2, 0, 1 - 1e-6}, "", 0.5, 0},
      {cylinder, {0, 2 - 1e-6, 1}, "", 0, 0},
      {cylinder, {0, 0, 1}, "", 0, 0},
      {cone, {0, 0, 2}, "the apex"},
      {cone, {0.1, 0, 9}, "the apex"},
      {cone, {3, 0, -2}, "the rim"},
      {cone, {0, -9, -4}, "the rim"},
      {cone, {0, 0, -2}, "", 0, 0},
      {cone, {1.5, 0, 0}, "", 0.8 / 1.5, 0},  // cosine of the half angle over the way to the axis
      {cone, {3e-6, 0, 2 - 4e-6}, "", 0.8 / 3e-6, 0},
      {capsule, {2, 0, 1}, "", 0.5, 0},           // at the seam: curvature of the wall
      {capsule, {0, 2, 1 + 1e-6}, "", 0.5, 0.5},  // beyond the seam
      {capsule, {0, 0, 3}, "", 0.5, 0.5},
      {HalfSpace{}, {0, 0, 0}, "", 0, 0},
      {Sphere{2}, {0, 0, 2}, "", 0.5, 0.5},
      {Torus{.major_radius = 3, .minor_radius = 1}, {2, 0, 0}, "", 1, -0.5},
      {InfiniteCylinder{2}, {2, 0, 1e6}, "", 0.5, 0},
  };
  for (const Place& place : places) check(place);
}

TEST_CASE("curvature is refused at random points of edges and rims, whatever their rounding",
          "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < rounds(3000); ++i) {
    const Brick brick = random.brick();
    Vector3d on_edge = brick.half_size;
    for (double& x : on_edge) x *= random.integer(0, 1) == 0 ? 1 : -1;
    const int axis = random.integer(0, 2);
    on_edge[axis] *= random.uniform(0, 0.999);
    check({brick, on_edge, "an edge"});
    on_edge[(axis + 1) % 3] *= 2;
    on_edge[(axis + 2) % 3] *= 3;
    check({brick, on_edge, "an edge"});

    const double angle = random.uniform(-pi, pi), beyond = random.uniform(1, 3);
    const Cylinder cylinder = random.cylinder();
    check({cylinder, around(angle, cylinder.radius, -cylinder.half_length), "the rim"});
    check({cylinder, around(angle, beyond * cylinder.radius, beyond * cylinder.half_length),
           "the rim"});
    const Cone cone = random.cone();
    check({cone, around(angle, cone.radius, -cone.height / 2), "the rim"});
    check({cone, around(angle, beyond * cone.radius, -beyond * cone.height / 2), "the rim"});
    check({cone, {0, 0, beyond * cone.height / 2}, "the apex"});
  }
}

TEST_CASE("a mesh has no curvature anywhere, a height map everywhere", "[geometry]") {
  RandomShapes random(k_seed);
  const MeshSolid mesh = random.mesh_solid();
  CHECK_THROWS_WITH(curved_jet(mesh, random.point_on(mesh)),
                    Contains("mesh solid") && Contains("flat"));
  CHECK_THROWS_AS(curved_jet(mesh, mesh.mesh().vertices[0]), InputError);
  for (int i = 0; i < 100; ++i) {
    const HeightMap map = random.height_map();
    const Shape shape(map);
    CHECK(curvature(curved_jet(shape, random.point_on(shape))).frame.allFinite());
    const Vector3d corner(map.x()[0], map.y()[0], map.samples().z(0, 0));
    CHECK(curvature(curved_jet(shape, corner)).frame.allFinite());
  }
}

TEST_CASE("where patches of a height map meet, its curvature is that towards greater x",
          "[geometry]") {
  // z = 0 for x < 0, 3 x^2 - 2 x^3 beyond: flat to the left of the line x = 0, concave to its
  // right.
  const Eigen::Vector3d x(-1, 0, 1);
  const Eigen::Vector2d y(0, 1);
  HeightSamples samples{.z = Eigen::MatrixXd::Zero(3, 2),
                        .zx = Eigen::MatrixXd::Zero(3, 2),
                        .zy = Eigen::MatrixXd::Zero(3, 2),
                        .zxy = Eigen::MatrixXd::Zero(3, 2)};
  samples.z.row(2).setOnes();
  const Shape map = HeightMap::with_derivatives(x, y, samples);
  check({map, {0, 0.5, 0}, "", 0, -6});
  check({map, {-1e-9, 0.5, 0}, "", 0, 0});
}

}  // namespace condyle::test::shape_curvature_tests
