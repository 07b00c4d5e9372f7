// condyle compliance, and the commands that take its file, run as by a user. Tests that need gmsh
// and CalculiX are skipped where these are not installed.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "core/mesh/temporary_folder.h"
#include "run_program.h"
#include "scene_run.h"

namespace condyle::test::compliance_command_tests {
namespace {

using Catch::Contains;
using nlohmann::json;

bool has_elements() {
  if (run_command("command -v gmsh && command -v ccx").exit_code == 0) return true;
  WARN("SKIPPED: no gmsh or no CalculiX");
  return false;
}

/// A plate of 40 mm, 8 mm thick.
struct PlatePart {
  PlatePart() {
    mesh::write_mesh(folder / "plate.obj", mesh::make_plane_grid(40e-3, 40e-3, 20, 20),
                     mesh::LengthUnit::metre);
    Pose X = Pose::Identity();
    X.translation().z() = -8e-3;
    mesh::write_mesh(folder / "back.obj", transformed(mesh::make_plane_grid(60e-3, 60e-3, 2, 2), X),
                     mesh::LengthUnit::metre);
    folder.write("ball.json", R"({"kind": "sphere", "radius": 0.08})");
    folder.write("poses.json", R"([{"id": 1, "T_target_in_casting":
        [1,0,0,0, 0,1,0,0, 0,0,1,0.0795, 0,0,0,1]}])");
  }
  ProgramRun compliance(const std::string& options, const std::string& before = "") const {
    return run_command(fmt::format("cd '{}' && {} '{}' compliance {}", (folder / "").string(),
                                   before, CONDYLE_PROGRAM, options));
  }
  ProgramRun contact(const std::string& options) const {
    return run_program(fmt::format(
        "contact --casting '{0}/plate.obj' --casting-layer E=463e6,nu=0.46,h=0.008 --target "
        "'{0}/ball.json' --target-layer rigid --formulation elastic_layer --poses "
        "'{0}/poses.json' --out '{0}/result.json' {1}",
        folder.write("x", "").parent_path().string(), options));
  }
  json result() const { return json::parse(file_content(folder / "result.json"))[0]; }

  TemporaryFolder folder;
};

constexpr const char* k_options =
    "plate.obj --back back.obj --layer E=1e6,nu=0.46 --node-spacing 4e-3 --out part.compliance";

}  // namespace

TEST_CASE("condyle compliance: contact and a scene at rest take what it makes", "[program]") {
  if (!has_elements()) return;
  const PlatePart part;
  const ProgramRun made = part.compliance(k_options);
  INFO(made.errors);
  REQUIRE(made.exit_code == 0);
  CHECK_THAT(made.output, Contains("100 of 100 nodes, 4 mm apart"));

  const std::string file = (part.folder / "part.compliance").string();
  REQUIRE(part.contact("--node-spacing 4e-3 --free-edges all").exit_code == 0);
  const double flat = -part.result()["contact_force"][2].get<double>();
  const ProgramRun run = part.contact(fmt::format("--casting-compliance '{}'", file));
  INFO(run.errors);
  REQUIRE(run.exit_code == 0);
  // There are few nodes, and of the plate's four edges, 2.5 h away, the flat layer takes only the
  // nearest into account; the comparison of condyle validate is closer.
  CHECK(-part.result()["contact_force"][2].get<double>() == Approx(flat).epsilon(0.03));
  CHECK(part.result()["elastic_layer"]["residual"].get<double>() < 1e-9);

  const json scene = {
      {"condyle_scene", 1},
      {"name", "rest"},
      {"gravity", {0, 0, -9.81}},
      {"bodies",
       {{{"name", "plate"},
         {"kind", "fixed"},
         {"meshes",
          {{{"name", "m"},
            {"file", "plate.obj"},
            {"unit", "m"},
            {"compliance", "part.compliance"},
            {"layer",
             {{"elastic_modulus", 5e6}, {"poissons_ratio", 0.46}, {"thickness", 0.008}}}}}}},
        {{"name", "ball"},
         {"kind", "dynamic"},
         {"position", {0, 0, 0.08}},
         {"density", 7800},
         {"meshes",
          {{{"name", "m"},
            {"shape", {{"kind", "sphere"}, {"radius", 0.08}}},
            {"layer", "rigid"}}}}}}},
      {"contacts",
       {{{"name", "touch"},
         {"law", "elastic_layer"},
         {"casting", {{"body", "plate"}, {"mesh", "m"}}},
         {"target", {{"body", "ball"}, {"mesh", "m"}}},
         {"dissipation", 20}}}}};
  const auto out = part.folder / "out";
  const ProgramRun rest = run_program(
      fmt::format("simulate '{}' --seconds 2 --rate 240 --out '{}'",
                  part.folder.write("scene.json", scene.dump()).string(), out.string()));
  INFO(rest.errors);
  REQUIRE(rest.exit_code == 0);
  const double weight = 7800 * 4.0 / 3 * 3.14159265358979 * 0.08 * 0.08 * 0.08 * 9.81;
  // The ball of the scene is a sphere in closed form, its mass that of the mesh drawn for it.
  CHECK(read_history(out.string()).last("touch.force [N]") == Approx(weight).epsilon(0.01));
}

