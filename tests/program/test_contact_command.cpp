// condyle contact, run as by a user.
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "condyle/geometry/shape.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "condyle/scene/scene_build.h"
#include "core/contact/golden_contact.h"
#include "core/mesh/temporary_folder.h"
#include "core/scene/src/setting_descriptions.h"
#include "program/run_program.h"

namespace condyle::test::contact_command_tests {

using nlohmann::json;

namespace {

struct Outcome {
  int exit_code = -1;
  std::string errors;
};

/// Runs `condyle contact` with arguments for a shell.
Outcome contact(const TemporaryFolder& folder, const std::string& arguments) {
  const auto errors = folder / "stderr.txt";
  const std::string command = fmt::format("cd '{}' && '{}' contact {} >stdout.txt 2>stderr.txt",
                                          (folder / "").string(), CONDYLE_PROGRAM, arguments);
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, file_content(errors)};
}

std::string layer_text(const json& material) {
  return fmt::format("E={},nu={},h={}", material.at("elastic_modulus").dump(),
                     material.at("poissons_ratio").dump(), material.at("thickness").dump());
}

constexpr const char* k_identity = "[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]";

/// A ball of 30 mm, pressed 1 mm into a plate in the pose named "deep" and clear of it in pose 7.
class BallOnPlate {
 public:
  BallOnPlate() {
    mesh::write_mesh(folder / "plate.obj", mesh::make_plane_grid(20e-3, 20e-3, 30, 30),
                     mesh::LengthUnit::metre);
    mesh::write_mesh(folder / "ball.obj", mesh::make_icosphere(30e-3, 5), mesh::LengthUnit::metre);
    folder.write("poses.json", R"([
      {"id": "deep", "T_target_in_casting": [1,0,0,0, 0,1,0,0, 0,0,1,0.029, 0,0,0,1]},
      {"id": 7, "T_target_in_casting": [1,0,0,0, 0,1,0,0, 0,0,1,0.040, 0,0,0,1]}])");
  }
  /// The arguments of a run, with one of them replaced or one more added.
  std::string arguments(const std::string& option = "", const std::string& value = "") const {
    std::map<std::string, std::string> all{{"--casting", "plate.obj"},
                                           {"--target", "ball.obj"},
                                           {"--casting-layer", "E=5e6,nu=0.45,h=0.003"},
                                           {"--target-layer", "E=5e6,nu=0.45,h=0.003"},
                                           {"--poses", "poses.json"},
                                           {"--out", "result.json"}};
    if (!option.empty()) all[option] = value;
    std::string text;
    for (const auto& [key, word] : all) text += fmt::format(" {} {}", key, word);
    return text;
  }
  json result() const { return json::parse(file_content(folder / "result.json")); }

  TemporaryFolder folder;
};

}  // namespace

TEST_CASE("condyle contact takes an analytic shape as either side", "[program]") {
  const BallOnPlate files;
  files.folder.write("ball.json", R"({"kind": "sphere", "radius": 0.03})");
  const auto force = [&] { return files.result()[0]["contact_force"][2].get<double>(); };
  const std::string as_opensim = " --force-direction casting";
  REQUIRE(contact(files.folder, files.arguments("--target", "ball.json" + as_opensim)).exit_code ==
          0);
  // ORACLES 3.2, forces along casting normals, plate casting: 294.600 N. The tolerance is for cells
  // of 0.67 mm across a contact of 15 mm.
  CHECK(-force() == Approx(294.600).epsilon(2e-3));

  // Sphere casting: 297.910 N. The tolerance is for facets that lie 3 um inside, at a depth of 1
  // mm.
  files.folder.write("plane.json", R"({"kind": "half_space"})");
  files.folder.write("poses.json", R"([
      {"id": "deep", "T_target_in_casting": [1,0,0,0, 0,1,0,0, 0,0,1,-0.029, 0,0,0,1]}])");
  std::string swapped = files.arguments("--target", "plane.json --chord-error 3e-6" + as_opensim);
  swapped.replace(swapped.find("plate.obj"), 9, "ball.json");
  REQUIRE(contact(files.folder, swapped).exit_code == 0);
  CHECK(force() == Approx(297.910).epsilon(6e-3));

  const Outcome bad = contact(files.folder, files.arguments("--target", "poses.json"));
  CHECK(bad.exit_code == 2);
  CHECK_THAT(bad.errors, Catch::Contains("poses.json"));
}

