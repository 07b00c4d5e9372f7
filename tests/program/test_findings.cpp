// Findings of check and simulate about a scene: they report every fault, and nothing else.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "core/mesh/temporary_folder.h"
#include "run_program.h"
#include "support/few_or_all.h"

namespace condyle::test::findings_tests {
namespace {

using Catch::Contains;
using nlohmann::json;

constexpr double k_radius = 0.02;  // radius of the ball [m]

TriangleMesh ball() { return mesh::make_icosphere(k_radius, 4); }
TriangleMesh plate() { return mesh::make_plane_grid(0.1, 0.1, 40, 40); }

TriangleMesh turned(TriangleMesh mesh) {
  for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  return mesh;
}

/// The mesh without the triangles for whose centroid `leaves_out` holds.
template <class LeavesOut>
TriangleMesh opened(TriangleMesh mesh, LeavesOut leaves_out) {
  std::erase_if(mesh.triangles, [&](const auto& triangle) {
    const Eigen::Vector3d sum =
        mesh.vertices[triangle[0]] + mesh.vertices[triangle[1]] + mesh.vertices[triangle[2]];
    return leaves_out(Eigen::Vector3d(sum / 3));
  });
  return mesh;
}

/// A ball above a plate, both from mesh files.
struct Files {
  TemporaryFolder folder;
  json scene = json::parse(R"({
    "condyle_scene": 1, "gravity": [0, 0, -9.81], "duration": 0.2,
    "bodies": [
      {"name": "ground", "kind": "fixed",
       "meshes": [{"name": "plate", "file": "plate.obj", "unit": "m",
                   "layer": {"elastic_modulus": 2e5, "poissons_ratio": 0.3, "thickness": 0.01}}]},
      {"name": "rider", "kind": "dynamic", "mass": 0.1, "inertia": [1e-5, 1e-5, 1e-5],
       "position": [0, 0, 0.021],
       "meshes": [{"name": "ball", "file": "ball.obj", "unit": "m",
                   "layer": {"elastic_modulus": 2e5, "poissons_ratio": 0.3, "thickness": 0.01}}]}
    ],
    "contacts": [{"name": "touch", "casting": {"body": "ground", "mesh": "plate"},
                  "target": {"body": "rider", "mesh": "ball"}, "dissipation": 5}]})");

  Files(const TriangleMesh& plate_mesh = plate(), const TriangleMesh& ball_mesh = ball()) {
    mesh::write_mesh(folder / "plate.obj", plate_mesh, mesh::LengthUnit::metre);
    mesh::write_mesh(folder / "ball.obj", ball_mesh, mesh::LengthUnit::metre);
  }
  json& rider() { return scene["bodies"][1]; }
  json& contact() { return scene["contacts"][0]; }
  void raise_to(double height) { rider()["position"] = {0, 0, height}; }

  ProgramRun check() const {
    return run_program("check " + folder.write("scene.json", scene.dump()).string());
  }
  ProgramRun simulate() const {
    return run_program("simulate " + folder.write("scene.json", scene.dump()).string() +
                       " --quiet --out " + (folder / "out").string());
  }
  json findings() const {
    return json::parse(file_content(folder / "out" / "summary.json")).at("findings");
  }
};

/// Checks that check, if `shows_at_start`, and simulate warn of a finding of this kind at this
/// place, and that the summary holds it. Returns its entry there.
json only_finding(const Files& files, const std::string& kind, const std::string& place,
                  bool shows_at_start = true) {
  if (shows_at_start) {
    const ProgramRun check = files.check();
    CHECK(check.exit_code == 0);
    CHECK_THAT(check.errors, Contains("scene.json: " + place + ": "));
  }
  const ProgramRun run = files.simulate();
  INFO(run.errors);
  CHECK_THAT(run.errors, Contains("condyle: warning: " + place + ": "));
  const json findings = files.findings();
  INFO(findings.dump(1));
  json found;
  for (const json& finding : findings) {
    if (finding.at("kind") == kind) found = finding;
  }
  REQUIRE(!found.is_null());
  CHECK(found.at("place") == place);
  CHECK_THAT(run.errors, Contains(found.at("text").get<std::string>()));
  return found;
}

}  // namespace

