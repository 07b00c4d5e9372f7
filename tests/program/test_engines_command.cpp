// The engine MuJoCo on the command line: scenes, scenes written as MJCF, and robots.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "core/mesh/temporary_folder.h"
#include "program/run_program.h"
#include "program/scene_run.h"

namespace condyle::test::engines_command_tests {
namespace {

using Catch::Contains;

/// Runs `condyle simulate ARGUMENTS` into a folder.
ProgramRun simulate(const std::string& arguments, const std::filesystem::path& out) {
  return run_program(fmt::format("simulate {} --quiet --out {}", arguments, out.string()));
}

/// Whether the program has MuJoCo; if not, says that the test is skipped.
bool has_mujoco() {
  const TemporaryFolder folder;
  const ProgramRun run = simulate("hip --seconds 0.01 --engine mujoco", folder / "out");
  const bool has = run.errors.find("without MuJoCo") == std::string::npos;
  if (!has) WARN("SKIPPED: this condyle was built without MuJoCo");
  return has;
}

std::string engine_in(const std::filesystem::path& out) {
  return nlohmann::json::parse(file_content(out / "summary.json")).at("engine");
}

/// A ball on a table.
constexpr const char* k_robot = R"(<mujoco><option timestep="0.004"/><worldbody>
    <geom name="table" type="box" size="0.2 0.2 0.02" pos="0 0 -0.02"/>
    <body name="ball" pos="0 0 0.0301"><freejoint/>
      <geom name="skin" size="0.03" mass="0.4"/></body></worldbody></mujoco>)";
constexpr const char* k_layers = "--layer table:E=1e8,h=0.01 --layer ball:E=1e6,h=0.005";

}  // namespace

TEST_CASE("engines on the command line: a pulley runs in both with the same columns") {
  if (!has_mujoco()) return;
  const TemporaryFolder folder;
  for (const char* const engine : {"bullet", "mujoco"}) {
    const ProgramRun run =
        simulate(fmt::format("pulley --seconds 0.3 --engine {}", engine), folder / engine);
    INFO(run.errors);
    REQUIRE(run.exit_code == 0);
    CHECK(engine_in(folder / engine) == engine);
  }
  const History bullet = read_history((folder / "bullet").string()),
                mujoco = read_history((folder / "mujoco").string());
  REQUIRE(bullet.rows == mujoco.rows);
  std::set<std::string> missing;
  for (const auto& [name, values] : bullet.columns)
    if (!mujoco.columns.contains(name)) missing.insert(name.substr(0, name.find('.')));
  CHECK(missing == std::set<std::string>{"energy"});  // MuJoCo keeps no account of it
  for (const auto& [name, values] : mujoco.columns) CHECK(bullet.columns.contains(name));
  const double tension = bullet.last("cable.force [N]");
  CHECK(tension > 20);
  // Two steps of backward Euler of the same strand, solved to 1e-6 of its tension.
  CHECK(mujoco.last("cable.force [N]") == Approx(tension).epsilon(1e-4));
}

TEST_CASE("engines on the command line: what MuJoCo cannot hold is refused, and nothing written") {
  if (!has_mujoco()) return;
  const TemporaryFolder folder;
  const ProgramRun run = simulate("soft_pad --engine mujoco", folder / "out");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("'block.skin'") && Contains("use the engine bullet"));
  CHECK_FALSE(std::filesystem::exists(folder / "out" / "history.csv"));
}

TEST_CASE("engines on the command line: a scene written as MJCF presses as it does itself") {
  if (!has_mujoco()) return;
  const TemporaryFolder folder;
  const std::string model = (folder / "ball.xml").string();
  REQUIRE(run_program("convert ball_on_plate --mjcf " + model).exit_code == 0);
  REQUIRE(simulate("ball_on_plate --seconds 1 --engine mujoco", folder / "scene").exit_code == 0);
  const ProgramRun run = simulate(model + " --seconds 1", folder / "model");
  INFO(run.errors);
  REQUIRE(run.exit_code == 0);
  CHECK(engine_in(folder / "model") == "mujoco");
  const double force = read_history((folder / "scene").string()).last("plate_ball.force [N]");
  // MuJoCo's meshes have vertices of single precision.
  CHECK(read_history((folder / "model").string())
            .last("geom/plate.layer_geom/ball.sphere.force [N]") == Approx(force).epsilon(1e-4));
}

