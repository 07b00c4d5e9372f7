// condyle simulate: files, errors and exit codes.
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "core/mesh/temporary_folder.h"
#include "hostile_inputs.h"
#include "run_program.h"
#include "scene_run.h"
#include "support/swinging_knee.h"

namespace condyle::test::simulate_command_tests {

using Catch::Contains;
using nlohmann::json;

namespace {

/// A ball falls onto a plate. Primitives only, so it is fast.
json small_scene() {
  return json::parse(R"({
    "condyle_scene": 1, "name": "small",
    "bodies": [
      {"name": "plate", "kind": "fixed", "position": [0, -0.01, 0],
       "meshes": [{"name": "m", "primitive": {"shape": "box", "size": [0.1, 0.02, 0.1], "segments": 8},
                   "layer": {"elastic_modulus": 1e6, "poissons_ratio": 0.3, "thickness": 0.01}}]},
      {"name": "ball", "kind": "dynamic", "position": [0, 0.021, 0], "density": 1000,
       "meshes": [{"name": "m", "primitive": {"shape": "icosphere", "radius": 0.02, "segments": 3},
                   "layer": {"elastic_modulus": 1e6, "poissons_ratio": 0.3, "thickness": 0.01}}]}
    ],
    "contacts": [{"name": "touch", "casting": {"body": "plate", "mesh": "m"},
                  "target": {"body": "ball", "mesh": "m"}, "dissipation": 1}]
  })");
}

struct Outcome {
  const TemporaryFolder folder;
  std::string out = (folder / "out").string();
  ProgramRun run;

  explicit Outcome(const json& scene, const std::string& arguments = "",
                   ProgramRun (*run_with)(const std::string&) = run_program) {
    const std::string file = folder.write("scene.json", scene.dump()).string();
    run = run_with(
        fmt::format("simulate {} --seconds 0.2 --rate 100 --out {} {}", file, out, arguments));
  }
  bool has(const std::string& name) const {
    return std::filesystem::exists(std::filesystem::path(out) / name);
  }
};

}  // namespace

TEST_CASE("simulate: writes history, summary and says what it did", "[simulate]") {
  const Outcome outcome(small_scene(), "", run_program_on_display);
  INFO(outcome.run.errors);
  REQUIRE(outcome.run.exit_code == 0);
  CHECK_THAT(outcome.run.output, Contains("small") && Contains("x real time"));
  CHECK_THAT(outcome.run.output, Contains("touch.peak_pressure at most"));

  const History history = read_history(outcome.out);
  CHECK(history.rows == 20);
  CHECK(history.last("time [s]") == 0.2);
  const json summary = json::parse(file_content(outcome.folder / "out" / "summary.json"));
  CHECK(summary["completed"] == true);
  CHECK(summary["steps"] == 20);
  CHECK(summary["real_time_factor"].get<double>() > 0);
  CHECK(summary["figures"]["touch.force [N]"]["last"] == history.last("touch.force [N]"));
  for (const auto& entry : std::filesystem::directory_iterator(outcome.out)) {
    CHECK(entry.path().extension() != ".part");
  }
  // There is a picture, or a reason why there is none.
  CHECK(outcome.has("final.png") != summary.contains("no_picture_because"));
}

TEST_CASE("simulate: summary and history say how the steps were solved", "[simulate]") {
  const Outcome outcome(small_scene());
  REQUIRE(outcome.run.exit_code == 0);
  const History history = read_history(outcome.out);
  const json solved =
      json::parse(file_content(outcome.folder / "out" / "summary.json"))["convergence"];
  const std::vector<double>&passes = history["solver.passes [1]"],
        &substeps = history["solver.substeps [1]"], &residual = history["solver.residual [1]"];
  double sum = 0;
  for (const double count : passes) sum += count;
  CHECK(solved["steps"] == 20);
  CHECK(solved["steps_out_of_balance"] == 0);
  CHECK(solved["passes"]["mean"].get<double>() == Approx(sum / 20));
  CHECK(solved["passes"]["most"] == std::ranges::max(passes));
  CHECK(solved["substeps"]["most"] == std::ranges::max(substeps));
  const json& worst = solved["worst_residual"];
  CHECK(worst["part_of_momentum"] == std::ranges::max(residual));
  CHECK(worst["part_of_momentum"] <= 1e-9);  // the tolerance of passes
  CHECK(worst["pair"] == "'plate.m' on 'ball.m'");
  const auto row = std::ranges::max_element(residual) - residual.begin();
  CHECK(worst["time [s]"].get<double>() == Approx(history["time [s]"][row]));
  CHECK_THAT(outcome.run.output, Contains("passes a step"));
  CHECK_THAT(outcome.run.errors, !Contains("momentum"));
}

