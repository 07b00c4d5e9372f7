// condyle convert, and OpenSim models in place of scenes, run as by a user.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "condyle/scene/scene_file.h"
#include "program/model_folder.h"

namespace condyle::test::convert_command_tests {

namespace {

/// A ball of 30 mm and 1 kg on a plate of the ground, pulled down by a strand.
struct TiedBall : ModelFolder {
  TiedBall() : ModelFolder("ball.osim") {
    mesh::write_mesh(folder / "plate.obj", mesh::make_plane_grid(80e-3, 40e-3, 40, 20),
                     mesh::LengthUnit::metre);
    mesh::write_mesh(folder / "ball.obj", mesh::make_icosphere(30e-3, 4), mesh::LengthUnit::metre);
    folder.write(
        model,
        fmt::format(
            R"(<?xml version="1.0"?><OpenSimDocument Version="40000"><Model name="ball">
<Ground name="ground"/><gravity>0 0 -9.81</gravity>
<BodySet name="bodyset"><objects><Body name="ball"><mass>1</mass>
<inertia>0.00036 0.00036 0.00036 0 0 0</inertia></Body></objects></BodySet>
<JointSet name="jointset"><objects><FreeJoint name="free"><socket_parent_frame>/ground</socket_parent_frame>
<socket_child_frame>/bodyset/ball</socket_child_frame><coordinates><Coordinate name="rx"/><Coordinate name="ry"/>
<Coordinate name="rz"/><Coordinate name="tx"/><Coordinate name="ty"/><Coordinate name="tz">
<default_value>0.0301</default_value></Coordinate></coordinates></FreeJoint></objects></JointSet>
<ForceSet name="forceset"><objects>
<Blankevoort1991Ligament name="rope1"><GeometryPath name="path"><PathPointSet><objects>{}{}</objects></PathPointSet>
</GeometryPath><linear_stiffness>100</linear_stiffness><slack_length>0.045</slack_length></Blankevoort1991Ligament>
<Smith2018ArticularContactForce name="rest"><socket_casting_mesh>/contactgeometryset/plate</socket_casting_mesh>
<socket_target_mesh>/contactgeometryset/ball</socket_target_mesh></Smith2018ArticularContactForce>
</objects></ForceSet>
<ContactGeometrySet name="contactgeometryset"><objects>{}{}</objects></ContactGeometrySet>
</Model></OpenSimDocument>)",
            path_point_text("/ground", "0 0 -0.02"), path_point_text("/bodyset/ball", "0 0 0"),
            contact_mesh_text("plate", "/ground"), contact_mesh_text("ball", "/bodyset/ball")));
  }
};

}  // namespace

TEST_CASE("convert writes a scene that reads back", "[program][convert]") {
  const TiedBall ball;
  const ProgramRun run = ball.run("convert", "--out " + ball.path("ball.json"));
  CAPTURE(run.errors);
  REQUIRE(run.exit_code == 0);
  CHECK_THAT(run.output, Catch::Contains("2 bodies, 1 contacts, 1 strands"));
  const scene::Scene scene = scene::read_scene(ball.folder / "ball.json");
  REQUIRE(scene.bodies.size() == 2);
  CHECK(scene.bodies[0].kind == scene::BodyKind::fixed);
  CHECK(scene.bodies[1].kind == scene::BodyKind::dynamic);
  CHECK(scene.ligaments[0].path[0].body.empty());
}

TEST_CASE("a model runs as it is, and its strand can be cut", "[program][convert]") {
  const TiedBall ball;
  const auto last = [&](const std::string& options, const std::string& column) {
    const ProgramRun run =
        ball.run("simulate", fmt::format("--seconds 1 --out {} {}", ball.path("out"), options));
    CAPTURE(run.errors);
    REQUIRE(run.exit_code == 0);
    std::ifstream file(ball.folder / "out/summary.json");
    return nlohmann::json::parse(file).at("figures").at(column).at("last").get<double>();
  };
  // The strand makes the ball press with more than its weight.
  CHECK(last("", "rest.force [N]") > 9.81 + 1);
  CHECK(last("--cut rope@0.5", "rest.force [N]") == Approx(9.81).epsilon(0.01));
  CHECK(last("--cut rope1", "rope1.force [N]") == 0);
}

TEST_CASE("what convert and cuts cannot use is named", "[program][convert]") {
  const TiedBall ball;
  const auto refused = [&](const ProgramRun& run, const std::string& words) {
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.errors, Catch::Contains(words));
  };
  refused(ball.run("convert", "--at 2 --out " + ball.path("ball.json")), "--at requires --motion");
  const std::string simulate = "--seconds 0.1 --out " + ball.path("out") + " --cut ";
  refused(ball.run("simulate", simulate + "PCL"), "no such strand or ligament; it has: rope");
  refused(ball.run("simulate", simulate + "roep@0"), "did you mean 'rope'? It has: rope");
  refused(ball.run("simulate", simulate + "rpoe1@0"), "did you mean 'rope1'?");
  refused(ball.run("simulate", simulate + "rope@soon"), "NAME@SECONDS");
  refused(ball.run("simulate", simulate + "rope@-1"), "at least 0");
  refused(ball.run("simulate", simulate + "rope@2"), "ends at 0.1 s");
  std::filesystem::remove(ball.folder / "plate.obj");
  refused(ball.run("convert", "--out " + ball.path("ball.json")), "plate.obj");
}

}  // namespace condyle::test::convert_command_tests
