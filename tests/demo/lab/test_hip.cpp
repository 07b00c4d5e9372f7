// The laboratory's test of a hip: a ball in a cup whose rim is known.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "condyle/error.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "lab/hip_test.h"
#include "lab/still_run.h"
#include "new_joint/cup_opening.h"
#include "world/scene_world.h"

namespace condyle::test::hip_tests {
namespace {

constexpr double k_radius = 0.0141;
constexpr double k_half_opening = 80 * k_lab_degree;  // from the pole to the rim

/// The hollow side of a spherical cap about the origin that opens along `opening`.
TriangleMesh cup_mesh(const Eigen::Vector3d& opening) {
  constexpr int k_rings = 40, k_around = 96;
  const Eigen::Quaterniond turn =
      Eigen::Quaterniond::FromTwoVectors(-Eigen::Vector3d::UnitZ(), -opening);
  TriangleMesh mesh;
  mesh.vertices.push_back(turn * Eigen::Vector3d(0, 0, -k_radius));
  for (int r = 1; r <= k_rings; ++r) {
    for (int i = 0; i < k_around; ++i) {
      const double theta = k_half_opening * r / k_rings, phi = 2 * std::numbers::pi * i / k_around;
      mesh.vertices.push_back(
          turn * (k_radius * Eigen::Vector3d(std::sin(theta) * std::cos(phi),
                                             std::sin(theta) * std::sin(phi), -std::cos(theta))));
    }
  }
  const auto at = [](int ring, int i) { return 1 + (ring - 1) * k_around + i % k_around; };
  for (int i = 0; i < k_around; ++i) mesh.triangles.push_back({0, at(1, i), at(1, i + 1)});
  for (int r = 1; r < k_rings; ++r) {
    for (int i = 0; i < k_around; ++i) {
      mesh.triangles.push_back({at(r, i), at(r + 1, i), at(r + 1, i + 1)});
      mesh.triangles.push_back({at(r, i), at(r + 1, i + 1), at(r, i + 1)});
    }
  }
  // Seen from the centre the triangles must be counter-clockwise.
  const Eigen::Vector3d normal = area_vector_doubled(mesh, 0);
  if (normal.dot(centroid(mesh, 0)) > 0)
    for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

/// A cup pressed on a fixed ball by a force along -y; its mesh is in a file of the folder.
scene::Scene hip_scene(const TemporaryFolder& folder) {
  scene::Scene scene = scene::parse_scene(R"({
    "condyle_scene": 1, "name": "Cup", "gravity": [0, 0, 0],
    "bodies": [
      {"name": "femur", "kind": "fixed", "meshes": [
        {"name": "head", "shape": {"kind": "sphere", "radius": 0.014},
         "layer": {"elastic_modulus": 200e9, "poissons_ratio": 0.3, "thickness": 0.01}}]},
      {"name": "pelvis", "kind": "dynamic", "mass": 1, "inertia": [1e-3, 1e-3, 1e-3], "meshes": [
        {"name": "cup", "primitive": {"shape": "plane", "size": [0.01, 0.01, 0], "segments": 2},
         "layer": {"elastic_modulus": 5e8, "poissons_ratio": 0.46, "thickness": 0.008}}]}],
    "contacts": [{"name": "hip", "casting": {"body": "pelvis", "mesh": "cup"},
      "target": {"body": "femur", "mesh": "head"}, "max_proximity": 0.004, "layers": "two_layer"}],
    "joints": [{"name": "upright", "kind": "generic", "body_a": "pelvis",
      "free_axes": ["tx", "ty", "tz"]}],
    "loads": [{"name": "weight", "body": "pelvis", "force": [0, -1000, 0]}]
  })",
                                          "hip.json");
  mesh::write_mesh(folder / "cup.ply", cup_mesh(cup_opening(45 * k_lab_degree, 0, false)),
                   mesh::LengthUnit::metre);
  scene.bodies[1].meshes[0].source = scene::MeshFromFile{.file = folder / "cup.ply"};
  return scene;
}

}  // namespace

TEST_CASE("lab hip: the patch is as far from the rim as the cup's angle says", "[lab]") {
  const TemporaryFolder folder;
  HipTest test;
  for (const double degrees : {0, 15, 30}) test.inclinations.push_back(degrees * k_lab_degree);
  test.versions = {0};
  const LabResult result = test_hip(hip_scene(folder), test);
  const auto& rows = result.tables[0].rows;
  REQUIRE(rows.size() == 3);
  for (const auto& row : rows) {
    INFO(row[1].number);
    CHECK(row[3].number == Approx(1000).epsilon(1e-6));
    // The patch is round about the load's direction: A = 2 pi R^2 (1 - cos half).
    const double half =
        std::acos(1 - row[4].number * 1e-6 / (2 * std::numbers::pi * k_radius * k_radius));
    const double expected = k_half_opening - row[1].number * k_lab_degree - half;
    // Two degrees are a ring of triangles.
    CHECK(row[6].number ==
          Approx(1e3 * k_radius * expected).margin(1e3 * k_radius * 2.5 * k_lab_degree));
    CHECK(row[7].word == "no");
  }
  CHECK(result.tables[1].rows[0][3].word == "not reached");
}

