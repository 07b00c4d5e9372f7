// Laboratory tests of joints, on scenes whose answers are known in closed form.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "base/long_work.h"
#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "lab/input_scatter.h"
#include "lab/joint_tests.h"
#include "lab/still_run.h"
#include "report/joint_report.h"
#include "world/model_scene.h"
#include "world/scene_world.h"

namespace condyle::test::lab_tests {
namespace {

constexpr double k_load = 200;                       // on the slab [N]
constexpr double k_stiffness = 1000, k_slack = 0.1;  // of each strand [N per strain], [m]
constexpr double k_side = 0.04;                      // of the slab's sole [m]

/// A slab on a floor without friction, between two strands along x that are taut by 10 %.
scene::Scene slab_scene() {
  return scene::parse_scene(R"({
    "condyle_scene": 1, "name": "Slab between strands", "gravity": [0, 0, 0],
    "bodies": [
      {"name": "floor", "kind": "fixed", "position": [0, -0.01, 0], "meshes": [
        {"name": "top", "primitive": {"shape": "box", "size": [0.2, 0.02, 0.2], "segments": 1},
         "layer": {"elastic_modulus": 5e6, "poissons_ratio": 0.4, "thickness": 0.005}}]},
      {"name": "slab", "kind": "dynamic", "position": [0, 0.01, 0], "mass": 1,
       "inertia": [1e-3, 1e-3, 1e-3], "meshes": [
        {"name": "sole", "primitive": {"shape": "box", "size": [0.04, 0.02, 0.04], "segments": 16},
         "layer": {"elastic_modulus": 5e6, "poissons_ratio": 0.4, "thickness": 0.005}}]}],
    "contacts": [{"name": "rest", "casting": {"body": "slab", "mesh": "sole"},
      "target": {"body": "floor", "mesh": "top"}, "max_proximity": 0.003,
      "regions": [{"name": "left", "normal": [-1, 0, 0]}, {"name": "right", "normal": [1, 0, 0]}]}],
    "ligaments": [
      {"name": "west", "linear_stiffness": 1000, "slack_length": 0.1, "transition_strain": 0,
       "a": {"body": "", "point": [-0.11, 0.01, 0]}, "b": {"body": "slab", "point": [0, 0, 0]}},
      {"name": "east", "linear_stiffness": 1000, "slack_length": 0.1, "transition_strain": 0,
       "a": {"body": "", "point": [0.11, 0.01, 0]}, "b": {"body": "slab", "point": [0, 0, 0]}}],
    "joints": [{"name": "guide", "kind": "generic", "body_a": "slab", "free_axes": ["tx", "ty"]}],
    "loads": [{"name": "weight", "body": "slab", "force": [0, -200, 0]}]
  })",
                            "slab.json");
}

const LabTable& table_named(const LabResult& result, const std::string& name) {
  for (const LabTable& table : result.tables)
    if (table.name == name) return table;
  throw InputError("no table " + name);
}

}  // namespace

TEST_CASE("lab: a slab's pressure is its load over its area, half of it on each side", "[lab]") {
  scene::Scene slab = slab_scene();
  slab.ligaments.clear();  // they would carry a part of the load, since the slab sinks in
  slab.joints[0].free_axes[0] = false;
  const LabResult result = test_contact(slab, {});
  CHECK(result.notes.empty());
  const auto& row = table_named(result, "contact").rows.at(0);
  const double area = k_side * k_side;
  CHECK(row[1].number == Approx(k_load).epsilon(1e-7));                // force [N]
  CHECK(row[2].number == Approx(1e6 * area).epsilon(1e-9));            // area [mm^2]
  CHECK(row[3].number == Approx(1e-6 * k_load / area).epsilon(1e-7));  // mean [MPa]
  CHECK(row[4].number == Approx(1e-6 * k_load / area).epsilon(1e-4));  // peak [MPa]
  const LabMap& map = result.maps.at(0);
  REQUIRE(map.values.size() == 1);
  CHECK(map.values[0].name == "pressure at 0 deg [Pa]");
  REQUIRE(map.values[0].values.size() == map.mesh.triangles.size());
  CHECK(*std::ranges::max_element(map.values[0].values) == Approx(k_load / area).epsilon(1e-4));
  CHECK(row[5].number == Approx(50).margin(0.01));   // left share [%]
  CHECK(row[7].number == Approx(-10).margin(0.01));  // left centre x [mm]
}

