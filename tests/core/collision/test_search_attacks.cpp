// Attacks on the float tolerance and the margins of the search. Every step is compared with a test
// of all rays against all triangles, to the bit.
#include <catch2/catch.hpp>
#include <filesystem>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "core/collision/search_pair.h"

namespace condyle::test::search_attack_tests {
namespace {

using test::RandomGeometry;
using test::require_same;
using test::SearchPair;

/// Adds a triangle whose length is `aspect` times its height, anywhere in a cube of edge 2, in any
/// direction.
void add_sliver(TriangleMesh& mesh, RandomGeometry& random, double aspect) {
  const int first = static_cast<int>(mesh.vertices.size());
  const Eigen::Vector3d start = random.vector(1), along = random.direction();
  const double length = random.uniform(0.1, 2);
  mesh.vertices.push_back(start);
  mesh.vertices.push_back(start + length * along);
  mesh.vertices.push_back(start + random.uniform(0, length) * along +
                          length / aspect * random.direction());
  mesh.triangles.push_back({first, first + 1, first + 2});
}

TriangleMesh slivers(RandomGeometry& random, int count) {
  TriangleMesh mesh;
  for (int i = 0; i < count; ++i) add_sliver(mesh, random, std::pow(10, random.uniform(0, 9)));
  return mesh;
}

/// Walls along the rays of a grid, each turned by almost nothing or exactly upright.
TriangleMesh walls(RandomGeometry& random, int count) {
  TriangleMesh mesh;
  for (int i = 0; i < count; ++i) {
    const int first = static_cast<int>(mesh.vertices.size());
    const Eigen::Vector3d at = random.vector(1);
    Eigen::Vector3d along = random.vector(0.5), up(0, 0, random.uniform(-0.5, 0.5));
    along.z() = 0;
    if (random.integer(0, 1) == 0) up += random.vector(std::pow(10, random.uniform(-17, -3)));
    mesh.vertices.insert(mesh.vertices.end(), {at, at + along, at + up});
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

/// A mesh of several kinds of pieces, at most 500 triangles.
TriangleMesh any_mesh(RandomGeometry& random) {
  switch (random.integer(0, 7)) {
    case 0:
      return random.soup(random.integer(1, 200), 1);
    case 1:
      return slivers(random, random.integer(1, 200));
    case 2:
      return walls(random, random.integer(1, 200));
    case 3:
      return make_box({2, random.uniform(0.1, 2), random.uniform(1e-4, 2)});
    case 4:
      return make_box({1, 1, 1}, {4, 4, 4});
    case 5:
      return random.bumpy(make_torus(1, 0.4, 20, 12), 0.01);
    case 6:
      return random.bumpy(make_plane_grid(2, 2, 12, 12), std::pow(10, random.uniform(-6, -1)));
    default:
      return make_icosphere(random.uniform(0.1, 1), 2);
  }
}

/// A point of a triangle: anywhere, on a side, at a corner, or very close to one of these.
Eigen::Vector3d point_of(const TriangleMesh& mesh, int triangle, RandomGeometry& random) {
  Eigen::Vector3d weights(random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1));
  for (int k = 0; k < 2; ++k)
    if (random.integer(0, 1) == 0) weights[k] = 0;
  if (random.integer(0, 3) == 0) weights[0] = std::pow(10, random.uniform(-17, -5));
  weights /= weights.sum();
  const auto& [a, b, c] = mesh.triangles[triangle];
  const auto& v = mesh.vertices;
  return weights[0] * v[a] + weights[1] * v[b] + weights[2] * v[c];
}

/// Small triangles whose rays are aimed at such points from any direction, many of them nearly
/// along the triangle. The tolerance of the lists must cover these.
TriangleMesh aimed_at(const TriangleMesh& target, RandomGeometry& random, int count) {
  TriangleMesh mesh;
  for (int i = 0; i < count; ++i) {
    const int t = random.integer(0, static_cast<int>(target.triangles.size()) - 1);
    Eigen::Vector3d ray = random.direction();
    const Eigen::Vector3d across = area_vector_doubled(target, t).normalized();
    if (random.integer(0, 2) == 0)
      ray -= (1 - std::pow(10, random.uniform(-12, 0))) * ray.dot(across) * across;
    ray.normalize();
    const Eigen::Vector3d start = point_of(target, t, random) + random.uniform(-0.05, 0.3) * ray;
    const Eigen::Vector3d x = ray.unitOrthogonal(), y = ray.cross(x);
    const double size = std::pow(10, random.uniform(-4, -1));
    const int first = static_cast<int>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), {start + size * x, start + size * (y - x) / 2,
                                               start - size * (x + y) / 2});
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

ProximityWindow any_window(RandomGeometry& random, double scale) {
  ProximityWindow window{0, scale * std::pow(10, random.uniform(-3, 0)), random.integer(0, 3) == 0};
  if (random.integer(0, 1) == 0)
    window.min_proximity = -scale * std::pow(10, random.uniform(-4, 0));
  return window;
}

Pose scaled(Pose X, double scale) {
  X.translation() *= scale;
  return X;
}

/// Walks over two meshes of one size, with jumps, stops and steps of any size, and often to poses
/// where rays are aimed at sides and corners.
std::size_t attack(RandomGeometry& random, double scale, int steps) {
  const Eigen::Vector3d size = Eigen::Vector3d::Constant(scale);
  const TriangleMesh target = any_mesh(random);
  const bool aims = random.integer(0, 2) > 0;
  TriangleMesh casting = aims ? aimed_at(target, random, random.integer(1, 300)) : any_mesh(random);
  const Pose aimed = random.pose(M_PI, 0.7);
  for (Eigen::Vector3d& v : casting.vertices) v = aimed * v;
  SearchPair pair(condyle::scaled(casting, size), condyle::scaled(target, size));
  Pose X_CT = aimed, step = Pose::Identity();
  ProximityWindow window = any_window(random, scale);
  std::size_t hits = 0;
  for (int i = 0; i < steps; ++i) {
    INFO("step " << i);
    const double pace = std::pow(10, random.uniform(-9, -1));
    if (random.integer(0, 5) == 0) step = random.pose(pace, pace);
    if (random.integer(0, 15) == 0) X_CT = random.pose(M_PI, 0.7);
    if (random.integer(0, 15) == 0) window = any_window(random, scale);
    X_CT = random.integer(0, 3) == 0 ? aimed : X_CT * step;
    const auto& found = pair.find(scaled(X_CT, scale), window);
    require_same(found, pair.find_by_brute_force(scaled(X_CT, scale), window));
    hits += found.size();
  }
  return hits;
}

const std::filesystem::path k_data = std::filesystem::path(CONDYLE_SHARED_DIR) / "data/dm-tka";

}  // namespace

TEST_CASE("Slivers, walls along the rays, coarse boxes and soups lose no hit at any size") {
  const double scale = GENERATE(1e-60, 1e-6, 1e-3, 1.0, 1e3, 1e6, 1e60);
  INFO("scale " << scale);
  std::size_t hits = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    INFO("seed " << seed);
    RandomGeometry random(seed);
    hits += attack(random, scale, 40);
  }
  CHECK(hits > 0);
}

TEST_CASE("Meshes of very different sizes, far from their frames' origins, lose no hit") {
  const double larger = GENERATE(1e-3, 30.0, 1e4);
  const double away = GENERATE(0.0, 1e4);
  INFO("larger " << larger << ", away " << away);
  RandomGeometry random(5);
  TriangleMesh small = random.bumpy(make_icosphere(0.5, 2), 0.01);
  TriangleMesh large = make_box(Eigen::Vector3d::Constant(larger));
  const Eigen::Vector3d offset = away * Eigen::Vector3d(1, -2, 0.5);
  for (Eigen::Vector3d& v : large.vertices) v += offset;
  SearchPair down(small, large), up(large, small);
  Pose X_CT = Pose::Identity();
  X_CT.translation() = Eigen::Vector3d(0, 0, 0.5 * larger + 0.45) - offset;
  for (int i = 0; i < 40; ++i) {
    INFO("step " << i);
    const ProximityWindow window{-0.01 * (i % 2), 0.3};
    require_same(down.find(X_CT, window), down.find_by_brute_force(X_CT, window));
    require_same(up.find(X_CT.inverse(), window), up.find_by_brute_force(X_CT.inverse(), window));
    X_CT.translation() += Eigen::Vector3d(1e-3, 2e-4, -1e-4);
  }
}

TEST_CASE("A motion that ends at the margin of the lists, or a little beside it, loses no hit") {
  // Steady steps, for which lists are made ahead; then one step of many times the size.
  RandomGeometry random(11);
  const TriangleMesh dish = random.bumpy(make_torus(1, 0.4, 24, 16), 0.002);
  const TriangleMesh ball = make_icosphere(0.6, 2);
  const int kind = GENERATE(range(0, 4));
  Pose step = Pose::Identity();
  if (kind == 0) step.translation() = Eigen::Vector3d(0x1p-9, 0, 0);
  if (kind == 1) step.translation() = Eigen::Vector3d(0, 0, 0x1p-9);
  if (kind == 2) step.rotate(Eigen::AngleAxisd(0x1p-9, Eigen::Vector3d::UnitZ()));
  if (kind == 3) step.rotate(Eigen::AngleAxisd(0x1p-8, Eigen::Vector3d(1, 1, 0).normalized()));
  for (int many = 1; many <= 20; ++many) {
    for (const double part : {-0x1p-20, 0.0, 0x1p-20}) {
      INFO("kind " << kind << ", " << many << " steps at once, and " << part);
      SearchPair pair(dish, ball);
      Pose X_CT = Pose::Identity();
      X_CT.translation() = Eigen::Vector3d(1, 0, 0.97);
      for (int i = 0; i < 5; ++i, X_CT = X_CT * step) pair.find(X_CT, {0, 0.1});
      for (int i = 0; i < many; ++i) X_CT = X_CT * step;
      X_CT.translation() += part * step.translation();
      require_same(pair.find(X_CT, {0, 0.1}), pair.find_by_brute_force(X_CT, {0, 0.1}));
    }
  }
}

// Takes hours: core_tests "[soak]".
TEST_CASE("soak: a million random poses of small pairs lose no hit", "[.soak]") {
  for (unsigned seed = 1; seed <= 25000; ++seed) {
    INFO("seed " << seed);
    RandomGeometry random(seed);
    attack(random, std::pow(10, random.uniform(-6, 6)), 40);
  }
}

TEST_CASE("soak: two hundred poses of the recorded knee against every triangle", "[.soak]") {
  if (!std::filesystem::exists(k_data)) return;
  SearchPair pair(read_mesh(k_data / "dm-tibial-insert-contact.stl", LengthUnit::metre),
                  read_mesh(k_data / "dm-femoral-component-contact.stl", LengthUnit::metre));
  RandomGeometry random(1);
  Pose X_CT = Pose::Identity();
  for (int i = 0; i < 200; ++i) {
    INFO("pose " << i);
    if (i % 10 == 0) X_CT = random.pose(0.3, 4e-3);
    X_CT = X_CT * random.pose(1e-3, 1e-4);
    const ProximityWindow window{i % 2 == 0 ? 0 : -5e-4, 0.01};
    require_same(pair.find(X_CT, window), pair.find_by_brute_force(X_CT, window));
  }
}

}  // namespace condyle::test::search_attack_tests
