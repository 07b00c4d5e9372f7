// Shortest paths over meshes against closed forms, and against all unfoldings of small meshes.
#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <numbers>

#include "condyle/error.h"
#include "condyle/geometry/geodesic.h"
#include "condyle/mesh/primitives.h"
#include "core/geometry/all_unfoldings.h"
#include "core/geometry/random_shapes.h"
#include "support/few_or_all.h"
#include "support/rounds.h"

namespace condyle::test::mesh_geodesic_tests {

using namespace geometry;

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using std::numbers::pi;
using test::AllUnfoldings;
using test::RandomShapes;

constexpr unsigned k_seed = 83;

Vector3d position(const TriangleMesh& mesh, const MeshPoint& at) {
  Vector3d sum = Vector3d::Zero();
  for (int k = 0; k < 3; ++k) {
    sum += at.weights[k] * mesh.vertices[mesh.triangles[at.triangle][k]];
  }
  return sum;
}

/// A random point of a mesh, often on an edge or at a vertex.
MeshPoint random_point(RandomShapes& random, const TriangleMesh& mesh) {
  MeshPoint at{random.integer(0, static_cast<int>(mesh.triangles.size()) - 1), Vector3d::Zero()};
  const int kind = random.integer(0, 3), k = random.integer(0, 2);
  if (kind == 0) {
    at.weights[k] = 1;
    return at;
  }
  at.weights = Vector3d(random.uniform(0.01, 1), random.uniform(0.01, 1), random.uniform(0.01, 1));
  if (kind == 1) at.weights[k] = 0;
  at.weights /= at.weights.sum();
  return at;
}

MeshPoint point_at(const MeshSolid& solid, const Vector3d& point) {
  return solid.nearest_point(point);
}

/// Checks that a path leads from end to end, stays in one triangle at a time, and has its length.
void check_path(const TriangleMesh& mesh, const MeshPoint& from, const MeshPoint& to,
                const MeshGeodesic& g) {
  REQUIRE(g.status == MeshGeodesicStatus::complete);
  REQUIRE(g.points.size() == g.triangles.size() + 1);
  double size = 0, length = 0;
  for (const Vector3d& v : mesh.vertices) size = std::max(size, v.norm());
  CHECK((g.points.front() - position(mesh, from)).norm() <= 1e-12 * size);
  CHECK((g.points.back() - position(mesh, to)).norm() <= 1e-12 * size);
  for (std::size_t k = 0; k < g.triangles.size(); ++k) {
    length += (g.points[k + 1] - g.points[k]).norm();
    const auto& corners = mesh.triangles[g.triangles[k]];
    const Vector3d a = mesh.vertices[corners[0]], b = mesh.vertices[corners[1]],
                   c = mesh.vertices[corners[2]];
    for (const Vector3d& p : {g.points[k], g.points[k + 1]}) {
      // A point of a triangle divides it into three parts whose areas add up to its area.
      const double parts =
          (b - p).cross(c - p).norm() + (c - p).cross(a - p).norm() + (a - p).cross(b - p).norm();
      CHECK(parts - (b - a).cross(c - a).norm() <= 1e-11 * size * size);
    }
  }
  CHECK(g.length == Approx(length).epsilon(1e-14).margin(1e-15 * size));
}

/// The shortest path, checked, with equal length in the other direction.
MeshGeodesic checked(const TriangleMesh& mesh, const MeshGeodesics& geodesics,
                     const MeshPoint& from, const MeshPoint& to) {
  const MeshGeodesic g = geodesics.shortest(from, to);
  check_path(mesh, from, to, g);
  const MeshGeodesic back = geodesics.shortest(to, from);
  CHECK(back.length == Approx(g.length).epsilon(1e-11).margin(1e-15));
  return g;
}

/// A wall of flat triangles from an apex at height h down to an n-gon of radius r, without base.
TriangleMesh open_cone(double r, double h, int n) {
  TriangleMesh mesh;
  mesh.vertices.push_back({0, 0, h});
  for (int k = 0; k < n; ++k) {
    mesh.vertices.push_back({r * std::cos(2 * pi * k / n), r * std::sin(2 * pi * k / n), 0});
    mesh.triangles.push_back({0, 1 + k, 1 + (k + 1) % n});
  }
  return mesh;
}

/// A square of n x n cells in z = 0, without the cell (i, j).
TriangleMesh plate_with_hole(int n, int i, int j) {
  TriangleMesh mesh = mesh::make_plane_grid(n, n, n, n);
  mesh.triangles.erase(mesh.triangles.begin() + 2 * (n * j + i),
                       mesh.triangles.begin() + 2 * (n * j + i) + 2);
  return mesh;
}

MeshPoint point_on_plate(const TriangleMesh& mesh, double x, double y) {
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const auto& c = mesh.triangles[t];
    Eigen::Matrix3d corners;
    for (int k = 0; k < 3; ++k) {
      corners.col(k) << mesh.vertices[c[k]].x(), mesh.vertices[c[k]].y(), 1;
    }
    const Vector3d weights = corners.inverse() * Vector3d(x, y, 1);
    if (weights.minCoeff() > -1e-12) return {t, weights.cwiseMax(0)};
  }
  FAIL("no triangle at " << x << ", " << y);
  return {};
}

}  // namespace