TEST_CASE("lab: laxity between two strands is that of springs", "[lab]") {
  LaxityTest test;
  test.points = 5;
  test.force_forward = 40;
  const LabResult result = test_laxity(slab_scene(), test);
  const auto& row = table_named(result, "laxity").rows.at(0);
  REQUIRE(row[0].word == "forward");
  // Both strands are taut, each a spring of k / L0.
  const double whole = 2 * test.force_forward / (2 * k_stiffness / k_slack);
  CHECK(row[4].number == Approx(1e3 * whole).epsilon(1e-5));  // [mm]
  // Without strands nothing holds it: a row without a figure, and the reason.
  const auto& cut = table_named(result, "laxity").rows.at(1);
  REQUIRE(cut[1].word == "cut");
  CHECK(std::isnan(cut[4].number));
  CHECK(std::count_if(result.notes.begin(), result.notes.end(), [](const std::string& note) {
          return note.find("forward, ligaments cut: at 0 deg") != std::string::npos;
        }) == 1);  // no later point is tried
  // Held in the other directions, it does not move.
  CHECK(table_named(result, "laxity").rows.at(2)[4].number == Approx(0).margin(1e-6));
}

TEST_CASE("lab: a knee tilts more with its ligaments, since they turn it, and as much if held",
          "[lab]") {
  const scene::Scene knee = load_scene(find_scene("knee_replacement"));
  LaxityTest test;
  test.points = 3;
  test.angles = {30 * k_lab_degree};
  test.force_forward = test.force_sideways = test.moment_turning = 1e-3;
  /// From minus to plus the moment, with ligaments and without [deg].
  const auto tilts = [&](const scene::Scene& scene) {
    std::vector<double> found;
    const LabResult result = test_laxity(scene, test);
    for (const auto& row : table_named(result, "laxity").rows)
      if (row[0].word == "tilting") found.push_back(row[4].number);
    return found;
  };
  const std::vector<double> free = tilts(knee);
  REQUIRE(free.size() == 2);
  CHECK(free[0] == Approx(0.148).epsilon(0.02));
  CHECK(free[1] == Approx(0.0368).epsilon(0.02));
  scene::Scene held = knee;
  held.joints[0].free_axes[4] = false;  // turning about y
  const std::vector<double> alike = tilts(held);
  CHECK(alike[0] == Approx(free[1]).epsilon(0.01));
  CHECK(alike[1] == Approx(free[1]).epsilon(0.01));
}

TEST_CASE("lab: shares of regions add up to the whole force where forces are not parallel",
          "[lab]") {
  const LabResult result =
      test_contact(load_scene(find_scene("hip")),
                   {.angles = {0.1}, .malalignments = {{.name = "aligned"}}, .see = {}});
  const LabTable& table = table_named(result, "contact");
  double sum = 0;
  int regions = 0;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (!table.columns[c].ends_with("share [%]")) continue;
    sum += table.rows.at(0)[c].number;
    ++regions;
  }
  CHECK(regions == 2);
  CHECK(sum == Approx(100).epsilon(1e-9));
}

TEST_CASE("lab: tests tell how far they are", "[lab]") {
  std::vector<std::string> parts;
  int furthest = 0, all_of_them = 0;
  {
    const WorkFollower follower([&](const std::string& part, int done, int all) {
      if (parts.empty() || parts.back() != part) parts.push_back(part);
      furthest = std::max(furthest, done);
      all_of_them = all;
    });
    test_laxity(slab_scene(), {.angles = {}, .points = 3});
  }
  REQUIRE(parts.size() == 8);
  CHECK(parts.front() == "laxity, forward, ligaments whole");
  CHECK(parts.back() == "laxity, tilting, ligaments cut");
  CHECK(furthest == all_of_them - 1);
  test_contact(slab_scene(), {.angles = {}, .malalignments = {{.name = "aligned"}}, .see = {}});
  CHECK(parts.size() == 8);  // nobody follows any more
}

