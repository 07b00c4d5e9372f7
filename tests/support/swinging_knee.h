#pragma once

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "core/mesh/temporary_folder.h"
#include "core/opensim/osim_text.h"

namespace condyle::test {

/// Files of a model: a ball on the shank rolls 1 mm deep along a plate on the thigh, with a
/// straight strand and one that begins to wrap over an ellipsoid.
class SwingingKnee {
 public:
  explicit SwingingKnee(int frames) {
    mesh::write_mesh(folder / "plate.obj", mesh::make_plane_grid(60e-3, 40e-3, 30, 20),
                     mesh::LengthUnit::metre);
    mesh::write_mesh(folder / "ball.obj", mesh::make_icosphere(30e-3, 3), mesh::LengthUnit::metre);
    folder.write("knee.osim", model());
    folder.write("swing.sto", motion(frames));
  }

  static double flexion(double time) { return 0.6 * (1 - std::cos(std::numbers::pi * time)); }

  static std::string model(const std::string& modulus = "5e6", const std::string& bone = "") {
    OsimText parts;
    parts.frames =
        R"(<PhysicalOffsetFrame name="tray"><socket_parent>/bodyset/thigh</socket_parent>
<translation>0 -0.4 0</translation><orientation>1.5707963267948966 0 0</orientation></PhysicalOffsetFrame>)" +
        bone;
    parts.wraps =
        R"(<WrapEllipsoid name="egg"><translation>0 -0.4 0</translation><dimensions>0.03 0.025 0.04</dimensions></WrapEllipsoid>)";
    parts.joint = R"(<CustomJoint name="knee"><socket_parent_frame>thigh_end</socket_parent_frame>
<socket_child_frame>/bodyset/shank</socket_child_frame>
<coordinates><Coordinate name="flexion"/><Coordinate name="slide"/></coordinates>
<frames><PhysicalOffsetFrame name="thigh_end"><socket_parent>/bodyset/thigh</socket_parent>
<translation>0 -0.4 0</translation><orientation>0 0 0</orientation></PhysicalOffsetFrame></frames>
<SpatialTransform>)" +
                  axis("rotation1", "flexion", "0 0 1", "1 0") +
                  axis("rotation2", "", "1 0 0", "") + axis("rotation3", "", "0 1 0", "") +
                  axis("translation1", "flexion", "1 0 0", "0.01 0") +
                  axis("translation2", "slide", "0 1 0", "1 -0.029") +
                  axis("translation3", "", "0 0 1", "") + "</SpatialTransform></CustomJoint>";
    parts.forces =
        OsimText::strand(
            "LCL1", "<linear_stiffness>2000</linear_stiffness><slack_length>0.07</slack_length>") +
        OsimText::strand(
            "POL1", "<linear_stiffness>1000</linear_stiffness><slack_length>0.17</slack_length>",
            R"(<PathPoint name="a"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><location>-0.08 -0.36 0.02</location></PathPoint>
<PathPoint name="b"><socket_parent_frame>/bodyset/shank</socket_parent_frame><location>0 -0.12 0.01</location></PathPoint>)",
            "<PathWrap><wrap_object>egg</wrap_object></PathWrap>") +
        R"(<Smith2018ArticularContactForce name="tf"><socket_casting_mesh>/contactgeometryset/plate</socket_casting_mesh>
<socket_target_mesh>/contactgeometryset/ball</socket_target_mesh></Smith2018ArticularContactForce>)";
    parts.contact_meshes =
        mesh("plate", "/bodyset/thigh/tray", modulus) + mesh("ball", "/bodyset/shank", modulus);
    return parts.text();
  }

  static std::string motion(int frames) {
    std::string text = fmt::format(
        "swing\nnRows={}\nnColumns=4\ninDegrees=no\nendheader\ntime\thip_flexion\tflexion\tslide\n",
        frames);
    for (int i = 0; i < frames; ++i) {
      const double time = 2.0 * i / (frames - 1);
      text += fmt::format("{}\t{}\t{}\t{}\n", time, 0.1 * time, flexion(time),
                          2e-4 * std::sin(3 * time));
    }
    return text;
  }

  TemporaryFolder folder;

 private:
  static std::string axis(const std::string& name, const std::string& coordinate,
                          const std::string& direction, const std::string& line) {
    const std::string function = line.empty()
                                     ? "<Constant name=\"function\"><value>0</value></Constant>"
                                     : "<LinearFunction name=\"function\"><coefficients>" + line +
                                           "</coefficients></LinearFunction>";
    return fmt::format(
        "<TransformAxis name=\"{}\"><coordinates>{}</coordinates><axis>{}</axis>{}</TransformAxis>",
        name, coordinate, direction, function);
  }
  static std::string mesh(const std::string& name, const std::string& frame,
                          const std::string& modulus) {
    return fmt::format(
        "<Smith2018ContactMesh "
        "name=\"{0}\"><socket_frame>{1}</socket_frame><mesh_file>{0}.obj</mesh_file>"
        "<elastic_modulus>{2}</elastic_modulus><poissons_ratio>0.45</poissons_ratio>"
        "<thickness>0.003</thickness></Smith2018ContactMesh>",
        name, frame, modulus);
  }
};

}  // namespace condyle::test
