// One joint of an OpenSim model, driven and loaded, run as by a user.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "program/model_folder.h"
#include "program/scene_run.h"

namespace condyle::test::joint_tests {

using Eigen::Vector3d;

namespace {

constexpr double k_degree = std::numbers::pi / 180;

/// A strand from a point of the ground to a point of the shank.
std::string strand(const std::string& name, const std::string& place,
                   const std::string& on_shank = "0 0 0") {
  return fmt::format(
      "<Blankevoort1991Ligament name=\"{}\"><GeometryPath name=\"path\"><PathPointSet><objects>{}{}"
      "</objects></PathPointSet></GeometryPath><linear_stiffness>20000</linear_stiffness>"
      "<slack_length>0.099</slack_length></Blankevoort1991Ligament>",
      name, path_point_text("/ground", place), path_point_text("/bodyset/shank", on_shank));
}

/// A shank of 1 kg that ends in a ball of 30 mm, which stands on a plate between four strands. Two
/// more strands keep it from toppling. No gravity.
struct Rocker : ModelFolder {
  Rocker() : ModelFolder("rocker.osim") {
    mesh::write_mesh(folder / "plate.obj", mesh::make_plane_grid(80e-3, 40e-3, 40, 20),
                     mesh::LengthUnit::metre);
    mesh::write_mesh(folder / "ball.obj", mesh::make_icosphere(30e-3, 5), mesh::LengthUnit::metre);
    folder.write(
        model,
        fmt::format(
            R"(<?xml version="1.0"?><OpenSimDocument Version="40000"><Model name="rocker">
<Ground name="ground"/><gravity>0 0 0</gravity>
<BodySet name="bodyset"><objects><Body name="shank"><mass>1</mass><mass_center>0 0 0.1</mass_center>
<inertia>0.003 0.003 0.001 0 0 0</inertia></Body></objects></BodySet>
<JointSet name="jointset"><objects><FreeJoint name="knee"><socket_parent_frame>/ground</socket_parent_frame>
<socket_child_frame>/bodyset/shank</socket_child_frame><coordinates><Coordinate name="bend"/><Coordinate name="tilt"/>
<Coordinate name="turn"/><Coordinate name="tx"/><Coordinate name="ty"/><Coordinate name="tz">
<default_value>0.0299</default_value></Coordinate></coordinates></FreeJoint></objects></JointSet>
<ForceSet name="forceset"><objects>{}{}{}{}{}{}
<Smith2018ArticularContactForce name="rest"><socket_casting_mesh>/contactgeometryset/plate</socket_casting_mesh>
<socket_target_mesh>/contactgeometryset/ball</socket_target_mesh></Smith2018ArticularContactForce>
</objects></ForceSet><ContactGeometrySet name="contactgeometryset"><objects>{}{}</objects></ContactGeometrySet>
</Model></OpenSimDocument>)",
            strand("front", "0.1 0 0.03"), strand("back", "-0.1 0 0.03"),
            strand("left", "0 0.1 0.03"), strand("right", "0 -0.1 0.03"),
            strand("stay 1", "0.1 0 0.13", "0 0 0.1"), strand("stay 2", "-0.1 0 0.13", "0 0 0.1"),
            contact_mesh_text("plate", "/ground"), contact_mesh_text("ball", "/bodyset/shank")));
  }
};

Vector3d vector_at(const History& history, const std::string& name, const std::string& unit,
                   std::size_t row) {
  Vector3d v;
  for (int k = 0; k < 3; ++k) v[k] = history[fmt::format("{}_{} [{}]", name, "xyz"[k], unit)][row];
  return v;
}

/// Sum of the forces on the shank in a row of the history [N], with `compression` [N] along its
/// axis.
Vector3d imbalance(const History& history, double compression, std::size_t row) {
  const double bend = k_degree * history["bend [deg]"][row];
  const Vector3d load = compression * Vector3d(0, std::sin(bend), -std::cos(bend));
  return load + vector_at(history, "shank.strand_force", "N", row) -
         vector_at(history, "rest.force", "N", row);
}

}  // namespace