TEST_CASE("lab hip: edge loading begins where the patch reaches the rim", "[lab]") {
  const TemporaryFolder folder;
  HipTest test;
  test.inclinations = {20 * k_lab_degree, 70 * k_lab_degree};
  test.versions = {0};
  const LabResult result = test_hip(hip_scene(folder), test);
  const auto& flat = result.tables[0].rows[0];
  const double half =
      std::acos(1 - flat[4].number * 1e-6 / (2 * std::numbers::pi * k_radius * k_radius));
  CHECK(result.tables[0].rows[1][7].word == "yes");
  CHECK(result.tables[0].rows[1][5].number > flat[5].number);  // less area, higher peak
  CHECK(result.tables[1].rows[0][3].word == "reached");
  CHECK(result.tables[1].rows[0][2].number ==
        Approx((k_half_opening - half) / k_lab_degree).margin(3));
}

TEST_CASE("lab hip: a cup that opens straight down is of the side to which its load points",
          "[lab]") {
  const TemporaryFolder folder;
  scene::Scene scene = hip_scene(folder);
  mesh::write_mesh(folder / "down.ply", cup_mesh(-Eigen::Vector3d::UnitY()),
                   mesh::LengthUnit::metre);
  scene.bodies[1].meshes[0].source = scene::MeshFromFile{.file = folder / "down.ply"};
  const double aside = 11 * k_lab_degree;
  HipTest test;
  test.inclinations = {20 * k_lab_degree};
  test.versions = {0};
  const auto to_rim = [&](double side, scene::HipSide asked) {
    scene.loads[0].force = 1000 * Eigen::Vector3d(0, -std::cos(aside), side * std::sin(aside));
    test.side = asked;
    const LabResult result = test_hip(scene, test);
    const bool is_left =
        asked == scene::HipSide::automatic ? side < 0 : asked == scene::HipSide::left;
    CHECK_THAT(result.notes[0], Catch::Contains(is_left ? "is a left one" : "is a right one"));
    return result.tables[0].rows[0][6].number;
  };
  // The patch lies about the load, which is 9 degrees from the pole, or 31 if the cup is turned
  // against it.
  const double right = to_rim(1, scene::HipSide::automatic),
               left = to_rim(-1, scene::HipSide::automatic);
  CHECK(right == Approx(left).epsilon(0.02));
  const double against = to_rim(1, scene::HipSide::left);
  CHECK(right - against ==
        Approx(1e3 * k_radius * 22 * k_lab_degree).margin(1e3 * k_radius * 4 * k_lab_degree));
}

TEST_CASE("lab hip: casting and target exchanged, and left to choose, give the same", "[lab]") {
  const TemporaryFolder folder;
  scene::Scene scene = hip_scene(folder);
  HipTest test;
  test.inclinations = {20 * k_lab_degree};
  test.versions = {0};
  scene.contacts[0].side = CastingSide::automatic;
  const LabResult given = test_hip(scene, test);
  std::swap(scene.contacts[0].casting, scene.contacts[0].target);
  const LabResult exchanged = test_hip(scene, test);
  for (std::size_t i = 3; i < 7; ++i)
    CHECK(exchanged.tables[0].rows[0][i].number ==
          Approx(given.tables[0].rows[0][i].number).epsilon(1e-6));
}

TEST_CASE("lab hip: the edge is found below a lost balance, and the map is of the worst", "[lab]") {
  const TemporaryFolder folder;
  scene::Scene scene = hip_scene(folder);
  scene.bodies[0].kind = scene::BodyKind::kinematic;
  scene.motions = {{.name = "flexion",
                    .body = "femur",
                    .axis = Eigen::Vector3d::UnitZ(),
                    .table = {.times = {0, 1}, .values = {0, 1}, .smooth = false}}};
  HipTest test;
  test.angles = {0, 0.1};
  test.inclinations = {20 * k_lab_degree, 120 * k_lab_degree};
  test.versions = {0, 10 * k_lab_degree};
  const LabResult result = test_hip(scene, test);
  const auto& rows = result.tables[0].rows;
  REQUIRE(rows.size() == 8);
  const double half =
      std::acos(1 - rows[0][4].number * 1e-6 / (2 * std::numbers::pi * k_radius * k_radius));
  double highest = 0;
  for (std::size_t i = 0; i < rows.size(); i += 2) {
    highest = std::fmax(highest, rows[i][5].number);
    // A turn of the ball changes nothing; a cup that opens upward bears nothing.
    const bool is_flat = rows[i][1].number < 60;
    CHECK(std::isnan(rows[i][3].number) == !is_flat);
    if (is_flat) CHECK(rows[i + 1][5].number == Approx(rows[i][5].number).epsilon(0.01));
  }
  for (const auto& row : result.tables[1].rows) {
    CHECK(row[3].word == "reached");
    // The load is as far from the pole as the opening is from straight down.
    const double cosine =
        -cup_opening(row[2].number * k_lab_degree, row[1].number * k_lab_degree, false).y();
    CHECK(std::acos(cosine) / k_lab_degree ==
          Approx((k_half_opening - half) / k_lab_degree).margin(3));
  }
  const std::vector<double>& map = result.maps.at(0).values[0].values;
  CHECK(1e-6 * *std::max_element(map.begin(), map.end()) == Approx(highest).epsilon(0.01));
  test.angles = {};
  test.versions = {0};
  test.inclinations = {120 * k_lab_degree, 130 * k_lab_degree};
  CHECK(test_hip(scene, test).tables[1].rows[0][3].word == "no balance at the first already");
}

TEST_CASE("lab hip: a joint without a cup is refused by name", "[lab]") {
  const TemporaryFolder folder;
  scene::Scene scene = hip_scene(folder);
  scene.bodies[1].meshes[0].source =
      scene::MeshFromPrimitive{.shape = scene::PrimitiveShape::box, .size = {0.01, 0.01, 0.01}};
  CHECK_THROWS_WITH(test_hip(scene, {}), Catch::Contains("neither side is a cup"));
}

}  // namespace condyle::test::hip_tests