TEST_CASE("simulate: the books of energy close in each row, and in the summary", "[simulate]") {
  const Outcome outcome(small_scene());
  REQUIRE(outcome.run.exit_code == 0);
  const History history = read_history(outcome.out);
  const json energy = json::parse(file_content(outcome.folder / "out" / "summary.json"))["energy"];
  const double start = energy["start [J]"];
  const auto sum = [&](std::size_t row, std::initializer_list<const char*> names) {
    double total = 0;
    for (const char* name : names) total += history[fmt::format("energy.{} [J]", name)][row];
    return total;
  };
  double most = 0;
  for (std::size_t row = 0; row < history.rows; ++row) {
    const double added = sum(row, {"external", "by_joints", "by_moved", "by_user"});
    const double left = sum(row, {"kinetic", "elastic", "ligaments", "damping", "friction",
                                  "ligament_damping", "drag", "engine_contacts", "numbers"});
    most = std::max(most, left);
    CHECK(start + added == Approx(left).margin(1e-12));
  }
  CHECK(most > 0);
  // 4/3 pi (2 cm)^3 of water, minus 3 % for facets.
  const double weight = 0.0335 * 9.81, fallen = 0.021 - history.last("ball.position_y [m]");
  CHECK(energy["added"]["external [J]"].get<double>() == Approx(weight * fallen).epsilon(0.05));
  CHECK(energy["added"]["by_joints [J]"] == 0);
  CHECK(energy["dissipated"]["damping [J]"].get<double>() > 0);
  CHECK(energy["stored"]["elastic [J]"] == history.last("energy.elastic [J]"));
  CHECK(energy["numbers [J]"] == history.last("energy.numbers [J]"));
}

TEST_CASE("simulate: --quiet prints nothing but warnings", "[simulate]") {
  const Outcome outcome(small_scene(), "--quiet");
  CHECK(outcome.run.exit_code == 0);
  CHECK(outcome.run.output.empty());
}

TEST_CASE("simulate: events.csv has first touches and last releases, with units", "[simulate]") {
  json scene = small_scene();  // the ball hangs 1 mm above the plate
  scene["contacts"][0]["dissipation"] = 0;
  scene["contacts"][0]["name"] = "touch, down";
  const Outcome outcome(scene);
  REQUIRE(outcome.run.exit_code == 0);
  std::istringstream events(file_content(outcome.folder / "out" / "events.csv"));
  std::string header, row;
  std::getline(events, header);
  CHECK_THAT(header, Contains("time [s],contact,event,normal_speed [m/s]"));
  CHECK_THAT(header, Contains("duration [s],peak_force [N],peak_time [s],impulse_x [N s]"));
  int rows = 0;
  double last_time = 0;
  for (; std::getline(events, row); ++rows) {
    CHECK_THAT(row, Contains(rows % 2 == 0 ? ",\"touch, down\",first_touch," : ",last_release,"));
    // A comma in the name.
    CHECK(std::ranges::count(row, ',') == std::ranges::count(header, ',') + 1);
    CHECK(std::stod(row) >= last_time);
    last_time = std::stod(row);
    // sqrt(2 h / g) is 14.3 ms; a plate of 8 x 8 squares sees the ball a little later.
    if (rows == 0) CHECK(last_time == Approx(0.0143).margin(0.01));
  }
  CHECK(rows >= 1);
}

TEST_CASE("simulate: the centre of an empty contact is -1, as in contact, and no extreme",
          "[simulate]") {
  const Outcome outcome(small_scene());  // the ball hangs 1 mm above the plate, falls and rests
  REQUIRE(outcome.run.exit_code == 0);
  const History history = read_history(outcome.out);
  const std::vector<double>& x = history["touch.center_of_pressure_x [m]"];
  const std::vector<double>& peak = history["touch.peak_pressure [Pa]"];
  int empty = 0;
  for (std::size_t row = 0; row < x.size(); ++row) {
    CHECK((x[row] == -1) == (peak[row] == 0));
    for (const char* axis : {"y", "z"}) {
      const std::string name = fmt::format("touch.center_of_pressure_{} [m]", axis);
      CHECK((history[name][row] == -1) == (peak[row] == 0));
    }
    empty += peak[row] == 0;
  }
  REQUIRE(empty > 0);
  REQUIRE(empty < static_cast<int>(history.rows));
  const json figures =
      json::parse(file_content(outcome.folder / "out" / "summary.json"))["figures"];
  CHECK(figures["touch.center_of_pressure_x [m]"]["min"] > -0.05);
  CHECK(figures["touch.center_of_pressure_x [m]"]["mean"] > -0.05);

  json apart = small_scene();
  apart["bodies"][1]["position"] = {0, 1, 0};
  const Outcome free_fall(apart);
  const json none = json::parse(file_content(free_fall.folder / "out" / "summary.json"))["figures"];
  CHECK(read_history(free_fall.out).last("touch.center_of_pressure_x [m]") == -1);
  for (const char* key : {"last", "min", "max", "mean"}) {
    CHECK(none["touch.center_of_pressure_x [m]"][key].is_null());
  }
}