TEST_CASE("condyle contact meshes a rigid casting shape for the layer of the other side",
          "[program]") {
  const BallOnPlate files;
  constexpr double k_radius = 6e-3, k_thickness = 0.05, k_depth = 1e-4;
  files.folder.write("ball.json", fmt::format(R"({{"kind": "sphere", "radius": {}}})", k_radius));
  files.folder.write("plane.json", R"({"kind": "half_space"})");
  const std::string layer = fmt::format("E=5e6,nu=0.45,h={}", k_thickness);
  struct Side {
    const char *shape, *layer;
  };
  const auto forces = [&](const Side& casting, const Side& target, const std::string& more) {
    // The ball is above a plane that casts, and a plane below a ball.
    const bool ball_casts = casting.shape[0] == 'b';
    files.folder.write("poses.json", fmt::format(R"([{{"id": 1, "T_target_in_casting":
        [1,0,0,0, 0,1,0,0, 0,0,1,{}, 0,0,0,1]}}])",
                                                 (ball_casts ? -1 : 1) * (k_radius - k_depth)));
    const Outcome done = contact(
        files.folder,
        fmt::format("--casting {} --casting-layer {} --target {} --target-layer {} --formulation "
                    "elastic_layer --node-spacing 5e-4 --poses poses.json --out result.json{}",
                    casting.shape, casting.layer, target.shape, target.layer, more));
    CAPTURE(done.errors);
    REQUIRE(done.exit_code == 0);
    return files.result()[0];
  };
  const double fine = scene::casting_fineness(geometry::Sphere{k_radius}, k_thickness).chord_error;
  const Side ball{"ball.json", "rigid"}, plane{"plane.json", layer.c_str()};
  const json meshed = forces(ball, plane, fmt::format(" --chord-error {}", fine));
  const json own = forces(ball, plane, "");
  CHECK(own.dump() == meshed.dump());
  const json flipped = forces(plane, ball, " --flip-meshes")["flipped"];
  CHECK(flipped["contact_force"] == meshed["contact_force"]);
  CHECK(std::abs(own["contact_force"][2].get<double>()) > 0);
}

TEST_CASE("condyle contact says at which poses its figures are out of range", "[program]") {
  const BallOnPlate files;
  const Outcome right = contact(files.folder, files.arguments());
  REQUIRE(right.exit_code == 0);
  CHECK(right.errors.empty());
  const double force = files.result()[0]["contact_force"][2];

  const Outcome cut = contact(files.folder, files.arguments("--max-proximity", "5e-4"));
  REQUIRE(cut.exit_code == 0);
  CHECK(std::abs(files.result()[0]["contact_force"][2].get<double>()) < 0.8 * std::abs(force));
  CHECK_THAT(cut.errors, Catch::Contains("warning: one pose, worst at \"deep\": ") &&
                             Catch::Contains("deeper than max_proximity, 0.5 mm, is ignored"));

  std::string thin = files.arguments("--formulation", "nonlinear");
  for (const char* side : {"--casting-layer", "--target-layer"})
    thin.replace(thin.find("h=0.003", thin.find(side)), 7, "h=2e-4 ");
  const Outcome beyond = contact(files.folder, thin);
  REQUIRE(beyond.exit_code == 0);
  CHECK(files.result()[0].at("clamped_triangles") > 0);
  CHECK_THAT(beyond.errors, Catch::Contains("worst at \"deep\"") &&
                                Catch::Contains("0.4 mm, where the nonlinear law means nothing"));
}

TEST_CASE("condyle contact warns of none of a hundred good poses", "[program]") {
  const BallOnPlate files;
  std::mt19937 random(8);
  // The radius of the contact and the shift together stay within the plate, 10 mm.
  std::uniform_real_distribution<double> depth(1e-5, 8e-4), shift(-2e-3, 2e-3);
  json poses = json::array();
  for (int i = 0; i < 100; ++i) {
    poses.push_back({{"id", i},
                     {"T_target_in_casting",
                      {1, 0, 0, shift(random), 0, 1, 0, shift(random), 0, 0, 1,
                       0.03 - depth(random), 0, 0, 0, 1}}});
  }
  files.folder.write("poses.json", poses.dump());
  for (const char* law : {"linear", "nonlinear"}) {
    const Outcome outcome = contact(files.folder, files.arguments("--formulation", law));
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.errors.empty());
  }
}

