#pragma once

#include <fmt/format.h>

#include <string>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "condyle/opensim/osim_motion.h"
#include "core/mesh/temporary_folder.h"
#include "program/run_program.h"

namespace condyle::test {

/// A ball of 30 mm that slides over a plate of 80 mm by 40 mm, 1 mm deep at tx = 0, and a strand
/// between them.
class BallOverPlate {
 public:
  BallOverPlate() {
    mesh::write_mesh(folder / "plate.obj", mesh::make_plane_grid(80e-3, 40e-3, 80, 40),
                     mesh::LengthUnit::metre);
    mesh::write_mesh(folder / "Ball.obj", mesh::make_icosphere(30e-3, 5), mesh::LengthUnit::metre);
    folder.write("ball.osim", model());
    folder.write("motion.sto", motion());
  }

  static std::string mesh(const std::string& name, const std::string& body,
                          const std::string& file) {
    return fmt::format(
        "<Smith2018ContactMesh name=\"{}\"><socket_frame>{}</socket_frame><mesh_file>{}</mesh_file>"
        "<elastic_modulus>5e6</elastic_modulus><poissons_ratio>0.45</poissons_ratio>"
        "<thickness>0.003</thickness></Smith2018ContactMesh>",
        name, body, file);
  }

  static std::string model(const std::string& file = "ball.obj") {
    return fmt::format(
        R"(<?xml version="1.0"?><OpenSimDocument Version="40000"><Model name="ball">
<Ground name="ground"/><BodySet name="bodyset"><objects><Body name="ball"><mass>1</mass></Body></objects></BodySet>
<JointSet name="jointset"><objects><SliderJoint name="slide"><socket_parent_frame>/ground</socket_parent_frame>
<socket_child_frame>low</socket_child_frame><coordinates><Coordinate name="tx"/></coordinates>
<frames><PhysicalOffsetFrame name="low"><socket_parent>/bodyset/ball</socket_parent><translation>0 0 -0.029</translation></PhysicalOffsetFrame></frames>
</SliderJoint></objects></JointSet>
<ForceSet name="forceset"><objects>
<Blankevoort1991Ligament name="band1"><GeometryPath name="p"><PathPointSet><objects>
<PathPoint name="a"><socket_parent_frame>/ground</socket_parent_frame><location>-0.03 0 0.029</location></PathPoint>
<PathPoint name="b"><socket_parent_frame>/bodyset/ball</socket_parent_frame><location>0 0 0</location></PathPoint>
</objects></PathPointSet></GeometryPath><linear_stiffness>100</linear_stiffness><slack_length>0.03</slack_length></Blankevoort1991Ligament>
<Smith2018ArticularContactForce name="touch"><socket_casting_mesh>/contactgeometryset/plate</socket_casting_mesh><socket_target_mesh>/contactgeometryset/ball</socket_target_mesh></Smith2018ArticularContactForce>
<PointToPointSpring name="spring"/>
</objects></ForceSet>
<ContactGeometrySet name="contactgeometryset"><objects>{}{}</objects></ContactGeometrySet>
</Model></OpenSimDocument>)",
        mesh("plate", "/ground", "plate.obj"), mesh("ball", "/bodyset/ball", file));
  }

  static std::string motion() {
    std::string text =
        "slide\nnRows=21\nnColumns=3\ninDegrees=no\nendheader\n"
        "time\t/jointset/slide/tx/value\t/jointset/slide/tx/speed\n";
    for (int i = 0; i <= 20; ++i) text += fmt::format("{}\t{}\t0.01\n", 0.1 * i, 1e-3 * i);
    return text;
  }

  ProgramRun analyze(const std::string& options = "", const std::string& motion = "motion.sto",
                     const std::string& model = "ball.osim") const {
    return run_program(fmt::format("analyze '{}' --motion '{}' --out '{}' {}",
                                   (folder / model).string(), (folder / motion).string(),
                                   (folder / "out").string(), options));
  }
  opensim::MotionTable table(const std::string& name) const {
    return opensim::read_motion_table(folder / ("out/" + name + ".sto"));
  }

  TemporaryFolder folder;
};

}  // namespace condyle::test