TEST_CASE("findings: a scene that is right has none, and check says how its meshes lie",
          "[findings]") {
  const Files files;
  const ProgramRun check = files.check();
  CHECK(check.exit_code == 0);
  CHECK(check.errors.empty());
  CHECK_THAT(check.output, Contains("contact 'touch' starts with a gap of 1."));
  const ProgramRun run = files.simulate();
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.errors, !Contains("warning: contact") && !Contains("warning: body"));
  CHECK(files.findings() == json::array());
}

TEST_CASE("findings: pressure beyond the yield stress, once, with its area", "[findings]") {
  Files files;
  REQUIRE(files.simulate().exit_code == 0);
  const json summary = json::parse(file_content(files.folder / "out" / "summary.json"));
  const double peak = summary["figures"]["touch.peak_pressure [Pa]"]["max"];
  CHECK_FALSE(summary["figures"].contains("touch.area_beyond_yield [m^2]"));

  files.rider()["meshes"][0]["layer"]["yield_stress"] = 2 * peak;
  CHECK_THAT(files.simulate().errors, !Contains("yield stress"));
  CHECK(files.findings() == json::array());

  files.rider()["meshes"][0]["layer"]["yield_stress"] = 0.5 * peak;
  const json found = only_finding(files, "beyond_yield", "contact 'touch'", false);
  CHECK(found.at("yield_stress [Pa]") == 0.5 * peak);
  CHECK(found.at("peak_pressure [Pa]").get<double>() > 0.5 * peak);
  CHECK(files.findings().size() == 1);
  // No law depends on the yield stress, and the figures hold the finding's area.
  const json again = json::parse(file_content(files.folder / "out" / "summary.json"));
  CHECK(again["figures"]["touch.peak_pressure [Pa]"]["max"] == peak);
  const double area = again["figures"]["touch.area_beyond_yield [m^2]"]["max"];
  CHECK(area > 0);
  CHECK(found.at("area [m^2]") == area);
}

TEST_CASE("findings: bodies that gain energy from nothing", "[findings]") {
  // Forces along the casting normal are not those of an energy: they throw a stiff box that lands
  // on its edges.
  Files files(mesh::make_plane_grid(0.3, 0.3, 6, 6), mesh::make_box({0.05, 0.05, 0.03}, {4, 4, 4}));
  for (json& body : files.scene["bodies"]) {
    json& layer = body["meshes"][0]["layer"];
    layer["elastic_modulus"] = 1e9;
    layer["thickness"] = 0.003;
  }
  files.scene["rate"] = 60;
  files.scene["duration"] = 0.5;
  files.contact()["dissipation"] = 0;
  files.rider()["mass"] = 0.5;
  files.rider()["inertia"] = {1e-4, 1e-4, 2e-4};
  files.rider()["rotation"] = {0, 0.7, 0};
  files.raise_to(0.08);
  const auto is_gain = [](const json& finding) { return finding.at("kind") == "energy_gained"; };
  REQUIRE(files.simulate().exit_code == 0);
  CHECK(std::ranges::none_of(files.findings(), is_gain));

  files.contact()["force_direction"] = "casting";
  const json found = only_finding(files, "energy_gained", "energy", false);
  const json summary = json::parse(file_content(files.folder / "out" / "summary.json"));
  CHECK(found.at("gained [J]").get<double>() >= -summary["energy"]["numbers [J]"].get<double>());
  // It fell by 65 mm; what it has beyond that came from nothing.
  const double fallen = 0.5 * 9.81 * 0.065;
  CHECK(found.at("gained [J]").get<double>() > fallen);
  CHECK(found.at("energy [J]").get<double>() > fallen);
}

TEST_CASE("findings: a mesh that is inside out", "[findings]") {
  const Files files(plate(), turned(ball()));
  only_finding(files, "mesh_inward", "body 'rider', mesh 'ball'");
}

