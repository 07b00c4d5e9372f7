// The recorded flexion of a knee implant: the tibial insert casts on the femoral component.
#include <catch2/catch.hpp>
#include <iostream>

#include "condyle/mesh/mesh_file.h"
#include "core/collision/recorded_knee.h"
#include "core/collision/search_pair.h"
#include "core/src/collision/proximity_window.h"
#include "support/allocation_counter.h"

namespace condyle::test::recorded_knee_tests {

TEST_CASE("The recorded knee: warm equals cold, without allocation") {
  if (!std::filesystem::exists(k_knee_data)) {
    std::cout << "SKIPPED: no recorded knee at " << k_knee_data << '\n';
    return;
  }
  test::SearchPair pair(
      mesh::read_mesh(k_knee_data / "dm-tibial-insert-contact.stl", mesh::LengthUnit::metre),
      mesh::read_mesh(k_knee_data / "dm-femoral-component-contact.stl", mesh::LengthUnit::metre));
  const std::vector<Pose> poses = read_poses(k_knee_data / "flexion_poses_tibiofemoral.json");
  REQUIRE(poses.size() > 100);

  std::vector<long> allocations;
  for (int round = 0; round < 2; ++round) {
    const long before = test::allocation_count();
    for (const Pose& X_CT : poses) pair.find(X_CT, {});
    allocations.push_back(test::allocation_count() - before);
  }
  CHECK(allocations[1] == 0);

  for (std::size_t i = 0; i < poses.size(); ++i) {
    const auto& warm = pair.find(poses[i], {});
    REQUIRE(warm.size() > 500);
    if (i % 20 == 0) test::require_same(warm, pair.find_cold(poses[i], {}));
  }
}

TEST_CASE("The recorded knee: every 50th ray against every triangle") {
  if (!std::filesystem::exists(k_knee_data)) {
    std::cout << "SKIPPED: no recorded knee at " << k_knee_data << '\n';
    return;
  }
  TriangleMesh insert =
      mesh::read_mesh(k_knee_data / "dm-tibial-insert-contact.stl", mesh::LengthUnit::metre);
  std::vector<std::array<int, 3>> some;
  for (std::size_t t = 0; t < insert.triangles.size(); t += 50) some.push_back(insert.triangles[t]);
  insert.triangles = some;
  test::SearchPair pair(insert, mesh::read_mesh(k_knee_data / "dm-femoral-component-contact.stl",
                                                mesh::LengthUnit::metre));
  const std::vector<Pose> poses = read_poses(k_knee_data / "flexion_poses_tibiofemoral.json");
  for (const std::size_t i : {0u, 40u, 41u, 300u}) {
    for (const ProximityWindow& window : {ProximityWindow{}, ProximityWindow{-1e-3, 0.01, true}}) {
      const auto& hits = pair.find(poses.at(i), window);
      CHECK(hits.size() > 5);
      test::require_same(hits, pair.find_by_brute_force(poses.at(i), window));
    }
  }
}

}  // namespace condyle::test::recorded_knee_tests