TEST_CASE("on a flat mesh the shortest path is straight", "[geometry][mesh]") {
  RandomShapes random(k_seed);
  TriangleMesh mesh = mesh::make_plane_grid(2, 1, 12, 9);
  for (Vector3d& v : mesh.vertices) {
    const bool on_border = std::abs(v.x()) > 0.99 || std::abs(v.y()) > 0.49;
    if (!on_border) v += Vector3d(random.uniform(-0.03, 0.03), random.uniform(-0.03, 0.03), 0);
  }
  const MeshGeodesics geodesics(mesh);
  for (int i = 0; i < 300; ++i) {
    const MeshPoint a = random_point(random, mesh), b = random_point(random, mesh);
    const MeshGeodesic g = checked(mesh, geodesics, a, b);
    const double straight = (position(mesh, a) - position(mesh, b)).norm();
    CHECK(g.length == Approx(straight).epsilon(1e-12).margin(1e-15));
  }
}

TEST_CASE("the spider takes forty feet to the fly", "[geometry][mesh]") {
  // Dudeney 1903: a room of 30 x 12 x 12 feet; one foot below the ceiling on the middle of one end
  // wall, one foot above the floor on the middle of the other. The obvious path has 42 feet.
  for (const int cuts : {1, 3, 7}) {
    const MeshSolid room(mesh::make_box({30, 12, 12}, {cuts, cuts, cuts}));
    const MeshGeodesic g = checked(room.mesh(), MeshGeodesics(room.mesh()),
                                   point_at(room, {-15, 0, 5}), point_at(room, {15, 0, -5}));
    CHECK(g.length == Approx(40).epsilon(1e-14));
  }
}

TEST_CASE("small meshes: no unfolding gives a shorter path", "[geometry][mesh][rounds]") {
  RandomShapes random(k_seed);
  std::vector<TriangleMesh> meshes;
  for (int i = 0; i < rounds(few_or_all(5, 12)); ++i) {
    meshes.push_back(mesh::make_box({random.length(), random.length(), random.length()}));
    meshes.push_back(random.bumpy(mesh::make_icosphere(0.1, 0), 0.05));
    meshes.push_back(random.bumpy(mesh::make_box({0.1, 0.2, 0.3}, {2, 1, 2}), 0.03));
    meshes.push_back(random.bumpy(mesh::make_plane_grid(1, 1, 4, 3), 0.12));
    meshes.push_back(random.bumpy(mesh::make_torus(0.3, 0.15, 5, 3), 0.02));
  }
  int bends = 0;
  for (const TriangleMesh& mesh : meshes) {
    const MeshGeodesics geodesics(mesh);
    const AllUnfoldings unfoldings(mesh);
    for (int i = 0; i < 10; ++i) {
      INFO("seed " << k_seed << ", " << mesh.triangles.size() << " triangles, pair " << i);
      const MeshPoint a = random_point(random, mesh), b = random_point(random, mesh);
      const MeshGeodesic g = checked(mesh, geodesics, a, b);
      const AllUnfoldings::Shortest truth = unfoldings.shortest(a, b);
      CHECK(g.length == Approx(truth.length).epsilon(1e-11).margin(1e-14));
      bends += truth.bends;
    }
  }
  CHECK(bends > rounds(few_or_all(20, 50)));  // the paths bend at saddles
}

