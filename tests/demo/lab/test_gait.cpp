// Cycles of loads and motions, and wear under them, beside closed forms.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "condyle/contact/contact_pair.h"
#include "condyle/error.h"
#include "condyle/mesh/primitives.h"
#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "lab/gait_run.h"
#include "lab/gait_test.h"
#include "lab/sliding_map.h"
#include "lab/still_run.h"
#include "lab/wear_test.h"
#include "lab/worn_mesh.h"

namespace condyle::test::gait_tests {
namespace {

constexpr double k_load = 200, k_way = 0.01, k_side = 0.04;

/// A body on a floor without friction, pressed by a load along -y, free along x and y.
scene::Scene slider_scene(const std::string& mesh, double height) {
  scene::Scene scene = scene::parse_scene(
      R"({"condyle_scene": 1, "name": "Slider", "gravity": [0, 0, 0], "rate": 200,
    "bodies": [
      {"name": "floor", "kind": "fixed", "position": [0, -0.01, 0], "meshes": [
        {"name": "top", "primitive": {"shape": "box", "size": [0.2, 0.02, 0.2], "segments": 1},
         "layer": {"elastic_modulus": 5e8, "poissons_ratio": 0.4, "thickness": 0.005}}]},
      {"name": "slab", "kind": "dynamic", "mass": 1, "inertia": [1e-3, 1e-3, 1e-3],
       "meshes": [{"name": "sole", )" +
          mesh +
          R"(, "layer": {"elastic_modulus": 5e6, "poissons_ratio": 0.4, "thickness": 0.005}}]}],
    "contacts": [{"name": "rest", "casting": {"body": "slab", "mesh": "sole"},
      "target": {"body": "floor", "mesh": "top"}, "max_proximity": 0.003, "layers": "two_layer",
      "dissipation": 1}],
    "joints": [{"name": "guide", "kind": "generic", "body_a": "slab", "free_axes": ["tx", "ty"]}],
    "loads": [{"name": "weight", "body": "slab", "force": [0, -1, 0]}]})",
      "slider.json");
  scene.bodies[1].X_WB.translation().y() = height;
  return scene;
}

scene::Scene slab_scene() {
  return slider_scene(
      R"("primitive": {"shape": "box", "size": [0.04, 0.02, 0.04], "segments": 12})", 0.01);
}

/// A constant load and a path from -way to +way and back, one cycle a second.
GaitCycle back_and_forth(CycleDrive forward, double amount) {
  GaitCycle cycle{.name = "test"};
  for (int i = 0; i <= 40; ++i) {
    cycle.time.push_back(i / 40.0);
    cycle.axial.push_back(k_load);
    cycle.forward.push_back(-amount * std::cos(2 * std::numbers::pi * i / 40));
  }
  cycle.forward.back() = cycle.forward.front();
  cycle.forward_drive = forward;
  return cycle;
}

const LabTable& table_in(const LabResult& result, const std::string& name) {
  for (const LabTable& table : result.tables)
    if (table.name == name) return table;
  throw InputError("no table " + name);
}

double cell(const LabTable& table, std::size_t row, const std::string& column) {
  const auto at = std::find(table.columns.begin(), table.columns.end(), column);
  REQUIRE(at != table.columns.end());
  return table.rows.at(row).at(static_cast<std::size_t>(at - table.columns.begin())).number;
}

std::string message_for(const std::string& csv) {
  const TemporaryFolder folder;
  return input_error_of([&] { read_cycle(folder.write("cycle.csv", csv), 1); });
}

/// A short run of wear.
WearTest wear_of(double cycles, int updates) {
  WearTest test;
  test.gait = {back_and_forth(CycleDrive::displacement, k_way), {.cycles = 1}};
  test.cycles = cycles;
  test.updates = updates;
  return test;
}

}  // namespace

TEST_CASE("lab gait: a slab follows its displacement, and slides as far", "[lab]") {
  const GaitTest test{back_and_forth(CycleDrive::displacement, k_way), {.cycles = 2}};
  const LabResult result = test_gait(slab_scene(), test);
  const LabTable& course = table_in(result, "gait");
  REQUIRE(course.rows.size() == 101);
  CHECK(cell(course, 0, "x [mm]") == Approx(-1e3 * k_way).margin(2e-3));
  CHECK(cell(course, 50, "x [mm]") == Approx(1e3 * k_way).margin(2e-3));
  CHECK(cell(course, 25, "all force [N]") == Approx(k_load).epsilon(1e-4));
  const LabTable& contact = table_in(result, "gait_contact");
  CHECK(cell(contact, 0, "sliding distance [mm]") == Approx(4e3 * k_way).epsilon(1e-3));
  // The centre of pressure stays in the slab.
  CHECK(cell(contact, 0, "path of centre [mm]") < 1e-2);
}

TEST_CASE("lab gait: under a slow force a slab between strands moves as its springs", "[lab]") {
  scene::Scene scene = slab_scene();
  for (const double side : {-1, 1}) {
    scene::SceneLigament strand;
    strand.strand.name = side < 0 ? "west" : "east";
    strand.strand.linear_stiffness = 1000;
    strand.strand.slack_length = 0.1;
    strand.strand.transition_strain = 0;
    strand.path = {{"", {0.11 * side, 0.0099, 0}}, {"slab", {0, 0, 0}}};
    scene.ligaments.push_back(strand);
  }
  const GaitTest test{back_and_forth(CycleDrive::force, 40), {.cycles = 2, .steps = 400}};
  const LabResult result = test_gait(scene, test);
  const LabTable& course = table_in(result, "gait");
  // 40 N on two springs of 1000 N / 0.1 m; its own period is 1/22 of the cycle's.
  CHECK(cell(course, 50, "x [mm]") == Approx(2).epsilon(0.02));
  CHECK(cell(course, 25, "x [mm]") == Approx(0).margin(0.05));
}

TEST_CASE("lab gait: a turn is about y, and a joint that is free otherwise is kept", "[lab]") {
  GaitCycle cycle = back_and_forth(CycleDrive::nothing, 0);
  cycle.turn = back_and_forth(CycleDrive::displacement, 0.1).forward;
  cycle.turn_drive = CycleDrive::displacement;
  const LabResult result = test_gait(slab_scene(), {cycle, {.cycles = 1}});
  CHECK(cell(table_in(result, "gait"), 50, "turn y [deg]") ==
        Approx(0.1 / k_lab_degree).epsilon(1e-3));
  CHECK(cell(table_in(result, "gait"), 50, "x [mm]") == Approx(0).margin(1e-2));
}

TEST_CASE("lab gait: built-in cycles close and say that they are no standard's", "[lab]") {
  for (const scene::BuiltInCycle which :
       {scene::BuiltInCycle::walk, scene::BuiltInCycle::stairs, scene::BuiltInCycle::squat}) {
    const GaitCycle cycle = built_in_cycle(which);
    for (const std::vector<double>* values :
         {&cycle.flexion, &cycle.axial, &cycle.forward, &cycle.turn}) {
      REQUIRE(values->size() == cycle.time.size());
      CHECK(values->front() == values->back());
    }
    CHECK(*std::min_element(cycle.axial.begin(), cycle.axial.end()) > 0);
    CHECK(notes_of(cycle)[0].find("not those of ISO 14243") != std::string::npos);
    // Its table reads back.
    const TemporaryFolder folder;
    const GaitCycle read = read_cycle(folder.write("cycle.csv", to_csv(cycle_table(cycle))), 1);
    CHECK(read.time == cycle.time);
    CHECK(read.flexion[30] == Approx(cycle.flexion[30]).epsilon(1e-12));
    CHECK(read.forward_drive == CycleDrive::force);
    CHECK(read.turn == cycle.turn);
  }
}

TEST_CASE("lab gait: a guide to a fixed body gives way, whichever end the body is", "[lab]") {
  for (const bool is_reversed : {false, true}) {
    scene::Scene scene = slab_scene();
    scene::SceneJoint& guide = scene.joints[0];
    guide.free_axes[0] = false;
    guide.body_b = "floor";
    if (is_reversed) std::swap(guide.body_a, guide.body_b);
    const LabResult result =
        test_gait(scene, {back_and_forth(CycleDrive::displacement, k_way), {.cycles = 1}});
    CHECK(cell(table_in(result, "gait"), 50, "x [mm]") == Approx(1e3 * k_way).margin(5e-3));
    for (const std::string& note : result.notes)
      CHECK(note.find("does not follow") == std::string::npos);
  }
}

TEST_CASE("lab gait: a joint that cannot give way is refused, and a miss is said", "[lab]") {
  scene::Scene scene = slab_scene();
  scene.joints[0].kind = scene::JointKind::hinge;
  const GaitTest test{back_and_forth(CycleDrive::displacement, k_way), {.cycles = 1}};
  CHECK_THROWS_WITH(test_gait(scene, test),
                    Catch::Contains("joint 'guide' holds 'slab'") && Catch::Contains("AP force"));
  // Along its axis a slider holds nothing.
  scene.joints[0].kind = scene::JointKind::slider;
  CHECK_NOTHROW(gait_scene(scene, find_tested_joint(scene), test.cycle));
  CycleMiss miss;
  Pose X_WB = Pose::Identity();
  X_WB.translation().x() = k_way / 2;
  add_miss(miss, X_WB, Pose::Identity(), test.cycle, 0.5);
  CHECK(miss.forward == Approx(k_way / 2));
  CHECK_THAT(notes_of(miss, test.cycle).at(0), Catch::Contains("does not follow the AP displace"));
}

TEST_CASE("lab gait: runs of more than a million steps are refused", "[lab]") {
  using Catch::Contains;
  const GaitCycle cycle = back_and_forth(CycleDrive::nothing, 0);
  CHECK_THROWS_WITH(steps_of({.cycles = 21474838}, cycle, 200), Contains("fewer repetitions"));
  CHECK_THROWS_WITH(steps_of({.cycles = 1, .steps = 2147483647}, cycle, 200),
                    Contains("fewer repetitions or steps"));
  GaitCycle endless = cycle;
  endless.time.back() = 1e9;
  CHECK_THROWS_WITH(steps_of({.cycles = 1}, endless, 200), Contains("period of 1e+09 s"));
  CHECK(steps_of({.cycles = 2}, cycle, 240) == 300);
}

TEST_CASE("lab gait: quoted names and numbers are read", "[lab]") {
  const TemporaryFolder folder;
  const GaitCycle cycle = read_cycle(
      folder.write("cycle.csv", "\"time [s]\",\"axial force [N]\"\n\"0\",\"1\"\n0.5, \"2\"\n1,1\n"),
      1);
  CHECK(cycle.time == std::vector<double>{0, 0.5, 1});
  CHECK(cycle.axial == std::vector<double>{1, 2, 1});
}

TEST_CASE("lab gait: percent and other units are read", "[lab]") {
  const TemporaryFolder folder;
  const std::filesystem::path file =
      folder.write("cycle.csv",
                   "percent [%], axial force [kN], AP displacement [mm], flexion [deg]\r\n"
                   "0, 1, 0, 0\r\n50, 2, 5, 60\r\n75, 1.5, 2, 10\r\n");
  const GaitCycle cycle = read_cycle(file, 2);
  CHECK(cycle.time == std::vector<double>{0, 1, 1.5, 2});
  CHECK(cycle.axial == std::vector<double>{1000, 2000, 1500, 1000});
  CHECK(cycle.forward[1] == Approx(0.005));
  CHECK(cycle.flexion[1] == Approx(std::numbers::pi / 3));
  CHECK(cycle.forward_drive == CycleDrive::displacement);
  CHECK(cycle.turn_drive == CycleDrive::nothing);
}

TEST_CASE("lab gait: each fault of a file has its own message", "[lab]") {
  using Catch::Contains;
  const std::string rows = "0,1\n0.5,2\n1,1\n";
  CHECK_THAT(message_for("time [s],axial force\n" + rows),
             Contains("line 1: column 'axial force' has no unit; write axial force [N] or [kN]"));
  CHECK_THAT(message_for("time [s],axial force [lbf]\n" + rows), Contains("is in 'lbf'"));
  CHECK_THAT(message_for("time [s],axial frce [N]\n" + rows),
             Contains("unknown column 'axial frce'; did you mean 'axial force'?"));
  CHECK_THAT(message_for("time [s],time [s],axial force [N]\n0,0,1\n"), Contains("'time' twice"));
  CHECK_THAT(message_for("axial force [N],flexion [deg]\n" + rows),
             Contains("no column 'time [s]' or 'percent [%]'"));
  CHECK_THAT(message_for("time [s],flexion [deg]\n" + rows),
             Contains("no column 'axial force [N]'"));
  CHECK_THAT(message_for("time [s],axial force [N]\n0,1\n0.5,x\n1,1\n"),
             Contains("line 3: column 'axial force': 'x' is no number"));
  CHECK_THAT(message_for("time [s],axial force [N]\n0,1\n0.5\n1,1\n"),
             Contains("line 3: has 1 numbers for 2 columns"));
  CHECK_THAT(message_for("time [s],axial force [N]\n0,1\n1,2\n0.5,1\n"), Contains("must ascend"));
  CHECK_THAT(message_for("time [s],axial force [N]\n0.1,1\n0.5,2\n1,1\n"), Contains("begin at 0"));
  CHECK_THAT(message_for("time [s],axial force [N]\n0,1\n0.5,2\n1,2\n"),
             Contains("a cycle must end as it begins"));
  CHECK_THAT(message_for("percent [%],axial force [N]\n0,1\n50,2\n110,1\n"),
             Contains("beyond 100 %"));
  CHECK_THAT(message_for("time [s],axial force [N],AP force [N],AP displacement [mm]\n0,1,0,0\n"
                         "0.5,1,0,0\n1,1,0,0\n"),
             Contains("both load and displacement of AP"));
  CHECK_THAT(message_for("time [s],axial force [N]\n0,1\n1,1\n"), Contains("fewer than three"));
  CHECK_THAT(message_for("time [s],axial force [kN]\n0,1\n0.5,1e308\n1,1\n"),
             Contains("'1e308' is no number"));
  CHECK_THROWS_WITH(find_cycle("wlk", 1), Contains("did you mean 'walk'?"));
  CHECK_THROWS_WITH(find_cycle(std::string(5000, 'x'), 1), Contains("no such file"));
  // What the scene lacks.
  scene::Scene scene = slab_scene();
  GaitCycle bent = back_and_forth(CycleDrive::nothing, 0);
  bent.flexion.assign(bent.time.size(), 0);
  CHECK_THROWS_WITH(test_gait(scene, {bent, {}}), Contains("leave out the column 'flexion'"));
  scene.loads.clear();
  CHECK_THROWS_WITH(test_gait(scene, {back_and_forth(CycleDrive::nothing, 0), {}}),
                    Contains("no force acts on 'slab'"));
}

TEST_CASE("lab wear: a constant load over a flat floor wears k W s", "[lab]") {
  WearTest test;
  test.gait = {back_and_forth(CycleDrive::displacement, k_way), {.cycles = 1}};
  test.coefficient = 1e-15;
  test.updates = 2;
  const LabResult result = test_wear(slab_scene(), test);
  const double per_cycle = test.coefficient * k_load * 4 * k_way;
  const LabTable& table = table_in(result, "wear");
  CHECK(cell(table, 1, "volume [mm^3]") == Approx(1e9 * 1e6 * per_cycle).epsilon(2e-3));
  CHECK(cell(table, 1, "greatest depth [mm]") ==
        Approx(1e3 * 1e6 * per_cycle / (k_side * k_side)).epsilon(0.01));
  // What is missing of the mesh is that volume.
  const TriangleMesh whole = mesh::make_box({k_side, 0.02, k_side}, {12, 12, 12});
  CHECK(1e9 * (signed_volume(whole) - signed_volume(result.maps[0].mesh)) ==
        Approx(cell(table, 1, "volume [mm^3]")).epsilon(1e-6));
  // A straight path has no cross-shear.
  test.straight_share = 0.25;
  test.updates = 1;
  CHECK(cell(table_in(test_wear(slab_scene(), test), "wear"), 0, "volume [mm^3]") ==
        Approx(0.25 * 1e15 * per_cycle).epsilon(3e-3));
}

TEST_CASE("lab wear: the side that casts wears, however the scene has it", "[lab]") {
  scene::Scene scene = slab_scene();
  scene.contacts[0].side = CastingSide::automatic;
  const LabResult given = test_wear(scene, wear_of(1e5, 1));
  std::swap(scene.contacts[0].casting, scene.contacts[0].target);
  const LabResult exchanged = test_wear(scene, wear_of(1e5, 1));
  CHECK(table_in(exchanged, "wear").title == table_in(given, "wear").title);
  CHECK(cell(table_in(exchanged, "wear"), 0, "volume [mm^3]") ==
        Approx(cell(table_in(given, "wear"), 0, "volume [mm^3]")).epsilon(1e-9));
}

TEST_CASE("lab wear: too deep a block, and a layer that is worn through, are refused", "[lab]") {
  CHECK_THROWS_WITH(test_wear(slab_scene(), wear_of(1e12, 4)),
                    Catch::Contains("block 1 of 4") && Catch::Contains("more updates"));
  // 5 um per million cycles: 0.22 mm of a layer of 0.2 mm, 0.044 mm a block.
  scene::Scene thin = slab_scene();
  thin.bodies[1].meshes[0].layer->thickness = 2e-4;
  CHECK_THROWS_WITH(test_wear(thin, wear_of(4.4e7, 5)),
                    Catch::Contains("worn through in block 5 of 5"));
}

TEST_CASE("lab wear: a block that wears deeper than contact reaches is noted", "[lab]") {
  const auto is_noted = [](const LabResult& result) {
    return std::ranges::any_of(result.notes, [](const std::string& note) {
      return note.find("touches elsewhere") != std::string::npos;
    });
  };
  // 5 um per million cycles, and contact is some 0.1 mm deep.
  CHECK_FALSE(is_noted(test_wear(slab_scene(), wear_of(1e6, 1))));
  CHECK(is_noted(test_wear(slab_scene(), wear_of(1e8, 1))));
}

TEST_CASE("lab wear: a body of a density keeps the mass of its unworn mesh", "[lab]") {
  scene::Scene scene = slab_scene();
  const double whole =
      cell(table_in(test_wear(scene, wear_of(1e5, 1)), "wear"), 0, "volume [mm^3]");
  scene.bodies[1].density = 1 / (k_side * k_side * 0.02);
  CHECK(cell(table_in(test_wear(scene, wear_of(1e5, 2)), "wear"), 1, "volume [mm^3]") ==
        Approx(whole).epsilon(1e-3));
}

TEST_CASE("lab wear: a turning square wears k W times its mean radius times the turn", "[lab]") {
  WearTest test;
  GaitCycle cycle = back_and_forth(CycleDrive::nothing, 0);
  cycle.turn = back_and_forth(CycleDrive::displacement, 0.1).forward;
  cycle.turn_drive = CycleDrive::displacement;
  test.gait = {cycle, {.cycles = 1}};
  test.updates = 1;
  const double mean_radius = k_side * (std::numbers::sqrt2 + std::log(1 + std::numbers::sqrt2)) / 6;
  // Centroids of 12 x 12 squares stand for their triangles.
  CHECK(cell(table_in(test_wear(slab_scene(), test), "wear"), 0, "volume [mm^3]") ==
        Approx(1e15 * test.coefficient * k_load * mean_radius * 0.4).epsilon(0.01));
}

TEST_CASE("lab wear: a ball is worn flat, and loses no less of volume for it", "[lab]") {
  WearTest test;
  test.gait = {back_and_forth(CycleDrive::displacement, k_way), {.cycles = 1}};
  test.coefficient = 2e-15;
  test.updates = 3;
  scene::Scene ball =
      slider_scene(R"("primitive": {"shape": "icosphere", "radius": 0.02, "segments": 4})", 0.0198);
  ball.bodies[1].meshes[0].layer->elastic_modulus = 5e7;
  const LabResult result = test_wear(ball, test);
  const LabTable& table = table_in(result, "wear");
  const double rate = 1e15 * test.coefficient * k_load * 4 * k_way;
  // Triangles lean by up to t = a / R = 0.2: pressure and slip along them are less by cos t each,
  // and t^2 is a third of its largest on average.
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(cell(table, i, "rate [mm^3/million]") == Approx(rate).epsilon(0.02));
  CHECK(cell(table, 1, "peak pressure [MPa]") < cell(table, 0, "peak pressure [MPa]"));
  CHECK(cell(table, 2, "peak pressure [MPa]") < cell(table, 1, "peak pressure [MPa]"));
  CHECK(cell(table, 2, "worn area [mm^2]") > cell(table, 0, "worn area [mm^2]"));
}

TEST_CASE("lab wear: cross-shear is the work across the main direction", "[lab]") {
  const Layer layer{.elastic_modulus = 5e6, .poissons_ratio = 0.4, .thickness = 0.005};
  const auto floor =
      std::make_shared<ContactSurface>(mesh::make_box({0.2, 0.2, 0.02}, {1, 1, 1}), layer);
  const auto sole =
      std::make_shared<ContactSurface>(mesh::make_box({0.04, 0.04, 0.02}, {4, 4, 4}), layer);
  ContactPair pair(sole, floor, {});
  Pose X_CT = Pose::Identity();
  X_CT.translation().z() = -0.0199;
  SlidingMap map(*sole);
  // Three parts along a slanted line and one across it; back and forth does not matter.
  const Eigen::Vector3d along(0.6, 0.8, 0), across(-0.8, 0.6, 0);
  map.add(pair.evaluate(X_CT, {.linear = along}), *sole, 2);
  map.add(pair.evaluate(X_CT, {.linear = -along}), *sole, 1);
  map.add(pair.evaluate(X_CT, {.linear = across}), *sole, 1);
  int pressed = 0;
  const std::vector<double> cross = map.cross_shear();
  for (std::size_t t = 0; t < cross.size(); ++t) {
    if (map.work()[t] == 0) continue;
    ++pressed;
    CHECK(cross[t] == Approx(0.25).epsilon(1e-12));
    CHECK(map.work()[t] == Approx(4 * map.highest_pressure()[t]).epsilon(1e-12));
  }
  CHECK(pressed == 32);
}

TEST_CASE("lab wear: moved vertices remove area times depth", "[lab]") {
  const TriangleMesh box = welded(mesh::make_box({0.04, 0.03, 0.02}, {6, 5, 4}));
  std::vector<double> depth(box.triangles.size(), 0);
  double expected = 0;
  for (std::size_t t = 0; t < depth.size(); ++t) {
    const Eigen::Vector3d n = area_vector_doubled(box, static_cast<int>(t));
    if (n.z() < 0.9 * n.norm()) continue;
    depth[t] = 1e-4 * static_cast<double>(1 + t % 7);
    expected += depth[t] * n.norm() / 2;
  }
  const TriangleMesh worn = worn_mesh(box, depth);
  CHECK(signed_volume(box) - signed_volume(worn) == Approx(expected).epsilon(1e-9));
}

}  // namespace condyle::test::gait_tests
