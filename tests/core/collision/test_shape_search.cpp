#include <catch2/catch.hpp>

#include "core/collision/search_pair.h"
#include "core/geometry/random_shapes.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/collision/shape_search.h"

// Rays against analytic shapes: the walk over their hierarchy loses no hit, and each ray follows
// the rule of proximity_rule.h.

namespace condyle::test::shape_search_tests {
namespace {

using Eigen::Vector3d;
using test::RandomShapes;
using test::RaysOfMesh;
using test::require_same;

struct CastingMesh {
  explicit CastingMesh(const TriangleMesh& mesh) : vertices(mesh.vertices), of_mesh(mesh) {}
  CastingRays rays() const { return {of_mesh.origins, of_mesh.normals}; }
  std::vector<Vector3d> vertices;
  RaysOfMesh of_mesh;
};

/// All shapes but the mesh solid, which this search does not take as a target.
std::vector<geometry::Shape> targets(RandomShapes& random) {
  std::vector<geometry::Shape> shapes = random.one_of_each();
  std::erase_if(shapes, [](const geometry::Shape& s) {
    return std::holds_alternative<geometry::MeshSolid>(s);
  });
  return shapes;
}

ProximityWindow random_window(RandomShapes& random, double size) {
  ProximityWindow window;
  window.max_proximity = size * random.uniform(0.01, 0.3);
  if (random.integer(0, 1) == 0) window.min_proximity = -size * random.uniform(0, 0.3);
  if (random.integer(0, 5) == 0) window.min_proximity = size * random.uniform(0, 0.01);
  window.two_sided = random.integer(0, 3) == 0;
  return window;
}

/// A length of the shape [m]: a mesh that is not much larger meets the shape often.
double width_of(const geometry::Shape& shape) {
  if (const auto* tube = std::get_if<geometry::InfiniteCylinder>(&shape)) return 4 * tube->radius;
  return std::min(1.0, test::size_of(shape));
}

/// A pose that puts one of `points_C` on a random point of the surface, in a random orientation.
Pose pose_in_touch(const geometry::Shape& shape, const std::vector<Vector3d>& points_C,
                   RandomShapes& random) {
  Pose X_TC = random.pose(M_PI, 0);
  const int chosen = random.integer(0, static_cast<int>(points_C.size()) - 1);
  X_TC.pretranslate(Vector3d(random.point_on(shape) - X_TC * points_C[chosen]));
  return X_TC;
}

}  // namespace

TEST_CASE("A search against a shape finds what every ray finds, to the last bit, on any history",
          "[collision][shapes]") {
  const unsigned seed = GENERATE(range(1u, 6u));
  RandomShapes random(seed);
  std::size_t found = 0;
  for (const geometry::Shape& shape : targets(random)) {
    INFO(test::described(shape, seed));
    const double size = width_of(shape) * random.uniform(0.1, 0.5);
    const CastingMesh casting(
        random.bumpy(mesh::make_torus(size, 0.3 * size, 24, 12), 0.02 * size));
    ShapeSearch search(casting.rays(), shape);
    ProximityWindow window = random_window(random, size);
    Pose X_TC = pose_in_touch(shape, casting.vertices, random);
    std::vector<ProximityHit> hits, expected;
    for (int step = 0; step < 60; ++step) {
      if (step % 20 == 19) X_TC = pose_in_touch(shape, casting.vertices, random);
      if (step % 7 == 6) window = random_window(random, size);
      X_TC = random.pose(0.03, 0.03 * size) * X_TC;
      const Pose X_CT = X_TC.inverse(Eigen::Isometry);
      search.find(X_CT, window, hits);
      find_by_brute_force(casting.rays(), shape, X_CT, window, expected);
      require_same(hits, expected);
      found += hits.size();
    }
  }
  CHECK(found > 5000);
}

TEST_CASE("A triangle is in contact with a shape where its centre is inside",
          "[collision][shapes]") {
  const unsigned seed = GENERATE(range(11u, 15u));
  RandomShapes random(seed);
  for (const geometry::Shape& shape : targets(random)) {
    INFO(test::described(shape, seed));
    const double size = width_of(shape);
    const CastingMesh casting(random.soup(200, size));
    const Pose X_TC = pose_in_touch(shape, casting.vertices, random);
    const ProximityWindow window{-0.5 * size, 0.5 * size};
    std::vector<ProximityHit> hits;
    find_by_brute_force(casting.rays(), shape, X_TC.inverse(Eigen::Isometry), window, hits);
    std::size_t next = 0;
    for (int i = 0; i < static_cast<int>(casting.of_mesh.origins.size()); ++i) {
      const Vector3d origin = X_TC * casting.of_mesh.origins[i];
      const Vector3d normal = X_TC.linear() * casting.of_mesh.normals[i];
      const auto leaves_map = [&](const geometry::HeightMap& map, const Vector3d& p,
                                  const Vector3d& n) {
        const Vector3d a = p - 0.5 * size * n, b = p + 0.5 * size * n;
        return !map.covers(a.x(), a.y()) || !map.covers(b.x(), b.y());
      };
      const bool is_hit = next < hits.size() && hits[next].casting_triangle == i;
      // The walls of a height map's solid are not part of its surface.
      if (const auto* map = std::get_if<geometry::HeightMap>(&shape);
          map && leaves_map(*map, origin, normal)) {
        next += is_hit ? 1 : 0;
        continue;
      }
      const bool inside = is_inside(shape, origin);
      const auto first = first_ray_crossing(shape, origin, inside ? -normal : normal);
      const bool expected = first && first->distance <= 0.5 * size && first->leaves == inside;
      CAPTURE(i, inside, origin.transpose(), normal.transpose());
      REQUIRE(is_hit == expected);
      if (!is_hit) continue;
      const double proximity = hits[next++].proximity;
      REQUIRE(proximity == Approx(inside ? first->distance : -first->distance).margin(1e-9 * size));
      REQUIRE(nearest(shape, origin - proximity * normal).distance ==
              Approx(0).margin(1e-9 * (size + origin.norm())));
    }
    REQUIRE(next == hits.size());
  }
}

TEST_CASE("What is clear of the ground is not clear of a wall beyond it", "[collision][shapes]") {
  // Level ground up to x = 0.1, then a slope of 10. A small ball flies low towards the slope.
  const Eigen::VectorXd lines = geometry::regular_grid_lines(-0.3, 0.05, 13);
  Eigen::MatrixXd z = Eigen::MatrixXd::Zero(lines.size(), lines.size());
  for (int i = 0; i < z.rows(); ++i) z.row(i).setConstant(10 * std::max(0.0, lines[i] - 0.1));
  geometry::HeightSamples samples{z, Eigen::MatrixXd::Zero(13, 13), Eigen::MatrixXd::Zero(13, 13),
                                  Eigen::MatrixXd::Zero(13, 13)};
  const geometry::Shape shape = geometry::HeightMap::with_derivatives(lines, lines, samples);
  const CastingMesh casting(mesh::make_icosphere(0.01, 2));
  ShapeSearch search(casting.rays(), shape);
  std::vector<ProximityHit> hits, expected;
  std::size_t found = 0;
  for (int step = 0; step < 200; ++step) {
    Pose X_TC = Pose::Identity();
    X_TC.translation() = Vector3d(-0.05 + 0.001 * step, 0, 0.1);
    const Pose X_CT = X_TC.inverse(Eigen::Isometry);
    search.find(X_CT, {0, 0.005}, hits);
    find_by_brute_force(casting.rays(), shape, X_CT, {0, 0.005}, expected);
    require_same(hits, expected);
    found += hits.size();
  }
  CHECK(found > 100);
}

TEST_CASE("A pose that is no number finds nothing, and the next pose as if new",
          "[collision][shapes]") {
  const geometry::Shape shape = geometry::Sphere{1};
  const CastingMesh casting(mesh::make_icosphere(0.5, 2));
  ShapeSearch search(casting.rays(), shape);
  std::vector<ProximityHit> hits, expected;
  Pose X_CT = Pose::Identity();
  X_CT.translation().x() = 1.2;
  search.find(X_CT, {0, 0.5}, expected);
  REQUIRE(!expected.empty());
  Pose broken = X_CT;
  broken.translation().y() = NAN;
  search.find(broken, {0, 0.5}, hits);
  CHECK(hits.empty());
  search.find(X_CT, {0, 0.5}, hits);
  require_same(hits, expected);
}

}  // namespace condyle::test::shape_search_tests