TEST_CASE("a prism's wall and a cone's, laid flat", "[geometry][mesh]") {
  RandomShapes random(k_seed);
  constexpr int n = 24;
  // Ends far away, so that the way over them is longer.
  const double r = 0.1, side = 2 * r * std::sin(pi / n), slant = r * std::cos(pi / n);
  const MeshSolid prism(mesh::make_cylinder(r, 2, n, 9));
  const MeshGeodesics on_prism(prism.mesh());
  const auto on_wall = [&](double along, double z) {
    const int facet = static_cast<int>(along);
    const double middle = 2 * pi * (facet + 0.5) / n, off = (along - facet - 0.5) * side;
    return Vector3d(slant * std::cos(middle) - off * std::sin(middle),
                    slant * std::sin(middle) + off * std::cos(middle), z);
  };
  for (int i = 0; i < 60; ++i) {
    const double u = random.uniform(0, n), v = random.uniform(0, n);
    const double z = random.uniform(-0.4, 0.4), w = random.uniform(-0.4, 0.4);
    const double apart = std::min(std::abs(u - v), n - std::abs(u - v)) * side;
    const MeshGeodesic g = checked(prism.mesh(), on_prism, point_at(prism, on_wall(u, z)),
                                   point_at(prism, on_wall(v, w)));
    CHECK(g.length == Approx(std::hypot(apart, z - w)).epsilon(1e-11));
  }
  const double h = 0.3, edge = std::hypot(r, h), facet_angle = 2 * std::asin(side / 2 / edge);
  const TriangleMesh cone = open_cone(r, h, n);
  const MeshGeodesics on_cone(cone);
  for (int i = 0; i < 100; ++i) {
    MeshPoint ends[2];
    double angle[2], from_apex[2];
    for (int k = 0; k < 2; ++k) {
      const double part = random.uniform(0.1, 0.7), across = random.uniform(0, 1);
      ends[k] = {random.integer(0, n - 1), {1 - part, part * (1 - across), part * across}};
      const Vector2d flat = part * edge *
                            ((1 - across) * Vector2d(1, 0) +
                             across * Vector2d(std::cos(facet_angle), std::sin(facet_angle)));
      angle[k] = ends[k].triangle * facet_angle + std::atan2(flat.y(), flat.x());
      from_apex[k] = flat.norm();
    }
    const double gap = std::abs(angle[0] - angle[1]), whole = n * facet_angle;
    // Less than half a turn, since the cone is steep.
    const double turn = std::min(gap, whole - gap);
    const Vector2d a(from_apex[0], 0);
    const Vector2d b = from_apex[1] * Vector2d(std::cos(turn), std::sin(turn));
    CHECK(checked(cone, on_cone, ends[0], ends[1]).length == Approx((a - b).norm()).epsilon(1e-11));
  }
}

TEST_CASE("paths bend around what is cut out", "[geometry][mesh]") {
  const TriangleMesh plate = plate_with_hole(5, 2, 2);  // the hole: |x|, |y| < 0.5
  const MeshGeodesics geodesics(plate);
  const MeshPoint left = point_on_plate(plate, -1.7, 0.2), right = point_on_plate(plate, 1.3, 0.1);
  const double around = Vector2d(1.2, 0.3).norm() + 1 + Vector2d(0.8, 0.4).norm();
  const MeshGeodesic g = checked(plate, geodesics, left, right);
  CHECK(g.length == Approx(around).epsilon(1e-14));
  CHECK(checked(plate, geodesics, point_on_plate(plate, -1.7, 0.8), point_on_plate(plate, 1.3, 0.9))
            .length == Approx(std::hypot(3, 0.1)));
}

TEST_CASE("on a sphere's mesh the length converges to the great circle's", "[geometry][mesh]") {
  RandomShapes random(k_seed);
  const double R = 0.1;
  double before = 0;
  for (const int subdivisions : {1, 2, 3, 4}) {
    const MeshSolid ball(mesh::make_icosphere(R, subdivisions));
    const MeshGeodesics geodesics(ball.mesh());
    RandomShapes same(k_seed);
    double error = 0;
    constexpr int n = 20;
    for (int i = 0; i < n; ++i) {
      const Vector3d a = same.direction(), b = same.direction();
      const MeshPoint from = point_at(ball, R * a), to = point_at(ball, R * b);
      const double arc = R * std::atan2(a.cross(b).norm(), a.dot(b));
      error += std::abs(checked(ball.mesh(), geodesics, from, to).length - arc) / arc / n;
    }
    INFO("subdivisions " << subdivisions << ", mean error " << error);
    // The facets lie inside by an amount proportional to the square of their size.
    if (before > 0) CHECK(before / error == Approx(4).epsilon(0.2));
    before = error;
  }
  CHECK(before < 2e-3);
}