TEST_CASE("simulate: what applies no force is computed and written, and the ball falls through it",
          "[simulate]") {
  json scene = small_scene(), free = small_scene();
  scene["contacts"][0]["applies_force"] = false;
  scene["ligaments"] = json::parse(R"([{"name": "gauge", "linear_stiffness": 100,
    "slack_length": 0.02, "applies_force": false,
    "path": [{"point": [0, 0.05, 0]}, {"body": "ball", "point": [0, 0, 0]}]}])");
  free.erase("contacts");
  const Outcome outcome(scene), alone(free);
  INFO(outcome.run.errors);
  REQUIRE(outcome.run.exit_code == 0);
  const History history = read_history(outcome.out), falls = read_history(alone.out);
  CHECK(history["ball.position_y [m]"] == falls["ball.position_y [m]"]);
  const std::vector<double>& force = history["touch.force [N]"];
  CHECK(*std::ranges::max_element(force) > 1);
  const double strain = (0.05 - history.last("ball.position_y [m]")) / 0.02 - 1;
  CHECK(history.last("gauge.strain [1]") == Approx(strain));
  CHECK(history.last("gauge.force [N]") >= 100 * (strain - 0.03));
  CHECK(history.last("energy.ligaments [J]") == 0);
  CHECK(history.last("energy.elastic [J]") == 0);
}

TEST_CASE("simulate: sliding and wear have columns and a map", "[simulate]") {
  json scene = small_scene();
  scene["contacts"][0]["wear_coefficient"] = 1e-12;
  scene["contacts"][0]["friction"] = {{"static_coefficient", 0.2}, {"dynamic_coefficient", 0.2}};
  scene["loads"] = {{{"name", "push"}, {"body", "ball"}, {"force", {0.02, 0, 0}}}};
  const Outcome outcome(scene, "--vtp --every 20");
  INFO(outcome.run.errors);
  REQUIRE(outcome.run.exit_code == 0);
  const History history = read_history(outcome.out);
  CHECK(history.last("touch.sliding_distance [m]") > 0);
  CHECK(history.last("touch.friction_work [J]") > 0);
  CHECK(history.last("touch.worn_volume [m^3]") > 0);
  CHECK(history.last("touch.peak_worn_depth [m]") > 0);
  CHECK(history.last("touch.normal_force [N]") > 0);
  CHECK(history.last("touch.patches [1]") >= 1);
  const std::vector<double>& worn = history["touch.worn_volume [m^3]"];
  CHECK(std::ranges::is_sorted(worn));
  CHECK_THAT(file_content(outcome.folder / "out" / "vtp" / "plate.m_00000.vtp"),
             Contains("worn_depth [m]"));
}

TEST_CASE("simulate: --timings says how long each stage of a step took", "[simulate]") {
  const Outcome plain(small_scene());
  CHECK_THAT(plain.run.output, !Contains("median"));
  const Outcome outcome(small_scene(), "--timings");
  INFO(outcome.run.errors);
  REQUIRE(outcome.run.exit_code == 0);
  CHECK_THAT(outcome.run.output, Contains("median") && Contains("find contact"));

  const json summary = json::parse(file_content(outcome.folder / "out" / "summary.json"));
  const json& timings = summary["timings"];
  double stages = 0, shares = 0;
  for (const char* name : {"gather", "find contact", "solve", "publish", "engine, rest"}) {
    INFO(name);
    const json& timing = timings[name];
    CHECK(timing["median [s]"].get<double>() <= timing["most [s]"].get<double>());
    CHECK(timing["mean [s]"].get<double>() <= timing["most [s]"].get<double>());
    stages += timing["mean [s]"].get<double>();
    shares += timing["share"].get<double>();
  }
  const double whole = timings["whole step"]["mean [s]"];
  CHECK(whole == Approx(summary["wall_time_per_step [s]"].get<double>()));
  CHECK(stages == Approx(whole));
  CHECK(shares == Approx(1));
  CHECK_FALSE(json::parse(file_content(plain.folder / "out" / "summary.json")).contains("timings"));
}