TEST_CASE("lab: peaks scatter by half the root of the mean squares of their changes", "[lab]") {
  ContactTest test;
  const double tilt = 1e-4;
  const Eigen::Vector3d x = tilt * Eigen::Vector3d::UnitX(), z = tilt * Eigen::Vector3d::UnitZ(),
                        none = Eigen::Vector3d::Zero();
  test.malalignments = {{"aligned", none, none},
                        {"+x", x, none},
                        {"-x", -x, none},
                        {"+z", z, none},
                        {"-z", -z, none}};
  scene::Scene slab = slab_scene();
  slab.ligaments.clear();
  slab.joints[0].free_axes[0] = false;
  const LabResult result = test_contact(slab, test);
  const auto& row = table_named(result, "worst_alignment").rows.at(0);
  // A tilt by a deepens one edge by a times half the side, so that the peak, in its triangles'
  // middles, grows by nearly that; all four tilts do so alike.
  const Layer& layer = *slab.bodies[0].meshes[0].layer;
  const double nu = layer.poissons_ratio;
  const double k =
      layer.elastic_modulus * (1 - nu) / ((1 + nu) * (1 - 2 * nu)) / layer.thickness / 2;
  const double change = 1e-6 * k * tilt * k_side / 2;
  CHECK(row[5].number == Approx(change / std::sqrt(2)).epsilon(0.06));
}

TEST_CASE("lab: a slab's pressure scatters with its load and not with its modulus", "[lab]") {
  scene::Scene slab = slab_scene();
  slab.ligaments.clear();
  slab.joints[0].free_axes[0] = false;
  const InputScatter scatter = scatter_of_inputs(slab, {});
  CHECK(scatter.notes.empty());
  REQUIRE(scatter.angles.size() == 1);
  const double pressure = k_load / (k_side * k_side);
  // A tenth of the load is two standard deviations.
  const InputScatter::Parts& mean = scatter.of_figure(ScatteredFigure::mean)[0];
  CHECK(mean.loads == Approx(0.05 * pressure).epsilon(1e-5));
  CHECK(mean.moduli < 1e-5 * pressure);
  const InputScatter::Parts& peak = scatter.of_figure(ScatteredFigure::peak)[0];
  CHECK(peak.loads == Approx(0.05 * pressure).epsilon(1e-3));
  CHECK(peak.all() ==
        Approx(std::hypot(peak.moduli, std::hypot(peak.loads, peak.placement))).epsilon(1e-12));
  // A turn about x or z lets an edge carry; a shift or a turn about y of the large floor does not.
  CHECK(peak.placement > 10 * peak.loads);
  const LabTable table = scatter_table(scatter);
  REQUIRE(table.rows.size() == 1);
  CHECK(table.columns.size() == table.rows[0].size());
  CHECK(table.rows[0][6].number == Approx(1e-6 * mean.loads));
}