TEST_CASE("condyle contact says where pressure exceeds the yield stress", "[program]") {
  const BallOnPlate files;
  files.folder.write("ball.json", R"({"kind": "sphere", "radius": 0.03})");
  std::string arguments = files.arguments("--target", "ball.json");
  REQUIRE(contact(files.folder, arguments).exit_code == 0);
  const json unknown = files.result()[0];
  CHECK_FALSE(unknown.contains("area_beyond_yield"));

  // The pressure of springs falls linearly over r^2, so half of the area bears more than half of
  // the peak.
  const double half = 0.5 * unknown.at("max_pressure").get<double>();
  arguments.insert(arguments.find("h=0.003") + 7, fmt::format(",yield={}", half));
  const Outcome outcome = contact(files.folder, arguments);
  REQUIRE(outcome.exit_code == 0);
  const json result = files.result();
  const double area = result[0].at("contact_area");
  CHECK(result[0].at("area_beyond_yield").get<double>() == Approx(area / 2).epsilon(0.05));
  CHECK(result[1].at("area_beyond_yield") == 0);
  CHECK(result[0].at("max_pressure") == unknown.at("max_pressure"));
  CHECK_THAT(
      outcome.errors,
      Catch::Contains("warning: one pose, worst at \"deep\": its pressure exceeds the yield"));
}

TEST_CASE("condyle contact solves an elastic layer on a rigid ball", "[program]") {
  const BallOnPlate files;
  const std::string law = "ball.json --formulation elastic_layer --vtp maps";
  files.folder.write("ball.json", R"({"kind": "sphere", "radius": 0.03})");
  const auto with = [&](const std::string& layer, const std::string& more = "") {
    std::string arguments = files.arguments("--target", law + more);
    arguments.replace(arguments.find("E=5e6,nu=0.45,h=0.003"), 21, layer);
    return arguments.replace(arguments.find("E=5e6,nu=0.45,h=0.003"), 21, "rigid");
  };
  // Hertz: 4/3 E / (1 - nu^2) sqrt(R) d^1.5. The plate ends 10 mm from the middle of a contact
  // of 5.5 mm; 1 % allows for that and for nodes 0.9 mm apart.
  const double hertz = 4.0 / 3 * 5e6 / 0.75 * std::sqrt(0.03) * std::pow(1e-3, 1.5);
  const Outcome good = contact(files.folder, with("E=5e6,nu=0.5,h=half_space"));
  CAPTURE(good.errors);
  REQUIRE(good.exit_code == 0);
  const json result = files.result()[0];
  CHECK(-result.at("contact_force")[2].get<double>() == Approx(hertz).epsilon(0.01));
  CHECK(result.at("force_direction") == "target");
  CHECK(result.at("elastic_layer").at("active_nodes") > 60);
  CHECK(result.at("elastic_layer").at("residual") < 1e-9);
  CHECK(std::filesystem::exists(files.folder / "maps/0000_deep_casting.vtp"));

  // A thickness measured to a mesh 8 mm behind the surface acts like a given thickness of 8 mm.
  REQUIRE(contact(files.folder, with("E=5e6,nu=0.45,h=0.008")).exit_code == 0);
  const json given = files.result()[0].at("contact_force");
  TriangleMesh back = mesh::make_plane_grid(40e-3, 40e-3, 1, 1);
  for (Eigen::Vector3d& v : back.vertices) v.z() = -8e-3;
  mesh::write_mesh(files.folder / "back.obj", back, mesh::LengthUnit::metre);
  REQUIRE(contact(files.folder, with("E=5e6,nu=0.45",
                                     " --casting-back back.obj --min-thickness "
                                     "0.001 --max-thickness 0.02"))
              .exit_code == 0);
  CHECK(files.result()[0].at("contact_force")[2].get<double>() ==
        Approx(given[2].get<double>()).epsilon(1e-9));

  const Outcome springs = contact(files.folder, files.arguments("--target-layer", "rigid"));
  CHECK(springs.exit_code == 2);
  CHECK_THAT(springs.errors, Catch::Contains("elastic_layer"));
}