TEST_CASE("a joint settles under its load, is flexed, and its other motions stay free",
          "[program][joint]") {
  const Rocker rocker;
  const std::string joint = " --joint knee --flexion 5:20 --load 200 --seconds 1";
  const ProgramRun run = rocker.run("simulate", joint + " --out " + rocker.path("out"));
  CAPTURE(run.errors);
  REQUIRE(run.exit_code == 0);
  CHECK_THAT(run.output, Catch::Contains("settled within"));
  const History history = read_history((rocker.folder / "out").string());
  const std::size_t last = history.rows - 1;

  CHECK(history["bend [deg]"].front() == Approx(5).margin(0.01));
  CHECK(history["bend [deg]"].back() == Approx(20));
  CHECK(history["compression on shank [N]"].front() == 200);
  // The forces balance at both ends of the motion, where flexion has neither speed nor
  // acceleration: to 1 % of 200 N.
  CHECK(imbalance(history, 200, 0).norm() < 2);
  CHECK(imbalance(history, 200, last).norm() < 2);
  // The shank is turned only by the flexion, pushed aside as far as the strands allow, and never
  // jumps.
  CHECK(vector_at(history, "shank.rotation", "rad", last).x() ==
        Approx(20 * k_degree).epsilon(1e-3));
  const double aside = vector_at(history, "shank.position", "m", last).y() -
                       vector_at(history, "shank.position", "m", 0).y();
  CHECK(aside > 1e-4);
  for (std::size_t row = 1; row < history.rows; ++row) {
    const Vector3d moved = vector_at(history, "shank.position", "m", row) -
                           vector_at(history, "shank.position", "m", row - 1);
    // 240 steps; the peak speed of a minimum-jerk motion is 1.9 times the mean.
    CHECK(moved.norm() < 0.05 * aside);
  }

  const ProgramRun convert = rocker.run("convert", joint + " --out " + rocker.path("knee.json"));
  CAPTURE(convert.errors);
  REQUIRE(convert.exit_code == 0);
  const History again =
      simulate((rocker.folder / "knee.json").string(), 1, 240, (rocker.folder / "again").string());
  CHECK(again.rows == history.rows);
  CHECK(again.last("rest.force [N]") == Approx(history.last("rest.force [N]")).epsilon(1e-6));
}

TEST_CASE("a joint without a flexion is held as it is, under forces in its own axes",
          "[program][joint]") {
  const Rocker rocker;
  const ProgramRun run = rocker.run(
      "simulate",
      "--joint knee --load 0,0,-100 --load 0,20,0@shank --seconds 0.1 --out " + rocker.path("out"));
  CAPTURE(run.errors);
  REQUIRE(run.exit_code == 0);
  const History history = read_history((rocker.folder / "out").string());
  CHECK(history["bend [deg]"].front() == 0);
  CHECK(history.last("force on shank [N]") == 100);
  CHECK(history.last("force on shank 2 [N]") == 20);
  CHECK(history.last("rest.force_z [N]") == Approx(-100).epsilon(0.02));
}

TEST_CASE("a joint that does not settle in time is told, in words and in the summary",
          "[program][joint]") {
  const Rocker rocker;
  REQUIRE(rocker.run("convert", "--joint knee --load 200 --out " + rocker.path("knee.json"))
              .exit_code == 0);
  nlohmann::json scene = nlohmann::json::parse(file_content(rocker.folder / "knee.json"));
  scene["settle"]["limit"] = 0.05;
  rocker.folder.write("hasty.json", scene.dump());
  const ProgramRun run = run_program(fmt::format("simulate {} --seconds 0.1 --out {}",
                                                 rocker.path("hasty.json"), rocker.path("out")));
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.errors, Catch::Contains("did not settle within 0.05 s: largest speed"));
  const auto summary = nlohmann::json::parse(file_content(rocker.folder / "out" / "summary.json"));
  CHECK(summary["settling"]["at_rest"] == false);
}

TEST_CASE("what --joint, --flexion and --load cannot use is named", "[program][joint]") {
  const Rocker rocker;
  struct Case {
    const char *arguments, *words;
  };
  for (const auto& [arguments, words] : {
           Case{"--joint elbow", "has no joint 'elbow'; it has: knee"},
           Case{"--joint knee --flexion 0-90", "expected FROM:TO"},
           Case{"--joint knee --flexion 0:90:10", "expected FROM:TO"},
           Case{"--joint knee --flexion tilt=0:90", "'bend', which can be driven; 'tilt' cannot"},
           Case{"--joint knee --load heavy", "--load heavy"},
           Case{"--joint knee --load 1,2", "--load 1,2"},
           Case{"--joint knee --load 500@shank", "--load 500@shank"},
           Case{"--joint knee --load 1,2,3@ground", "These do: shank"},
           Case{"--flexion 0:90", "--joint"},
           Case{"--load 500", "--joint"},
       }) {
    CAPTURE(arguments);
    const ProgramRun run =
        rocker.run("simulate", fmt::format("{} --out {}", arguments, rocker.path("out")));
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.errors + run.output, Catch::Contains(words));
    CHECK_FALSE(std::filesystem::exists(rocker.folder / "out" / "history.csv"));
  }
  const ProgramRun scene =
      run_program("simulate ball_on_plate --joint knee --out " + rocker.path("out"));
  CHECK(scene.exit_code == 2);
  CHECK_THAT(scene.errors, Catch::Contains("are for models (.osim)"));
}

}  // namespace condyle::test::joint_tests
