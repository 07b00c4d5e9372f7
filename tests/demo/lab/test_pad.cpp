// The laboratory's test of a pad beside closed forms.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <set>
#include <string>

#include "condyle/contact/contact_laws.h"
#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "lab/pad_rig.h"
#include "lab/pad_test.h"
#include "world/model_scene.h"
#include "world/scene_world.h"

namespace condyle::test::pad_tests {
namespace {

constexpr double k_modulus = 5e5, k_ratio = 0.4, k_thickness = 0.01;

/// A pad, given by its source and its law's words, above a hard plate.
scene::Scene pad_scene(const std::string& source, const std::string& law) {
  return scene::parse_scene(
      R"({"condyle_scene": 1, "name": "Pad", "gravity": [0, 0, 0],
    "bodies": [
      {"name": "table", "kind": "fixed", "position": [0, -0.01, 0], "meshes": [
        {"name": "top", "primitive": {"shape": "box", "size": [0.2, 0.02, 0.2], "segments": 4},
         "layer": {"elastic_modulus": 1e12, "poissons_ratio": 0.3, "thickness": 0.001}}]},
      {"name": "finger", "kind": "dynamic", "mass": 1,
       "inertia": [1, 1, 1], "position": [0, 0.0101, 0], "meshes": [
        {"name": "pad", )" +
          source +
          R"(, "layer": {"elastic_modulus": 5e5, "poissons_ratio": 0.4, "thickness": 0.01}}]}],
    "contacts": [{"name": "grip", "casting": {"body": "finger", "mesh": "pad"},
      "target": {"body": "table", "mesh": "top"}, "max_proximity": 0.005, "layers": "two_layer",
      "friction": {"static_coefficient": 0.5, "dynamic_coefficient": 0.4, "mode": "stiction",
        "stick_stiffness": 1e9}, "dissipation": 2)" +
          law + "}]}",
      "pad.json");
}

scene::Scene ball_scene(const std::string& law = "") {
  return pad_scene(
      R"("primitive": {"shape": "icosphere", "radius": 0.02, "segments": 5}, "position": [0, 0.01, 0])",
      law);
}

const LabTable& table_of(const LabResult& result, const std::string& name) {
  for (const LabTable& table : result.tables)
    if (table.name == name) return table;
  throw InputError("no table " + name);
}

PadTest short_test() {
  PadTest test;
  test.force = 2;
  test.points = 4;
  test.tilts = {};
  test.steps = 60;
  return test;
}

}  // namespace

TEST_CASE("lab pad: a ball's stiffness, slip and turn are those of springs", "[lab]") {
  const LabResult result = test_pad(ball_scene(), short_test());
  const double k = constrained_modulus(k_modulus, k_ratio) / k_thickness, R = 0.02, N = 2, mu = 0.5;
  // Rays run along the ball's radius: R - (R - d) / cos t deep at an angle t from the middle, so
  // that F = 2 pi k R^2 (R ln(R / (R - d)) - d). The mesh lies inside of the ball.
  const auto& pressed = table_of(result, "pad_press").rows.back();
  const double depth = 1e-3 * pressed[1].number;
  CHECK(2 * std::numbers::pi * k * R * R * (R * std::log(R / (R - depth)) - depth) ==
        Approx(N).epsilon(0.02));
  CHECK(pressed[5].number == Approx(1e-3 * k * depth).epsilon(1e-3));  // peak [kPa]
  const auto& limits = table_of(result, "pad_limits").rows;
  CHECK(limits[0][1].number == Approx(mu * N).epsilon(1e-3));  // slip [N]
  CHECK(limits[0][3].number < 0.95 * mu * N);                  // the rim slips first
  // Tangential springs over the area, of which the rim slips at once.
  CHECK(limits[0][4].number == Approx(1e-3 * 1e9 * pressed[3].number * 1e-6).epsilon(0.1));
  // What sticks at the middle is a tenth of the radius. The area in triangles is uncertain by 3 %.
  CHECK(limits[2][1].number == Approx(limits[2][5].number).epsilon(0.02));
  CHECK(limits[1][5].number / limits[2][5].number == Approx(45 * std::numbers::pi / 128));
}

TEST_CASE("lab pad: the turn of a ball on a thick elastic layer is Hertz's", "[lab]") {
  PadTest test = short_test();
  test.points = 2;
  test.steps = 40;
  const LabResult result = test_pad(ball_scene(R"(, "law": "elastic_layer")"), test);
  // A contact of a third of the layer's thickness in radius is not quite Hertz's; nodes of an
  // eighth of it tell the peak to some per cent.
  const auto& limits = table_of(result, "pad_limits").rows;
  CHECK(limits[0][1].number == Approx(0.5 * 2).epsilon(1e-3));
  const double to_hertz = std::abs(limits[1][1].number / limits[1][5].number - 1);
  const double to_springs = std::abs(limits[2][1].number / limits[2][5].number - 1);
  CHECK(to_hertz < 0.05);
  CHECK(to_hertz < to_springs);
}

TEST_CASE("lab pad: under a tilted plate the centre of a flat pad moves as that of springs",
          "[lab]") {
  PadTest test = short_test();
  scene::Scene scene =
      pad_scene(R"("primitive": {"shape": "box", "size": [0.02, 0.02, 0.02], "segments": 24})", "");
  scene.contacts[0].settings.friction = {};
  test.force = 40;
  const double tilt = 0.01, width = 0.02;
  // The last two differ by less than a tenth of a degree.
  test.tilts = {0, tilt, tilt + 0.04 * k_lab_degree};
  test.taxels = 4;
  const LabResult result = test_pad(scene, test);
  const auto& tilts = table_of(result, "pad_tilts").rows;
  const double k = constrained_modulus(k_modulus, k_ratio) / k_thickness;
  const double depth = test.force / (k * width * width);
  CHECK(tilts[0][4].number == Approx(0).margin(1e-3));
  CHECK(tilts[0][5].number == Approx(0).margin(1e-3));
  // e = tilt w^2 / (12 d); rays from centroids leave out the halves of the outer triangles.
  CHECK(std::abs(tilts[1][5].number) ==
        Approx(1e3 * tilt * width * width / (12 * depth)).epsilon(0.02));
  // The mean of all taxels is the load over the face.
  const LabTable& taxels = table_of(result, "pad_taxels_0");
  double sum = 0;
  for (const auto& row : taxels.rows)
    for (std::size_t i = 1; i < row.size(); ++i) sum += row[i].number;
  CHECK(sum / 16 == Approx(1e-3 * test.force / (width * width)).epsilon(1e-6));
  CHECK(
      std::set<std::string>{result.maps[0].name, result.maps[1].name, result.maps[2].name}.size() ==
      3);
  // Without friction there is no limit, and a note says so.
  CHECK_THROWS_AS(table_of(result, "pad_limits"), InputError);
  CHECK(result.notes.back().find("no friction") != std::string::npos);
}

TEST_CASE("lab pad: a hollow side is refused at once, shipped pads are not", "[lab]") {
  CHECK_THROWS_WITH(test_pad(load_scene(find_scene("knee_replacement")), short_test()),
                    Catch::Contains("'insert_femoral'") && Catch::Contains("rim of a hollow one") &&
                        Catch::Contains("condyle lab contact"));
  CHECK_THROWS_WITH(test_pad(load_scene(find_scene("hip")), short_test()),
                    Catch::Contains("rim of a hollow one"));
  for (const char* name : {"finger_pad", "gripper", "ball_on_plate"}) {
    INFO(name);
    MadeMeshes meshes;
    CHECK_NOTHROW(make_pad_rig(load_scene(find_scene(name)), meshes));
  }
}

TEST_CASE("lab pad: taxels that the mesh is too coarse for are a note, other limits errors",
          "[lab]") {
  PadTest test = short_test();
  scene::Scene scene =
      pad_scene(R"("primitive": {"shape": "box", "size": [0.02, 0.02, 0.02], "segments": 4})", "");
  scene.contacts[0].settings.friction = {};
  test.tilts = {0};
  test.taxels = 100;
  const LabResult result = test_pad(scene, test);
  CHECK(table_of(result, "pad_press").rows.size() == 4);
  CHECK(std::isnan(table_of(result, "pad_tilts").rows[0][6].number));
  CHECK_THAT(result.notes.back(), Catch::Contains("tilted by 0 deg") &&
                                      Catch::Contains("too coarse for 100 x 100 taxels"));
  test.taxels = 257;
  CHECK_THROWS_WITH(test_pad(scene, test), Catch::Contains("1 to 256"));
  test.taxels = 4;
  test.tilts = {80 * k_lab_degree};
  CHECK_THROWS_WITH(test_pad(scene, test), Catch::Contains("within 80 deg"));
}

}  // namespace condyle::test::pad_tests