TEST_CASE("findings: a mesh file with a polygon that crosses itself", "[findings]") {
  const Files files;
  std::string text = file_content(files.folder / "plate.obj");
  text += "v 0.06 0 0\nv 0.08 0.02 0\nv 0.08 0 0\nv 0.06 0.01 0\nf -4 -3 -2 -1\n";
  files.folder.write("plate.obj", text);
  const json found = only_finding(files, "mesh_crossing_polygons", "body 'ground', mesh 'plate'");
  CHECK_THAT(found.at("text").get<std::string>(), Contains("(plate.obj)"));
}

TEST_CASE("findings: a mesh in the wrong unit", "[findings]") {
  Files files;
  // Written in millimetres, read as metres.
  mesh::write_mesh(files.folder / "ball.obj", ball(), mesh::LengthUnit::millimetre);
  const json found = only_finding(files, "mesh_unit", "body 'rider', mesh 'ball'");
  CHECK(found.at("extent [m]").get<double>() == Approx(40));
  CHECK_THAT(found.at("text").get<std::string>(), Contains("millimetres"));
}

TEST_CASE("findings: an open mesh that is inside out, where it would touch", "[findings]") {
  const auto upper = [](const Eigen::Vector3d& p) { return p.z() > 0.3 * k_radius; };
  const bool is_turned = GENERATE(true, false);
  Files files(plate(), is_turned ? turned(opened(ball(), upper)) : opened(ball(), upper));
  files.raise_to(k_radius - 5e-4);
  if (is_turned) {
    const json found = only_finding(files, "inside_out", "contact 'touch'");
    CHECK(found.at("depth [m]").get<double>() == Approx(5e-4).epsilon(0.1));
    CHECK_THAT(found.at("text").get<std::string>(), Contains("'ball'"));
  } else {
    CHECK(files.check().errors.empty());
    CHECK(files.simulate().exit_code == 0);
    CHECK(files.findings() == json::array());
  }
}

TEST_CASE("findings: an open mesh over a thin body is not inside out", "[findings]") {
  // Rays from the far side of the body, which is thinner than half a window, go through it and
  // reach the open mesh at a gap. The plate and the ball are both wound right.
  const double thickness = GENERATE(1e-3, 2e-3, 4e-3);
  TriangleMesh cap = opened(mesh::make_icosphere(k_radius, 5),
                            [](const Eigen::Vector3d& p) { return p.z() > -0.98 * k_radius; });
  Files files(mesh::make_box({0.04, 0.04, thickness}, {30, 30, 1}), cap);
  for (const double gap : {1e-4, 4e-4, 8e-4}) {
    CAPTURE(thickness, gap);
    files.raise_to(thickness / 2 + k_radius + gap);
    CHECK(files.check().errors.empty());
  }
}

TEST_CASE("findings: none is said of many good pairs", "[findings][rounds]") {
  // Balls, open caps and thin boxes, each over a plate or a box of its own, at random gaps and with
  // random sizes: side by side in one scene, which runs until they have settled on each other.
  std::mt19937 random(51);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  Files files;
  files.scene["bodies"] = json::array();
  files.scene["contacts"] = json::array();
  files.scene["duration"] = 0.1;
  const json layer = {{"elastic_modulus", 2e5}, {"poissons_ratio", 0.3}, {"thickness", 0.01}};
  for (int i = 0; i < few_or_all(40, 100); ++i) {
    const double radius = between(0.01, 0.03), gap = between(1e-5, 1e-3),
                 thickness = between(1e-3, 9e-3);
    const std::string name = std::to_string(i), low = "low" + name + ".obj",
                      high = "high" + name + ".obj";
    const bool is_open = i % 2 == 0;
    TriangleMesh base = is_open ? mesh::make_plane_grid(0.04, 0.04, 30, 30)
                                : mesh::make_box({0.04, 0.04, thickness}, {30, 30, 1});
    TriangleMesh top = mesh::make_icosphere(radius, 4);
    const double cut = between(-0.5, 0.5) * radius;
    if (i % 3 != 0) top = opened(top, [&](const Eigen::Vector3d& p) { return p.z() > cut; });
    mesh::write_mesh(files.folder / low, base, mesh::LengthUnit::metre);
    mesh::write_mesh(files.folder / high, top, mesh::LengthUnit::metre);
    const double x = 0.1 * (i % 10), y = 0.1 * (i / 10.0 - i % 10 / 10.0),
                 surface = is_open ? 0 : thickness / 2;
    const auto mesh_of = [&](const char* mesh, const std::string& file) {
      return json{{"name", mesh}, {"file", file}, {"unit", "m"}, {"layer", layer}};
    };
    files.scene["bodies"].push_back({{"name", "base" + name},
                                     {"kind", "fixed"},
                                     {"position", {x, y, 0}},
                                     {"meshes", {mesh_of("low", low)}}});
    files.scene["bodies"].push_back({{"name", "top" + name},
                                     {"kind", "dynamic"},
                                     {"mass", 0.1},
                                     {"inertia", {1e-5, 1e-5, 1e-5}},
                                     {"position", {x, y, surface + radius + gap}},
                                     {"meshes", {mesh_of("high", high)}}});
    json sides[2] = {{{"body", "base" + name}, {"mesh", "low"}},
                     {{"body", "top" + name}, {"mesh", "high"}}};
    if (i % 4 > 1) std::swap(sides[0], sides[1]);
    files.scene["contacts"].push_back({{"name", "touch" + name},
                                       {"casting", sides[0]},
                                       {"target", sides[1]},
                                       {"dissipation", 5}});
  }
  const ProgramRun check = files.check();
  CHECK(check.exit_code == 0);
  CHECK(check.errors.empty());
  const ProgramRun run = files.simulate();
  CHECK(run.exit_code == 0);
  CHECK(files.findings() == json::array());
}