TEST_CASE("condyle contact equals OpenSim's Smith2018 contact", "[program][golden]") {
  const auto golden = golden_contact();
  if (!golden) return;
  const TemporaryFolder folder;
  // One run for all poses of the same meshes, layers and formulation.
  std::map<std::string, std::pair<json, std::vector<const json*>>> runs;
  for (const json& pose : golden->at("poses")) {
    const auto mesh = [&](const char* side) {
      return golden_mesh_file(*golden, pose.at(side)).string();
    };
    for (const json& result : pose.at("results")) {
      auto& [poses, results] = runs[fmt::format(
          "--casting '{}' --target '{}' --casting-layer {} --target-layer {} --formulation {} {}",
          mesh("casting"), mesh("target"), layer_text(result.at("casting_material")),
          layer_text(result.at("target_material")), result.at("formulation").get<std::string>(),
          result.at("lumped").get<bool>() ? "--lumped" : "--two-layer")];
      poses.push_back(
          {{"id", pose.at("id")}, {"T_target_in_casting", pose.at("T_target_in_casting")}});
      results.push_back(&result);
    }
  }
  for (const auto& [arguments, run] : runs) {
    const auto& [poses, results] = run;
    folder.write("poses.json", poses.dump());
    const Outcome outcome = contact(folder, arguments +
                                                " --min-proximity 0 --max-proximity 0.02 "
                                                "--two-sided --force-direction casting --unit m "
                                                "--poses poses.json --out result.json");
    CAPTURE(arguments, outcome.errors);
    REQUIRE(outcome.exit_code == 0);
    const json ours = json::parse(file_content(folder / "result.json"));
    REQUIRE(ours.size() == poses.size());
    for (std::size_t i = 0; i < poses.size(); ++i) {
      CAPTURE(poses[i].at("id"));
      CHECK(ours[i].at("id") == poses[i].at("id"));
      check_against_golden(ours[i], *results[i]);
    }
  }
}

TEST_CASE("condyle contact: results in the order of the poses, ids as given", "[program]") {
  const BallOnPlate scene;
  const Outcome outcome = contact(scene.folder, scene.arguments());
  CHECK(outcome.errors.empty());
  REQUIRE(outcome.exit_code == 0);
  const json result = scene.result();
  REQUIRE(result.size() == 2);
  CHECK(result[0].at("id") == "deep");
  CHECK(result[1].at("id") == 7);
  // Defaults: linear, lumped, 294.6 N for a true sphere; facets of 1.1 mm take 1.4 % away.
  CHECK(result[0].at("contact_force")[2].get<double>() == Approx(-294.6).epsilon(0.02));
  CHECK(result[1].at("n_contacting") == 0);
  CHECK(result[1].at("center_of_pressure") == json({-1.0, -1.0, -1.0}));
  CHECK(result[1].at("contact_force") == json({0.0, 0.0, 0.0}));
  std::vector<std::string> names;
  for (const json& region : result[0].at("regions")) names.push_back(region.at("name"));
  CHECK(names == std::vector<std::string>{"-x", "+x", "-y", "+y", "-z", "+z"});
}

TEST_CASE("condyle contact: the unit scales mesh files and not poses", "[program]") {
  const BallOnPlate scene;
  REQUIRE(contact(scene.folder, scene.arguments()).exit_code == 0);
  const json metres = scene.result();
  for (const char* name : {"plate.obj", "ball.obj"}) {
    const TriangleMesh mesh = mesh::read_mesh(scene.folder / name, mesh::LengthUnit::metre);
    mesh::write_mesh(scene.folder / name, mesh, mesh::LengthUnit::millimetre);
  }
  REQUIRE(contact(scene.folder, scene.arguments("--unit", "mm")).exit_code == 0);
  const json millimetres = scene.result();
  CHECK(millimetres[0].at("n_contacting") == metres[0].at("n_contacting"));
  for (const char* key : {"contact_area", "max_pressure", "contact_force", "potential_energy"}) {
    CAPTURE(key);
    // Coordinates are rounded when they are written and read.
    CHECK(relative_error(millimetres[0].at(key), metres[0].at(key)) < 1e-12);
  }
}