TEST_CASE("lengths over a bumpy mesh keep the triangle inequality", "[geometry][mesh]") {
  RandomShapes random(k_seed);
  const TriangleMesh mesh = random.bumpy(mesh::make_ellipsoid({0.1, 0.2, 0.15}, 3), 0.01);
  const MeshGeodesics geodesics(mesh);
  for (int i = 0; i < 20; ++i) {
    const MeshPoint p[3] = {random_point(random, mesh), random_point(random, mesh),
                            random_point(random, mesh)};
    double length[3];
    for (int k = 0; k < 3; ++k) {
      length[k] = checked(mesh, geodesics, p[k], p[(k + 1) % 3]).length;
      CHECK(length[k] >= (position(mesh, p[k]) - position(mesh, p[(k + 1) % 3])).norm() - 1e-15);
    }
    for (int k = 0; k < 3; ++k) {
      CHECK(length[k] <= (length[(k + 1) % 3] + length[(k + 2) % 3]) * (1 + 1e-12));
    }
  }
}

TEST_CASE("mesh geodesics without an answer end with a status", "[geometry][mesh]") {
  TriangleMesh far = mesh::make_icosphere(0.1, 1);
  for (Vector3d& v : far.vertices) v.x() += 1;
  const TriangleMesh two = joined(mesh::make_icosphere(0.1, 1), far);
  const MeshPoint here{0, Vector3d::Constant(1.0 / 3)};
  const MeshPoint there{static_cast<int>(two.triangles.size()) - 1, {1, 0, 0}};
  const MeshGeodesic none = MeshGeodesics(two).shortest(here, there);
  CHECK(none.status == MeshGeodesicStatus::not_connected);
  CHECK(none.points.size() == 1);
  CHECK(none.residual == Approx((position(two, here) - position(two, there)).norm()));

  const TriangleMesh ball = mesh::make_icosphere(0.1, 3);
  const MeshGeodesics geodesics(ball);
  const MeshPoint end{static_cast<int>(ball.triangles.size()) / 2, {0.2, 0.3, 0.5}};
  const MeshGeodesic best = geodesics.shortest(here, end);
  const MeshGeodesic few = geodesics.shortest(here, end, {.most_windows = 5});
  CHECK(few.status == MeshGeodesicStatus::not_converged);
  CHECK(few.length >= best.length);
  CHECK(few.length - few.residual <= best.length);
  CHECK(few.points.size() == few.triangles.size() + 1);

  CHECK(geodesics.shortest(here, here).length == 0);
  CHECK(geodesics.shortest(end, end).status == MeshGeodesicStatus::complete);

  TriangleMesh fin = mesh::make_plane_grid(1, 1, 1, 1);
  fin.vertices.push_back({0, 0, 1});
  fin.triangles.push_back({fin.triangles[0][0], fin.triangles[0][1], 4});
  fin.triangles.push_back({fin.triangles[0][1], fin.triangles[0][2], 4});
  fin.triangles.push_back({fin.triangles[0][2], fin.triangles[0][0], 4});
  CHECK_THROWS_WITH(MeshGeodesics(fin), Catch::Contains("repair"));
  TriangleMesh needle = mesh::make_plane_grid(1, 1, 1, 1);
  needle.vertices[0] = needle.vertices[1];
  CHECK_THROWS_WITH(MeshGeodesics(needle), Catch::Contains("no area"));
}

// Not run by default: core_tests "[timing]" prints the figures of docs/geometry.md.
TEST_CASE("milliseconds of a shortest path over a mesh", "[.timing]") {
  RandomShapes random(k_seed);
  for (const TriangleMesh& mesh :
       {mesh::make_icosphere(0.1, 5), random.bumpy(mesh::make_icosphere(0.1, 5), 2e-4),
        mesh::make_torus(0.1, 0.04, 140, 72)}) {
    const MeshGeodesics geodesics(mesh);
    std::vector<double> taken;
    for (int i = 0; i < 21; ++i) {
      const MeshPoint a = random_point(random, mesh), b = random_point(random, mesh);
      const auto begin = std::chrono::steady_clock::now();
      REQUIRE(geodesics.shortest(a, b).status == MeshGeodesicStatus::complete);
      const std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - begin;
      taken.push_back(time.count());
    }
    std::sort(taken.begin(), taken.end());
    WARN(mesh.triangles.size() << " triangles: median " << taken[10] << " ms, most " << taken.back()
                               << " ms");
  }
}

}  // namespace condyle::test::mesh_geodesic_tests