TEST_CASE("findings: an overlap at the start, and its depth", "[findings]") {
  Files files;
  files.raise_to(k_radius - 3e-3);
  const json found = only_finding(files, "initial_overlap", "contact 'touch'");
  CHECK(found.at("depth [m]").get<double>() == Approx(3e-3).epsilon(0.02));
  CHECK_THAT(found.at("text").get<std::string>(), Contains("by 2.9") || Contains("by 3"));
  CHECK_THAT(files.check().output, Contains("contact 'touch' starts with an overlap of "));
}

TEST_CASE("findings: what applies no force throws nothing apart", "[findings]") {
  Files files;
  files.contact()["applies_force"] = false;
  files.raise_to(0.017);
  CHECK(files.check().errors.empty());
  files.contact()["applies_force"] = true;
  CHECK_THAT(files.check().errors, Contains("throws the bodies apart"));
}

TEST_CASE("findings: bodies that start far apart", "[findings]") {
  Files files;
  files.raise_to(20);  // in millimetres, as the author meant
  const json found = only_finding(files, "far_apart", "contact 'touch'");
  CHECK(found.at("gap [m]").get<double>() == Approx(20 - k_radius).epsilon(1e-3));
}

TEST_CASE("findings: the meshes never touched", "[findings]") {
  Files files;
  files.raise_to(k_radius + 5e-3);
  files.scene["gravity"] = {0, 0, 0};
  CHECK(files.check().errors.empty());
  const json found = only_finding(files, "never_touched", "contact 'touch'", false);
  CHECK(found.at("gap [m]").get<double>() == Approx(5e-3).epsilon(0.02));
  CHECK_THAT(found.at("text").get<std::string>(), Contains("the meshes never touched in 0.2 s"));
}

TEST_CASE("findings: what touches and parts within one step has touched", "[findings]") {
  Files files;
  files.raise_to(k_radius + 5e-3);
  files.scene["gravity"] = {0, 0, 0};
  files.scene["rate"] = 20;
  files.rider()["velocity"] = {0, 0, -2};
  for (json& body : files.scene["bodies"]) body["meshes"][0]["layer"]["elastic_modulus"] = 1e7;
  REQUIRE(files.simulate().exit_code == 0);
  CHECK_THAT(file_content(files.folder / "out" / "events.csv"), Contains("last_release"));
  const json summary = json::parse(file_content(files.folder / "out" / "summary.json"));
  CHECK(summary["figures"]["touch.peak_pressure [Pa]"]["max"] == 0);  // at the end of any step
  for (const json& finding : files.findings()) CHECK(finding.at("kind") != "never_touched");
}