TEST_CASE("condyle compliance: the same bits come again, and nothing is left behind", "[program]") {
  if (!has_elements()) return;
  const PlatePart part;
  const auto once = [&] {
    REQUIRE(part.compliance(k_options, fmt::format("TMPDIR='{}'", (part.folder / "").string()))
                .exit_code == 0);
    return file_content(part.folder / "part.compliance");
  };
  const std::string first = once();
  const long files = part.folder.file_count();
  CHECK(once() == first);
  CHECK(part.folder.file_count() == files);
  CHECK(files == 5);
}

TEST_CASE("condyle compliance: stopped by Ctrl-C it leaves nothing", "[program]") {
  if (!has_elements()) return;
  const PlatePart part;
  const long files = part.folder.file_count();
  const ProgramRun run = part.compliance(
      "plate.obj --back back.obj --layer E=1e6,nu=0.46 --node-spacing 1e-3 --element-size 5e-4 "
      "--out part.compliance",
      fmt::format("TMPDIR='{}' env --default-signal=INT timeout --preserve-status -s INT 1.5",
                  (part.folder / "").string()));
  INFO(run.errors);
  CHECK(run.exit_code == 3);
  CHECK_THAT(run.errors, Contains("nothing was written"));
  CHECK(part.folder.file_count() == files);
}

TEST_CASE("condyle compliance: bad input gives one clear error, exit 2 and no file", "[program]") {
  const PlatePart part;
  const auto error = [&](const std::string& options, const std::string& before = "") {
    const ProgramRun run = part.compliance(options, before);
    CHECK(run.exit_code == 2);
    CHECK_FALSE(std::filesystem::exists(part.folder / "part.compliance"));
    return run.errors;
  };
  CHECK_THAT(error(k_options, "PATH=/nowhere"), Contains("Debian: calculix-ccx"));
  CHECK_THAT(error("plate.obj --back back.obj --layer E=1e6,nu=0.5 --out part.compliance"),
             Contains("cannot have nu = 0.5"));
  CHECK_THAT(error("plate.obj --back none.obj --layer E=1e6,nu=0.4 --out part.compliance"),
             Contains("none.obj"));
  CHECK_THAT(error("plate.obj --back back.obj --layer E=1e6,nu=0.4 --out plate.obj"),
             Contains("--out"));
  CHECK_THAT(error("plate.obj --back back.obj --layer rigid --out part.compliance"),
             Contains("a rigid side"));
  if (!has_elements()) return;
  CHECK_THAT(error("back.obj --back plate.obj --layer E=1e6,nu=0.4 --out part.compliance"),
             Contains("no volume"));
  CHECK_THAT(error(std::string(k_options) + " --element-size 7e-3"),
             Contains("--element-size") && Contains("1.5 times"));
}

TEST_CASE("condyle contact: a compliance that cannot be taken is refused", "[program]") {
  const PlatePart part;
  part.folder.write("text", "no compliance");
  const std::string file = (part.folder / "text").string();
  const ProgramRun run = part.contact(fmt::format("--casting-compliance '{}'", file));
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("text") && Contains("condyle compliance"));
  const ProgramRun springs =
      part.contact(fmt::format("--casting-compliance '{}' --formulation "
                               "linear --target-layer E=1e9,nu=0.3,h=1",
                               file));
  CHECK(springs.exit_code == 2);
}

}  // namespace condyle::test::compliance_command_tests