TEST_CASE("lab: a ball's peak scatters with modulus and load by the foundation's law", "[lab]") {
  // A paraboloid on springs of stiffness k: W = pi k R d^2, p = k d = sqrt(k W / (pi R)).
  const scene::Scene ball = scene::parse_scene(R"({
    "condyle_scene": 1, "name": "Ball", "gravity": [0, 0, 0],
    "bodies": [
      {"name": "floor", "kind": "fixed", "position": [0, -0.01, 0], "meshes": [
        {"name": "top", "primitive": {"shape": "box", "size": [0.1, 0.02, 0.1], "segments": 1},
         "layer": {"elastic_modulus": 5e6, "poissons_ratio": 0.4, "thickness": 0.005}}]},
      {"name": "ball", "kind": "dynamic", "position": [0, 0.0299, 0], "mass": 1,
       "inertia": [1e-3, 1e-3, 1e-3], "meshes": [
        {"name": "skin", "primitive": {"shape": "icosphere", "radius": 0.03, "segments": 5},
         "layer": {"elastic_modulus": 5e6, "poissons_ratio": 0.4, "thickness": 0.005}}]}],
    "contacts": [{"name": "rest", "casting": {"body": "ball", "mesh": "skin"},
      "target": {"body": "floor", "mesh": "top"}, "max_proximity": 0.003}],
    "joints": [{"name": "guide", "kind": "generic", "body_a": "ball", "free_axes": ["ty"]}],
    "loads": [{"name": "weight", "body": "ball", "force": [0, -60, 0]}]
  })",
                                               "ball.json");
  const double p = 1e6 * table_named(test_contact(ball, {}), "contact").rows.at(0)[4].number;
  const InputScatter::Parts peak =
      scatter_of_inputs(ball, {}).of_figure(ScatteredFigure::peak).at(0);
  // Each is a square root: a tenth, two standard deviations, changes the peak by a twentieth.
  CHECK(peak.moduli == Approx(0.025 * p).epsilon(0.05));
  CHECK(peak.loads == Approx(0.025 * p).epsilon(0.05));
}

TEST_CASE("lab: a missing figure is an empty field and null", "[lab]") {
  const LabTable table{"t", "T", {"a [mm]", "b"}, {{1.5, "x,y"}, {NAN, "z"}}};
  CHECK(to_csv(table) == "a [mm],b\n1.5,\"x,y\"\n,z\n");
  CHECK(to_json({"t", "s", {}, {table}}).find("null") != std::string::npos);
  CHECK(to_text(table).find("-   z") != std::string::npos);
}

TEST_CASE("lab: what is no joint is refused by name", "[lab]") {
  scene::Scene scene = slab_scene();
  scene.bodies[1].kind = scene::BodyKind::fixed;
  CHECK_THROWS_WITH(find_tested_joint(scene),
                    Catch::Contains("Slab between strands: has no contact"));
}

TEST_CASE("report: rows and curves that have no figures are left out, and it says so", "[lab]") {
  scene::Scene loose = slab_scene();
  loose.ligaments.clear();
  ReportedDesign design = examine(loose, {});
  const std::string page = joint_report(design, nullptr, {"condyle", "2026-01-02", "condyle"});
  CHECK(page.find("1 of 4 rows are left out") != std::string::npos);
  CHECK(page.find("Laxity, forward") == std::string::npos);
  CHECK(page.find("Laxity, turning") != std::string::npos);
  CHECK(page.find("<td>forward</td>") == std::string::npos);
}

TEST_CASE("report: a page has its parts, figures of two designs and no missing numbers", "[lab]") {
  const scene::Scene soft = slab_scene();
  scene::Scene stiff = soft;
  stiff.name = "Stiffer slab <b>";
  for (scene::SceneBody& body : stiff.bodies)
    for (scene::SceneMesh& mesh : body.meshes) mesh.layer->elastic_modulus *= 2;
  ReportedDesign a = examine(soft, {}), b = examine(stiff, {});
  for (ReportedDesign* one : {&a, &b}) one->scatter = scatter_of_inputs(one->scene, {});
  const std::string page =
      joint_report(a, &b, {"condyle", "2026-01-02", "condyle report slab.json"});
  for (const char* part : {"condyle report slab.json", "Placement at the start", "over its scatter",
                           "elastic moduli of both layers by 10 %", "by uncertain inputs",
                           "The two designs", "slab/sole", "class=\"maps\"", "Laxity",
                           "What to know of the tests", "Limits of the model", "</html>"})
    CHECK(page.find(part) != std::string::npos);
  CHECK(page.find("Stiffer slab &lt;b&gt;") != std::string::npos);
  CHECK(page.find(">nan<") == std::string::npos);
  CHECK(page.find("http:") == page.find("http://www.w3.org/2000/svg"));  // no network
}

}  // namespace condyle::test::lab_tests
