// Attacks on the float tolerance and the margins of the search. Every step is compared with a test
// of all rays against all triangles, to the bit.
#include <catch2/catch.hpp>

#include "condyle/mesh/mesh_file.h"
#include "core/collision/attack_meshes.h"
#include "core/collision/recorded_knee.h"
#include "core/collision/search_pair.h"
#include "core/src/collision/proximity_window.h"
#include "support/few_or_all.h"
#include "support/soak.h"

namespace condyle::test::search_attack_tests {
namespace {

using test::RandomGeometry;
using test::require_same;
using test::SearchPair;

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
  SearchPair pair(mesh::scaled(casting, size), mesh::scaled(target, size));
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

}  // namespace

TEST_CASE("Slivers, walls along the rays, coarse boxes and soups lose no hit at any size",
          "[rounds]") {
  const double scale = GENERATE(1e-60, 1e-6, 1e-3, 1.0, 1e3, 1e6, 1e60);
  INFO("scale " << scale);
  std::size_t hits = 0;
  for (unsigned seed = 1; seed <= few_or_all(5U, 12U); ++seed) {
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
  TriangleMesh small = random.bumpy(mesh::make_icosphere(0.5, 2), 0.01);
  TriangleMesh large = mesh::make_box(Eigen::Vector3d::Constant(larger));
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
  const TriangleMesh dish = random.bumpy(mesh::make_torus(1, 0.4, 24, 16), 0.002);
  const TriangleMesh ball = mesh::make_icosphere(0.6, 2);
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

// Each seed gives a pair of meshes of up to 500 triangles and 40 poses, so 25000 seeds give a
// million poses.
TEST_CASE("soak: random poses of small pairs lose no hit", "[.soak]") {
  for (const unsigned seed : soak_seeds()) {
    INFO("seed " << seed);
    RandomGeometry random(seed);
    attack(random, std::pow(10, random.uniform(-6, 6)), 40);
  }
}

// Tests as many poses as there are seeds, but at most 200: the comparison with every triangle takes
// seconds for each pose.
TEST_CASE("soak: the recorded knee loses no hit against every triangle", "[.soak]") {
  if (!std::filesystem::exists(k_knee_data)) {
    WARN("SKIPPED: no recorded knee in " << k_knee_data);
    return;
  }
  SearchPair pair(
      mesh::read_mesh(k_knee_data / "dm-tibial-insert-contact.stl", mesh::LengthUnit::metre),
      mesh::read_mesh(k_knee_data / "dm-femoral-component-contact.stl", mesh::LengthUnit::metre));
  const std::vector<unsigned> seeds = soak_seeds();
  RandomGeometry random(seeds.front());
  const std::vector<Pose> recorded = read_poses(k_knee_data / "flexion_poses_tibiofemoral.json");
  const int last = static_cast<int>(recorded.size()) - 1;
  std::size_t hits = 0;
  Pose X_CT = recorded.front();
  for (std::size_t i = 0; i < std::min<std::size_t>(200, seeds.size()); ++i) {
    INFO("pose " << i << " from seed " << seeds.front());
    if (i % 10 == 0) X_CT = recorded[random.integer(0, last)] * random.pose(0.02, 5e-4);
    X_CT = X_CT * random.pose(1e-3, 1e-4);
    const ProximityWindow window{i % 2 == 0 ? 0 : -5e-4, 0.01};
    const auto& found = pair.find(X_CT, window);
    require_same(found, pair.find_by_brute_force(X_CT, window));
    hits += found.size();
  }
  CHECK(hits > 0);
}

}  // namespace condyle::test::search_attack_tests