TEST_CASE("simulate: writes a series of pressure maps for ParaView on request", "[simulate]") {
  const Outcome outcome(small_scene(), "--vtp --every 5");
  REQUIRE(outcome.run.exit_code == 0);
  CHECK(outcome.has("vtp/ball.m_00003.vtp"));
  CHECK_FALSE(outcome.has("vtp/ball.m_00004.vtp"));
  const std::string pvd = file_content(outcome.folder / "out" / "maps.pvd");
  CHECK_THAT(pvd, Contains("file=\"vtp/plate.m_00000.vtp\"") && Contains("ball.m"));
}

TEST_CASE("simulate: an incompressible layer bears its load under the law elastic_layer",
          "[simulate]") {
  json scene = small_scene();
  scene["contacts"][0]["law"] = "elastic_layer";
  for (json& body : scene["bodies"]) body["meshes"][0]["layer"]["poissons_ratio"] = 0.5;
  const Outcome outcome(scene);
  INFO(outcome.run.errors);
  REQUIRE(outcome.run.exit_code == 0);
  const History history = read_history(outcome.out);
  CHECK(history.last("touch.peak_pressure [Pa]") > 0);
}

TEST_CASE("simulate: bad use and bad input exit with 2 and leave nothing", "[simulate]") {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& arguments) {
    return run_program(fmt::format("simulate {} --out {}", arguments, (folder / "out").string()));
  };
  struct Case {
    std::string arguments;
    const char* message;
  };
  json bad_layer = small_scene();
  bad_layer["bodies"][1]["meshes"][0]["layer"]["poissons_ratio"] = 0.51;
  json incompressible = small_scene();  // too stiff for springs
  incompressible["bodies"][1]["meshes"][0]["layer"]["poissons_ratio"] = 0.5;
  json bad_mesh = small_scene();
  bad_mesh["bodies"][1]["meshes"][0].erase("primitive");
  bad_mesh["bodies"][1]["meshes"][0]["file"] = "missing.stl";
  bad_mesh["bodies"][1]["meshes"][0]["unit"] = "mm";
  const std::string nu = folder.write("nu.json", bad_layer.dump()).string();
  const std::string rubber = folder.write("rubber.json", incompressible.dump()).string();
  const std::string mesh = folder.write("mesh.json", bad_mesh.dump()).string();
  for (const auto& [arguments, message] : {
           Case{"ball_on_plat", "did you mean 'ball_on_plate'"},
           Case{"nowhere/scene.json", "nowhere/scene.json"},
           Case{nu, "bodies[1].meshes[0].layer"},
           Case{rubber, "incompressible (poissons_ratio 0.5), as the law 'elastic_layer' alone"},
           Case{mesh, "missing.stl"},
           Case{"ball_on_plate --seconds -1", "--seconds"},
           Case{"ball_on_plate --rate 0", "--rate"},
           Case{"ball_on_plate --seconds 1e9 --rate 1e5", "steps"},
           Case{"ball_on_plate --every 5", "--vtp"},
           Case{"ball_on_plate --engine havok", "--engine: havok not in {bullet,mujoco,statics}"},
           Case{"", "scene"},
       }) {
    const ProgramRun outcome = run(arguments);
    INFO(arguments << ": " << outcome.errors << outcome.output);
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.errors + outcome.output, Contains(message));
    CHECK_FALSE(std::filesystem::exists(folder / "out" / "history.csv"));
  }
}

TEST_CASE("simulate: a folder that cannot be written to is refused at once", "[simulate]") {
  const TemporaryFolder folder;
  folder.write("file", "in the way");
  const ProgramRun run =
      run_program(fmt::format("simulate ball_on_plate --out {}", (folder / "file").string()));
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("file"));
}

TEST_CASE("simulate: a full disk ends the run with 2 and leaves no half-written file",
          "[simulate]") {
  // A limit on the size of files, 1 block of 1024 bytes, acts as a full disk.
  const TemporaryFolder folder;
  const std::string out = (folder / "out").string();
  const std::string errors = (folder / "errors").string();
  const std::string command = fmt::format(
      "bash -c \"trap '' XFSZ; ulimit -f 1; {} simulate ball_on_plate --seconds 0.5 "
      "--quiet --out {} 2>{}\"",
      CONDYLE_PROGRAM, out, errors);
  CHECK(WEXITSTATUS(std::system(command.c_str())) == 2);
  CHECK_THAT(file_content(folder / "errors"), Contains("history.csv") && Contains("disk"));
  CHECK(std::filesystem::is_empty(out));
}