TEST_CASE("condyle contact writes pressure maps of both meshes", "[program]") {
  const BallOnPlate scene;
  const Outcome outcome = contact(scene.folder, scene.arguments("--vtp", "maps"));
  REQUIRE(outcome.exit_code == 0);
  CHECK_THAT(outcome.errors,
             Catch::Contains("condyle: writing 4 pressure maps, about 2.32 MB, to maps"));
  std::size_t bytes = 0;
  for (const char* name : {"0000_deep_casting.vtp", "0000_deep_target.vtp", "0001_7_casting.vtp",
                           "0001_7_target.vtp"}) {
    CAPTURE(name);
    const std::string text = file_content(scene.folder / "maps" / name);
    CHECK(text.find("pressure [Pa]") != std::string::npos);
    bytes += text.size();
  }
  CHECK(static_cast<double>(bytes) == Approx(2.32e6).epsilon(0.01));
  // The target's map lies at the contact, in the casting frame.
  const auto target =
      mesh::read_mesh(scene.folder / "maps" / "0000_deep_target.vtp", mesh::LengthUnit::metre);
  double lowest = 1;
  for (const auto& vertex : target.vertices) lowest = std::min(lowest, vertex.z());
  CHECK(lowest == Approx(-1e-3).epsilon(0.05));
}

TEST_CASE("condyle contact --flip-meshes adds what the other order of the meshes gives",
          "[program]") {
  const BallOnPlate scene;
  const std::string turned =
      R"([{"id": "deep", "T_target_in_casting": [0,1,0,0.001, -1,0,0,0, 0,0,1,0.029, 0,0,0,1]}])";
  const std::string inverse =
      R"([{"id": "deep", "T_target_in_casting": [0,-1,0,0, 1,0,0,-0.001, 0,0,1,-0.029, 0,0,0,1]}])";
  scene.folder.write("poses.json", turned);
  REQUIRE(contact(scene.folder, scene.arguments("--vtp", "plain")).exit_code == 0);
  const json plain = scene.result()[0];
  CHECK_FALSE(plain.contains("flipped"));

  REQUIRE(contact(scene.folder, scene.arguments("--flip-meshes", "--vtp maps")).exit_code == 0);
  json both = scene.result()[0];
  const json flipped = both.at("flipped");
  both.erase("flipped");
  CHECK(both == plain);

  std::string exchanged = scene.arguments();
  exchanged.replace(exchanged.find("plate.obj"), 9, "dummy.obj");
  exchanged.replace(exchanged.find("ball.obj"), 8, "plate.obj");
  exchanged.replace(exchanged.find("dummy.obj"), 9, "ball.obj");
  scene.folder.write("poses.json", inverse);
  REQUIRE(contact(scene.folder, exchanged).exit_code == 0);
  json other = scene.result()[0];
  other.erase("id");
  other.erase("force_direction");
  CHECK(flipped == other);
  CHECK(flipped.at("n_contacting") > 0);

  // Only the target's map changes: to that of its own rays.
  const auto map = [&](const std::string& folder, const char* side) {
    return file_content(scene.folder / folder / fmt::format("0000_deep_{}.vtp", side));
  };
  CHECK(map("maps", "casting") == map("plain", "casting"));
  CHECK(map("maps", "target") != map("plain", "target"));
}