TEST_CASE("findings: a contact of few triangles", "[findings]") {
  const Files files(mesh::make_plane_grid(0.1, 0.1, 8, 8));
  const json found = only_finding(files, "few_triangles", "contact 'touch'", false);
  CHECK(found.at("triangles").get<int>() > 0);
  CHECK(found.at("triangles").get<int>() < 10);
}

TEST_CASE("findings: an elastic layer of few nodes", "[findings]") {
  Files files;
  files.contact()["law"] = "elastic_layer";
  files.contact()["node_spacing"] = 4e-3;
  const json found = only_finding(files, "few_nodes", "contact 'touch'", false);
  CHECK(found.at("nodes").get<int>() > 0);
  CHECK(found.at("nodes").get<int>() < 60);
  CHECK(found.at("node_spacing [m]").get<double>() == Approx(4e-3).epsilon(0.3));

  Files fine(mesh::make_plane_grid(0.04, 0.04, 64, 64));
  fine.contact() = files.contact();
  fine.contact()["node_spacing"] = 1e-3;
  REQUIRE(fine.simulate().exit_code == 0);
  for (const json& finding : fine.findings()) CHECK(finding.at("kind") != "few_nodes");
}

TEST_CASE("findings: an elastic layer that hardly changes its volume, with nodes far apart",
          "[findings]") {
  const double spacing = GENERATE(0.0, 1e-3);
  Files files(mesh::make_plane_grid(0.06, 0.06, 20, 20), mesh::make_icosphere(0.1, 6));
  if (spacing > 0)
    mesh::write_mesh(files.folder / "plate.obj", mesh::make_plane_grid(0.06, 0.06, 80, 80),
                     mesh::LengthUnit::metre);
  json& layer = files.scene["bodies"][0]["meshes"][0]["layer"];
  layer = {{"elastic_modulus", 2e5}, {"poissons_ratio", 0.5}, {"thickness", 0.001}};
  files.rider()["meshes"][0]["layer"] = "rigid";
  files.rider()["mass"] = 2;
  files.raise_to(0.1);
  files.contact()["law"] = "elastic_layer";
  if (spacing > 0) {
    files.contact()["node_spacing"] = spacing;
    REQUIRE(files.simulate().exit_code == 0);
    for (const json& finding : files.findings()) CHECK(finding.at("kind") != "coarse_nodes");
    return;
  }
  const json found = only_finding(files, "coarse_nodes", "contact 'touch'", false);
  CHECK(found.at("missing_force").get<double>() > 0.05);
  CHECK(found.at("wanted_spacing [m]").get<double>() < 1.5e-3);
  files.folder.write(
      "poses.json",
      R"([{"id": 1, "T_target_in_casting": [1,0,0,0, 0,1,0,0, 0,0,1,0.0996, 0,0,0,1]}])");
  const ProgramRun contact = run_program(fmt::format(
      "contact --casting '{0}/plate.obj' --target '{0}/ball.obj' --unit m --casting-layer "
      "E=2e5,nu=0.5,h=0.001 --target-layer rigid --formulation elastic_layer --poses "
      "'{0}/poses.json' --out '{0}/result.json'",
      (files.folder / "").string()));
  INFO(contact.errors);
  CHECK(contact.exit_code == 0);
  CHECK_THAT(contact.errors, Contains("too far for a layer that hardly changes its volume"));
}

TEST_CASE("findings: a body that has sunk beyond max_proximity, at the start and on its way",
          "[findings]") {
  Files files;
  files.contact()["max_proximity"] = 1e-3;
  files.raise_to(k_radius - 5e-3);
  const json at_start = only_finding(files, "beyond_max_proximity", "contact 'touch'");
  CHECK(at_start.at("depth [m]").get<double>() == Approx(5e-3).epsilon(0.02));
  CHECK(at_start.at("max_proximity [m]") == 1e-3);

  files.raise_to(k_radius);
  files.rider()["mass"] = 100;
  files.rider()["inertia"] = {0.02, 0.02, 0.02};
  CHECK(files.check().errors.empty());
  const json on_its_way = only_finding(files, "beyond_max_proximity", "contact 'touch'", false);
  CHECK(on_its_way.at("depth [m]").get<double>() > 0.9e-3);
}