TEST_CASE("simulate: a run that blows up exits with 3 and keeps its figures under another name",
          "[simulate]") {
  json scene = small_scene();
  scene["loads"] = {{{"name", "kick"},
                     {"body", "ball"},
                     {"force", {1e5, 0, 0}},
                     {"factor", {{"times", {0, 0.1}}, {"values", {0, 1}}}}}};
  const Outcome outcome(scene);
  CHECK(outcome.run.exit_code == 3);
  CHECK_THAT(outcome.run.errors, Contains("step") && Contains("body 'ball'") && Contains("m/s"));
  CHECK_FALSE(outcome.has("history.csv"));
  CHECK_FALSE(outcome.has("summary.json"));
  CHECK(outcome.has("history_until_failure.csv"));
  CHECK(outcome.has("events_until_failure.csv"));
  const json summary =
      json::parse(file_content(outcome.folder / "out" / "summary_until_failure.json"));
  CHECK(summary["completed"] == false);
  CHECK_THAT(summary["error"].get<std::string>(), Contains("ball"));
}

TEST_CASE("simulate: Ctrl-C ends the run in order", "[simulate]") {
  const HostileInputs inputs;
  Child child({.arguments = {"simulate", "ball_on_plate", "--seconds", "1e5", "--out",
                             inputs.path("out")}});
  REQUIRE(inputs.wait_for_unfinished("out"));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  child.send(SIGINT);
  const ChildEnd end = child.wait();
  INFO(end.text());
  CHECK(end.exit_code == 3);
  CHECK_THAT(end.errors, Contains("interrupted after step"));
  CHECK(std::filesystem::exists(inputs / "out/history_until_failure.csv"));
  CHECK(inputs.unfinished("out").empty());
}

TEST_CASE("simulate: help shows examples", "[simulate]") {
  const ProgramRun run = run_program("simulate --help");
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.output, Contains("Examples") && Contains("knee_replacement"));
}

TEST_CASE("simulate: --missing-default without a motion is refused", "[simulate]") {
  const TemporaryFolder folder;
  const ProgramRun run =
      run_program("simulate hip --quiet --missing-default --out " + (folder / "out").string());
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("--missing-default") && Contains("--motion"));
}

TEST_CASE("simulate: what it leaves out of a model has a line for each kind", "[simulate][osim]") {
  const SwingingKnee knee(2);
  const ProgramRun run = run_program(fmt::format("simulate {} --seconds 0.01 --out {}",
                                                 (knee.folder / "knee.osim").string(),
                                                 (knee.folder / "out").string()));
  CHECK_THAT(run.errors, Contains("ignored or changed on import:\n") &&
                             Contains("\nCustomJoint of a moving body (1): ") &&
                             Contains("\ndirection of a contact's force (1): "));
}

TEST_CASE("simulate: draws a picture of each frame on request", "[simulate]") {
  const Outcome outcome(small_scene(), "--pictures --every 10", run_program_on_display);
  INFO(outcome.run.errors);
  REQUIRE(outcome.run.exit_code == 0);
  if (!outcome.has("final.png")) {
    WARN("SKIPPED: there is no display");
    return;
  }
  CHECK(outcome.has("pictures/00001.png"));
  CHECK_FALSE(outcome.has("pictures/00002.png"));
  // The last frame is the picture of final.png.
  CHECK(file_content(outcome.folder / "out" / "pictures" / "00001.png") ==
        file_content(outcome.folder / "out" / "final.png"));

  const ProgramRun alone = run_program("simulate hip --every 5 --out x");
  CHECK(alone.exit_code == 2);
  CHECK_THAT(alone.errors, Contains("--every needs --vtp or --pictures"));
}

TEST_CASE("condyle simulate: the words of a robot's layer are checked") {
  const TemporaryFolder folder;
  const std::string robot = folder.write("robot.xml", "<mujoco/>").string();
  const auto error = [&](const std::string& layer) {
    return run_program("simulate " + robot + " --layer " + layer + " --out " +
                       (folder / "out").string())
        .errors;
  };
  CHECK_THAT(error("pad:E=1e6,E=2e6,h=0.004"), Contains("E= stands twice"));
  CHECK_THAT(error("pad:E=0,h=0.004"), Contains("E = 0 Pa is out of range"));
  CHECK_THAT(error("pad:E=1e6,h=0"), Contains("h = 0 m is out of range"));
  CHECK_THAT(error("pad:E=1e6"), Contains("it has no thickness h [m]"));
}

}  // namespace condyle::test::simulate_command_tests