TEST_CASE("condyle contact measures the thickness of either side to a mesh behind it",
          "[program]") {
  const BallOnPlate scene;
  auto back = mesh::make_plane_grid(30e-3, 30e-3, 2, 2);
  for (auto& vertex : back.vertices) vertex.z() -= 2e-3;  // 2 mm behind the plate
  mesh::write_mesh(scene.folder / "back.obj", back, mesh::LengthUnit::metre);
  // A sphere of the same triangles 5 mm below the ball's surface.
  mesh::write_mesh(scene.folder / "core.obj", mesh::make_icosphere(25e-3, 5),
                   mesh::LengthUnit::metre);
  const auto force_with = [&](const std::string& target_layer, const std::string& more) {
    const Outcome outcome =
        contact(scene.folder, scene.arguments("--target-layer", target_layer + " " + more));
    INFO(outcome.errors);
    REQUIRE(outcome.exit_code == 0);
    CHECK(outcome.errors.empty());
    return scene.result()[0].at("contact_force")[2].get<double>();
  };
  const std::string material = "E=5e6,nu=0.45";
  const double thick = force_with(material + ",h=0.005", ""),
               thin = force_with(material + ",h=0.003", "");
  REQUIRE(std::abs(thin) > 1.1 * std::abs(thick));
  // The normal of a facet leaves the radius by up to a degree: (1 / cos - 1) is 2e-4.
  CHECK(force_with(material, "--target-back core.obj") == Approx(thick).epsilon(1e-3));
  CHECK(force_with(material + ",h=0.001", "--target-back core.obj") == Approx(thick).epsilon(1e-3));
  CHECK(force_with(material, "--target-back core.obj --target-max-thickness 0.003") ==
        Approx(thin).epsilon(1e-9));
  // Both sides at once, each with limits of its own.
  const double both = force_with(material,
                                 "--target-back core.obj --casting-back back.obj "
                                 "--casting-min-thickness 0.003 --casting-max-thickness 0.003");
  CHECK(both == Approx(thick).epsilon(1e-3));

  const Outcome alone = contact(scene.folder, scene.arguments("--target-min-thickness", "0.002"));
  CHECK(alone.exit_code == 2);
  CHECK_THAT(alone.errors, Catch::Contains("--target-back"));
  const Outcome missing = contact(scene.folder, scene.arguments("--target-back", "none.obj"));
  CHECK(missing.exit_code == 2);
  CHECK_THAT(missing.errors, Catch::Contains("none.obj"));
}

TEST_CASE("condyle contact: bad input gives one clear error, exit 2 and no result", "[program]") {
  const BallOnPlate scene;
  scene.folder.write("empty.stl", "");
  scene.folder.write("no_list.json", R"({"id": 1})");
  scene.folder.write("typo.json",
                     fmt::format(R"([{{"id": 1, "T_target_in_castin": {}}}])", k_identity));
  scene.folder.write(
      "extra.json",
      fmt::format(R"([{{"id": 1, "mass": 1, "T_target_in_casting": {}}}])", k_identity));
  scene.folder.write("short.json", R"([{"id": "s", "T_target_in_casting": [1, 0, 0]}])");
  scene.folder.write(
      "mirror.json",
      R"([{"id": "m", "T_target_in_casting": [-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]}])");
  scene.folder.write(
      "scale.json",
      R"([{"id": "s", "T_target_in_casting": [2,0,0,0, 0,2,0,0, 0,0,2,0, 0,0,0,1]}])");
  scene.folder.write(
      "row.json", R"([{"id": "r", "T_target_in_casting": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,1,1]}])");
  const auto [option, value, word] = GENERATE(table<std::string, std::string, std::string>({
      {"--casting", "missing.stl", "missing.stl"},
      {"--casting", "empty.stl", "empty.stl"},
      {"--casting-layer", "E=5e6,nu=0.5,h=0.003", "nu = 0.5"},
      {"--casting-layer", "E=-5e6,nu=0.4,h=0.003", "E = -5"},
      {"--casting-layer", "E=5e6,nu=0.4,h=0", "h = 0"},
      {"--casting-layer", "E=5e6,nu=0.4", "h is missing"},
      {"--casting-layer", "E=5e6,nu=0.4,h=3mm", "3mm"},
      {"--casting-layer", "E=5e6,nu=0.4,h=1,k=2", "'k'"},
      {"--target-layer", "E=5e6,nu=0.4,h=1,h=2", "h is given twice"},
      {"--unit", "furlong", "furlong"},
      {"--formulation", "cubic", "cubic"},
      {"--min-proximity", "0.02", "min_proximity"},
      {"--max-proximity", "nan", "--max-proximity: 'nan' is not a finite number"},
      {"--max-proximity", "0", "above 0"},
      {"--node-spacing", "1e-3", "--node-spacing: has no effect with the law linear"},
      {"--law", "hertz", "stiffness = 0"},
      {"--law", "hertz,raduis=1", "'raduis' is not one of acting, radius, stiffness"},
      {"--law", "herz", "did you mean 'hertz'"},
      {"--law", "user", "'user' is no law"},
      {"--law", "hertz,stiffness=1e9,acting=centriod", "did you mean 'centroid'"},
      {"--casts-from", "edges", "--casts-from"},
      {"--poses", "missing.json", "missing.json"},
      {"--poses", "no_list.json", "list"},
      {"--poses", "typo.json", "T_target_in_casting"},
      {"--poses", "extra.json", "'mass'"},
      {"--poses", "short.json", "16"},
      {"--poses", "mirror.json", "\"m\" is not rigid"},
      {"--poses", "scale.json", "\"s\" is not rigid"},
      {"--poses", "row.json", "\"r\" is not rigid"},
      {"--two-layer", "--lumped", "excludes"},
      {"--out", "no/such/folder/result.json", "no/such/folder"},
      {"--out", "/dev/full", "/dev/full"},
  }));
  CAPTURE(option, value);
  const long files = scene.folder.file_count();
  const Outcome outcome = contact(scene.folder, scene.arguments(option, value));
  CHECK(outcome.exit_code == 2);
  CHECK_THAT(outcome.errors, Catch::Contains(word));
  CHECK(scene.folder.file_count() == files + 2);  // stdout.txt and stderr.txt
}