TEST_CASE("engines on the command line: a robot runs in MuJoCo, and its layers stand once") {
  if (!has_mujoco()) return;
  const TemporaryFolder folder;
  const std::string robot = folder.write("robot.xml", k_robot).string();
  const auto run = [&](const std::string& more) {
    return simulate(fmt::format("{} {} --seconds 0.5 {}", robot, k_layers, more), folder / "out");
  };
  const ProgramRun fine = run("");
  INFO(fine.errors);
  REQUIRE(fine.exit_code == 0);
  CHECK(read_history((folder / "out").string()).last("table_skin.force [N]") ==
        Approx(0.4 * 9.81).epsilon(0.01));  // it rocks a little yet
  CHECK_THAT(run("--engine bullet").errors, Contains("MuJoCo alone"));
  CHECK_THAT(run("--engine statics").errors, Contains("MuJoCo alone"));
  CHECK_THAT(run("--layer table:E=1e6,h=0.01").errors, Contains("table") && Contains("twice"));
  CHECK_THAT(run("--layer chair:E=1e6,h=0.01").errors,
             Contains("no geom or body") && Contains("table, skin, ball"));
}

TEST_CASE("engines on the command line: a geom's own layer counts before that of its body") {
  if (!has_mujoco()) return;
  const TemporaryFolder folder;
  const std::string robot = folder.write("robot.xml", k_robot).string();
  const auto peak = [&](const std::string& layers) {
    REQUIRE(simulate(fmt::format("{} --layer table:E=1e8,h=0.01 {} --seconds 0.5", robot, layers),
                     folder / "out")
                .exit_code == 0);
    return read_history((folder / "out").string()).last("table_skin.peak_pressure [Pa]");
  };
  const std::string soft = "--layer ball:E=1e6,h=0.005", stiff = "--layer skin:E=1e7,h=0.005";
  const double own = peak(stiff);
  CHECK(own != peak(soft));
  CHECK(peak(soft + " " + stiff) == own);
  CHECK(peak(stiff + " " + soft) == own);
}

TEST_CASE("engines on the command line: the viewer shows a scene and a robot in MuJoCo") {
  if (!has_mujoco()) return;
  const TemporaryFolder folder;
  const std::string robot = folder.write("robot.xml", k_robot).string();
  for (const std::string& what :
       {std::string("ball_on_plate --engine mujoco"), fmt::format("{} {}", robot, k_layers)}) {
    const std::filesystem::path picture = folder / "window.png";
    std::filesystem::remove(picture);
    const ProgramRun run = run_program_on_display(
        fmt::format("view {} --frames 30 --screenshot {}", what, picture.string()));
    if (run.errors.find("no window can be opened") != std::string::npos) {
      WARN("SKIPPED: there is no display");
      return;
    }
    INFO(run.errors);
    CHECK(run.exit_code == 0);
    CHECK(std::filesystem::exists(picture));
  }
  CHECK_THAT(run_program("view " + robot + " --engine bullet").errors, Contains("MuJoCo alone"));
}

TEST_CASE("engines on the command line: what is no robot's model is refused by the file's name") {
  if (!has_mujoco()) return;
  const TemporaryFolder folder;
  const auto error = [&](const std::string& content) {
    const std::string file = folder.write("robot.xml", content).string();
    const ProgramRun run = simulate(file, folder / "out");
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.errors, Contains("robot.xml"));
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
    return run.errors;
  };
  CHECK_THAT(error(""), Contains("no XML"));
  CHECK_THAT(error(std::string(100000, 'x')), Contains("no XML"));
  CHECK_THAT(error("<scene/>"), Contains("neither a model of MuJoCo's"));
  CHECK_THAT(error("<mujoco><worldbody><geom type='ball'/></worldbody></mujoco>"),
             Contains("MuJoCo refuses it"));
  CHECK_THAT(error("<mujoco><asset><mesh name='m' file='gone.stl'/></asset></mujoco>"),
             Contains("gone.stl"));
}

}  // namespace condyle::test::engines_command_tests