TEST_CASE("findings: a nonlinear law deeper than its layers", "[findings]") {
  Files files;
  files.contact()["law"] = "nonlinear";
  for (json& body : files.scene["bodies"]) body["meshes"][0]["layer"]["thickness"] = 2e-4;
  files.raise_to(k_radius - 1e-3);
  const json found = only_finding(files, "beyond_layers", "contact 'touch'", false);
  CHECK(found.at("depth [m]").get<double>() > 4e-4);
  CHECK(found.at("thickness [m]").get<double>() == Approx(4e-4));
  CHECK(found.at("triangles") > 0);
}

TEST_CASE("findings: in a sum a narrow max_proximity counts beside a wide one", "[findings]") {
  Files files;
  files.raise_to(k_radius);
  files.rider()["mass"] = 2;
  files.rider()["inertia"] = {0.01, 0.01, 0.01};
  json deeper = files.rider()["meshes"][0];
  deeper["name"] = "deeper";
  deeper["position"] = {0.02, 0, -1.5e-3};
  files.rider()["meshes"].push_back(deeper);
  json wide = files.contact();
  wide["name"] = "wide";
  wide["target"]["mesh"] = "deeper";
  wide["max_proximity"] = 20e-3;
  files.contact()["max_proximity"] = 1e-3;
  files.scene["contacts"].push_back(wide);
  for (json& contact : files.scene["contacts"]) contact["sum_in"] = "both";
  if (GENERATE(true, false)) std::swap(files.scene["contacts"][0], files.scene["contacts"][1]);
  const json found = only_finding(files, "beyond_max_proximity", "contact 'both'", false);
  CHECK(found.at("max_proximity [m]") == 1e-3);
  CHECK(found.at("depth [m]").get<double>() > 0.9e-3);
  CHECK(found.at("depth [m]").get<double>() < 1.1e-3);
}

TEST_CASE("findings: a hole matters where contact reaches it", "[findings]") {
  const double hole = GENERATE(0.004, 0.03);  // in the middle, or away from contact
  const bool is_touched = hole < 0.01;
  const auto is_open = [&](const Eigen::Vector3d& p) {
    return is_touched ? p.norm() < hole : (p - Eigen::Vector3d(hole, hole, 0)).norm() < 0.004;
  };
  Files files(opened(plate(), is_open));
  if (is_touched) {
    CHECK(files.check().errors.empty());
    const json found = only_finding(files, "at_open_edge", "contact 'touch'", false);
    CHECK_THAT(found.at("text").get<std::string>(), Contains("'plate'"));
    // The ball falls by 1 mm and 0.4 mm more, to where it meets the edge of a hole of 8 mm.
    const double step = found.at("step"), time = found.at("time [s]");
    CHECK(time == Approx(step / 240));
    CHECK(time == Approx(std::sqrt(2 * 1.4e-3 / 9.81)).margin(3.0 / 240));
  } else {
    CHECK(files.simulate().exit_code == 0);
    CHECK(files.findings() == json::array());
  }
}

TEST_CASE("findings: an elastic layer under the sharp rim of a rigid side, and its step",
          "[findings]") {
  // A rigid cube falls flat on a layer, or a rigid ball, which has no sharp edge.
  const bool is_punch = GENERATE(true, false);
  const TriangleMesh box = mesh::make_box({0.02, 0.02, 0.02}, {6, 6, 6});
  Files files(mesh::make_plane_grid(0.04, 0.04, 40, 40),
              is_punch ? box : mesh::make_icosphere(k_radius, 4));
  files.contact()["law"] = "elastic_layer";
  files.contact()["node_spacing"] = 2e-3;
  files.rider()["meshes"][0]["layer"] = "rigid";
  if (is_punch) files.raise_to(0.0105);
  files.scene["duration"] = 0.05;
  CHECK(files.check().errors.empty());
  if (is_punch) {
    const json found = only_finding(files, "at_rigid_rim", "contact 'touch'", false);
    // It falls by 0.5 mm.
    CHECK(found.at("time [s]").get<double>() ==
          Approx(std::sqrt(2 * 5e-4 / 9.81)).margin(2.0 / 240));
    CHECK(found.at("step").get<double>() == Approx(240 * found.at("time [s]").get<double>()));
  } else {
    REQUIRE(files.simulate().exit_code == 0);
    for (const json& finding : files.findings()) CHECK(finding.at("kind") != "at_rigid_rim");
  }
}