TEST_CASE("condyle contact takes every law with its parameters, and every setting of poses",
          "[program]") {
  const BallOnPlate scene;
  const auto total = [&](const std::string& more) {
    const Outcome outcome = contact(scene.folder, scene.arguments() + " " + more);
    INFO(more << outcome.errors);
    REQUIRE(outcome.exit_code == 0);
    return scene.result().at(0);
  };
  const json hertz = total("--law hertz,stiffness=1e9 --force-direction casting");
  const double depth = hertz.at("max_proximity");
  // The law acts once on the patch, with its greatest depth.
  CHECK(hertz.at("contact_force").at(2).get<double>() ==
        Approx(-1e9 * std::pow(depth, 1.5)).epsilon(1e-3));
  CHECK(total("--formulation hertz,stiffness=2e9 --force-direction casting")
            .at("contact_force")
            .at(2)
            .get<double>() == Approx(2 * hertz.at("contact_force").at(2).get<double>()));
  const json usual = total("");
  for (const char* option : {"--casts-from nodes", "--two-layer --law nonlinear",
                             "--law elastic_layer --layer-tolerance 1e-3 --node-spacing 0.002",
                             "--law volume,exponent=2", "--max-proximity 5e-4"})
    CHECK(total(option).at("contact_force") != usual.at("contact_force"));

  const std::string help = run_program("contact --help").output;
  for (const auto& setting : scene::contact_settings()) {
    std::string option = setting.name;
    std::ranges::replace(option, '_', '-');
    const bool is_of_poses = setting.needs == scene::Needs::nothing && option != "layers";
    CAPTURE(option);
    CHECK(contains(help, " --" + option + " ") == is_of_poses);
  }
  CHECK(contains(help, "--two-layer"));
}

TEST_CASE("condyle contact: a disk that is full leaves no maps behind", "[program]") {
  const BallOnPlate scene;
  const Outcome outcome =
      contact(scene.folder, scene.arguments("--out", "/dev/full") + " --vtp maps");
  CHECK(outcome.exit_code == 2);
  CHECK(std::filesystem::is_empty(scene.folder / "maps"));
}

TEST_CASE("condyle contact: a missing option is named", "[program]") {
  const TemporaryFolder folder;
  const Outcome outcome = contact(folder, "--casting a.stl --target b.stl");
  CHECK(outcome.exit_code == 2);
  CHECK_THAT(outcome.errors, Catch::Contains("is required"));
}

TEST_CASE("condyle contact says where nothing touches, with sizes, gap and the unit", "[program]") {
  const BallOnPlate files;
  CHECK(contact(files.folder, files.arguments()).errors.empty());  // one of the poses touches

  // Read as millimetres, the ball of 30 mm has 0.03 mm, and the pose that touched is 29 mm away.
  const Outcome wrong = contact(files.folder, files.arguments("--unit", "mm"));
  CHECK(wrong.exit_code == 0);
  CHECK(files.result()[0]["n_contacting"] == 0);
  for (const char* part : {"warning: no contact at any of the 2 poses", "0.02 x 0.02 x 0 mm",
                           "0.06 x 0.06 x 0.06 mm", "gap is 28.97 mm", "--unit mm"}) {
    CHECK_THAT(wrong.errors, Catch::Contains(part));
  }

  files.folder.write("poses.json", R"([{"id": "far", "T_target_in_casting":
      [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1]}])");
  CHECK_THAT(contact(files.folder, files.arguments()).errors,
             Catch::Contains("warning: no contact at the only pose: "));
}

}  // namespace condyle::test::contact_command_tests
