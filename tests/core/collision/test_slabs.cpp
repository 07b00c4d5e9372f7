#include <catch2/catch.hpp>

#include "condyle/collision/ray_prism.h"
#include "condyle/mesh/primitives.h"
#include "core/collision/random_geometry.h"
#include "core/collision/search_pair.h"

namespace condyle::test::slabs_tests {
namespace {

using test::RandomGeometry;
using test::require_same;

/// Distance of p from the segment that a ray covers, where lengths along `axes`' z count
/// `weight_z` times, at some of its points: no less than what is to be bounded from below.
double distance_to_some_point(const Eigen::Vector3d& p, const Ray& ray, const RayReach& reach,
                              const Eigen::Matrix3d& axes, double weight_z) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= 8; ++i) {
    const double along = -reach.outward + i / 8.0 * (reach.inward + reach.outward);
    Eigen::Vector3d away = axes.transpose() * (p - ray.origin - along * ray.direction);
    away.z() *= weight_z;
    least = std::min(least, away.norm());
  }
  return least;
}

}  // namespace

TEST_CASE("Slabs hold the corners of their triangles") {
  const double scale = GENERATE(1e-6, 1.0, 1e6);
  TriangleMesh mesh = make_torus(1, 0.3, 60, 40);
  for (Eigen::Vector3d& v : mesh.vertices) v = scale * v + Eigen::Vector3d(0, scale, 0);
  const TriangleTree tree(mesh);
  for (const TriangleTree::Node& node : tree.nodes()) {
    for (int lane = 0; !node.is_leaf() && lane < node.child_count; ++lane) {
      const SlabPacket& slabs = tree.slabs(node);
      const Eigen::Vector3d axis(slabs.axis[0][lane], slabs.axis[1][lane], slabs.axis[2][lane]);
      CHECK(axis.norm() == Approx(1).epsilon(1e-6));  // floats
      const TriangleTree::Node& child = tree.nodes()[node.children[lane]];
      for (int t = child.first; t < child.last; ++t) {
        for (const Eigen::Vector3d& corner : tree.triangles()[t].corners) {
          const double at = axis.dot(corner - tree.space().origin);
          // Covered by the padding of what is tested against them.
          CHECK(std::abs(at - slabs.middle[lane]) <=
                slabs.half_size[lane] + tree.space().padding(tree.space().origin));
        }
      }
    }
  }
}

TEST_CASE("The gap to a slab is no larger than the distance of any ray from what it holds") {
  const unsigned seed = GENERATE(range(1u, 6u));
  INFO("seed " << seed);
  RandomGeometry random(seed);
  const TriangleMesh casting = random.bumpy(make_icosphere(0.5, 3), 0.01);
  const TriangleTree casting_tree(casting), target(make_torus(1, 0.3, 40, 30));
  const test::RaysOfMesh rays(casting);
  const RayTree ray_tree = make_ray_tree({rays.origins, rays.normals}, casting_tree, 16);
  int apart = 0;
  for (int i = 0; i < 300; ++i) {
    const RayCluster& cluster =
        ray_tree.nodes[random.integer(0, static_cast<int>(ray_tree.nodes.size()) - 1)].rays;
    const Pose X_TC = random.pose(M_PI, 1);
    const RayReach reach{random.uniform(0, 0.2), random.uniform(0, 0.2)};
    const double weight = i % 2 == 0 ? 1 : random.uniform(1, 8);
    const RayPrism prism = enclose(cluster, reach, X_TC, target.space(), 0, weight);
    const Eigen::Matrix3d axes = X_TC.linear() * cluster.axes_C;
    for (const TriangleTree::Node& node : target.nodes()) {
      if (node.is_leaf() || random.integer(0, 9) != 0) continue;
      const Lanes gap = gaps_across(prism, target.slabs(node));
      for (int lane = 0; lane < node.child_count; ++lane) {
        const int triangle = target.nodes()[node.children[lane]].first;
        const Eigen::Vector3d& corner = target.triangles()[triangle].corners[0];
        const int member = random.integer(cluster.first, cluster.last - 1);
        const int index = casting_tree.triangles()[member].index;
        const Ray ray = inward_ray(X_TC, rays.origins[index], rays.normals[index]);
        apart += gap[lane] > 0;
        REQUIRE(gap[lane] <= distance_to_some_point(corner, ray, reach, axes, weight));
      }
    }
  }
  CHECK(apart > 1000);  // or nothing was tested
}

TEST_CASE("Poses that have nothing to do with each other keep the bits of a test of all") {
  const unsigned seed = GENERATE(range(1u, 4u));
  INFO("seed " << seed);
  RandomGeometry random(seed);
  const TriangleMesh ball = random.bumpy(make_icosphere(0.5, 3), 0.01);
  const TriangleMesh ring = random.bumpy(make_torus(1, 0.4, 50, 30), 0.002);
  test::SearchPair pair(ball, ring);
  std::size_t hits = 0;
  for (int i = 0; i < 40; ++i) {
    INFO("step " << i);
    const Pose X_CT = random.pose(M_PI, 1);
    const ProximityWindow window{i % 3 == 0 ? -0.05 : 0, 0.3, i % 5 == 0};
    require_same(pair.find(X_CT, window), pair.find_by_brute_force(X_CT, window));
    if (i % 4 == 0) {  // it rests for a while in between
      for (int k = 0; k < 3; ++k) {
        require_same(pair.find(X_CT, window), pair.find_by_brute_force(X_CT, window));
      }
    }
    hits += pair.find(X_CT, window).size();
  }
  CHECK(hits > 0);
}

}  // namespace condyle::test::slabs_tests