TEST_CASE("findings: a world in millimetres with defaults in SI", "[findings]") {
  Files files;
  files.scene["gravity"] = {0, 0, -9810};
  files.scene["duration"] = 0.02;
  for (json& body : files.scene["bodies"]) {
    body["meshes"][0].erase("file");
    body["meshes"][0].erase("unit");
    body["meshes"][0]["layer"]["thickness"] = 2;
  }
  files.scene["bodies"][0]["meshes"][0]["primitive"] = {{"shape", "plane"},
                                                        {"size", {300, 300, 0}}};
  files.rider()["meshes"][0]["primitive"] = {{"shape", "icosphere"}, {"radius", 15}};
  files.raise_to(45);
  const json found = only_finding(files, "units", "contact 'touch'");
  CHECK(found.at("size [m]").get<double>() == Approx(30).epsilon(1e-3));
  CHECK(found.at("gravity [m/s^2]") == 9810);
  CHECK_THAT(found.at("text").get<std::string>(), Contains("metres, kilograms, seconds and pasc"));
  files.contact()["applies_force"] = false;  // nothing is to be held
  CHECK(files.check().errors.empty());
}

TEST_CASE("findings: deep overlap is said of a scene that settles too", "[findings]") {
  Files files;
  files.scene["settle"] = {{"limit", 0.1}};
  for (json& body : files.scene["bodies"]) body["meshes"][0]["layer"]["thickness"] = 2e-3;
  files.raise_to(k_radius - 3e-3);  // less than both layers: it comes out
  CHECK(files.check().errors.empty());
  files.raise_to(k_radius - 5e-3);
  const json found = only_finding(files, "initial_overlap", "contact 'touch'");
  CHECK(found.at("depth [m]").get<double>() == Approx(5e-3).epsilon(0.02));
}

TEST_CASE("findings: a back mesh whose file leaves something open", "[findings]") {
  Files files;
  std::string text;
  mesh::write_mesh(files.folder / "back.obj", mesh::make_plane_grid(0.1, 0.1, 2, 2),
                   mesh::LengthUnit::metre);
  text = file_content(files.folder / "back.obj");
  text += "v 0.06 0 0\nv 0.08 0.02 0\nv 0.08 0 0\nv 0.06 0.01 0\nf -4 -3 -2 -1\n";
  files.folder.write("back.obj", text);
  files.scene["bodies"][0]["meshes"][0]["back_mesh"] = {
      {"file", "back.obj"}, {"unit", "m"}, {"min_thickness", 0.009}, {"max_thickness", 0.01}};
  const json found = only_finding(files, "mesh_crossing_polygons", "body 'ground', mesh 'plate'");
  CHECK_THAT(found.at("text").get<std::string>(), Contains("(back.obj)"));
}

TEST_CASE("findings: contact and geometry say what files of backs and solids leave open",
          "[findings]") {
  const Files files;
  const auto path = [&](const char* name) { return (files.folder / name).string(); };
  mesh::write_mesh(files.folder / "solid.stl", ball(), mesh::LengthUnit::metre);
  const std::string stl = file_content(files.folder / "solid.stl");
  files.folder.write("solid.json", R"({"kind": "mesh", "file": "solid.stl", "unit": "m"})");
  files.folder.write("queries.json", R"([{"op": "value", "point": [0, 0, 1]}])");
  files.folder.write("poses.json", R"([{"id": 1, "T_target_in_casting":
      [1,0,0,0, 0,1,0,0, 0,0,1,0.0199, 0,0,0,1]}])");
  TriangleMesh back = plate();
  for (Eigen::Vector3d& v : back.vertices) v.z() = -8e-3;
  mesh::write_mesh(files.folder / "back.stl", back, mesh::LengthUnit::metre);
  const std::string back_stl = file_content(files.folder / "back.stl");
  const auto geometry = [&] {
    return run_program("geometry " + path("solid.json") + " --query " + path("queries.json") +
                       " --out " + path("answers.json"));
  };
  const auto contact = [&] {
    const std::string layer = "E=1e6,nu=0.3";
    return run_program("contact --casting " + path("plate.obj") + " --casting-layer " + layer +
                       " --casting-back " + path("back.stl") + " --target " + path("solid.json") +
                       " --target-layer " + layer + ",h=0.005 --poses " + path("poses.json") +
                       " --unit m --out " + path("result.json"));
  };
  CHECK(geometry().errors.empty());
  CHECK(contact().errors.empty());
  files.folder.write("solid.stl", stl + "more");
  files.folder.write("back.stl", back_stl + "more");
  const ProgramRun answered = geometry(), evaluated = contact();
  CHECK(answered.exit_code == 0);
  CHECK(evaluated.exit_code == 0);
  CHECK_THAT(answered.errors, Contains("warning: " + path("solid.json")) && Contains("behind"));
  CHECK_THAT(evaluated.errors, Contains("warning: " + path("solid.json")) &&
                                   Contains("warning: " + path("back.stl")));
}

TEST_CASE("findings: none is said of many good pairs under every law", "[findings][rounds]") {
  // Balls on plates that cast finely: with springs, the nonlinear law, an elastic layer, and an
  // elastic layer under a rigid ball; with a yield stress above the pressure.
  std::mt19937 random(53);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  Files files;
  files.scene["bodies"] = json::array();
  files.scene["contacts"] = json::array();
  files.scene["duration"] = 0.04;
  files.scene["rate"] = 120;
  for (int i = 0; i < few_or_all(40, 100); ++i) {
    const std::string name = std::to_string(i);
    const double radius = between(0.015, 0.02), x = 0.1 * (i % 10), y = 0.1 * (i / 10);
    const json layer = {{"elastic_modulus", between(1e5, 2e5)},
                        {"poissons_ratio", 0.3},
                        {"thickness", between(0.005, 0.01)},
                        {"yield_stress", 1e5}};
    const auto mesh_of = [&](const char* mesh, const json& primitive) {
      return json{{"name", mesh}, {"primitive", primitive}, {"layer", layer}};
    };
    json base = {{"name", "base" + name}, {"kind", "fixed"}, {"position", {x, y, 0}}};
    base["meshes"] = json::array(
        {mesh_of("low", {{"shape", "plane"}, {"size", {0.02, 0.02, 0}}, {"segments", 20}})});
    json top = {{"name", "top" + name},
                {"kind", "dynamic"},
                {"mass", 0.3},
                {"inertia", {1e-5, 1e-5, 1e-5}},
                {"position", {x, y, radius + between(1e-5, 5e-4)}}};
    top["meshes"] = json::array({mesh_of("high", {{"shape", "icosphere"}, {"radius", radius}})});
    json contact = {{"name", "touch" + name},
                    {"casting", {{"body", "base" + name}, {"mesh", "low"}}},
                    {"target", {{"body", "top" + name}, {"mesh", "high"}}},
                    {"dissipation", 5}};
    if (i % 5 == 1) contact["law"] = "nonlinear";
    if (i % 5 > 2) contact["law"] = "elastic_layer";
    if (i % 5 > 2) contact["node_spacing"] = 1e-3;
    if (i % 5 == 4) top["meshes"][0]["layer"] = "rigid";
    files.scene["bodies"].push_back(base);
    files.scene["bodies"].push_back(top);
    files.scene["contacts"].push_back(contact);
  }
  const ProgramRun run = files.simulate();
  INFO(run.errors);
  CHECK(run.exit_code == 0);
  CHECK(files.findings() == json::array());
}

TEST_CASE("findings: check finds none in the shipped scenes", "[findings]") {
  std::string names;
  const std::filesystem::path folder = std::filesystem::path(CONDYLE_SOURCE_DIR) / "assets/scenes";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names += " " + entry.path().stem().string();
  const ProgramRun run = run_program("check" + names);
  CHECK(run.exit_code == 0);
  CHECK(run.errors == "");
}

}  // namespace condyle::test::findings_tests
