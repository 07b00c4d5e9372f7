#include "model_options.h"

#include <fmt/format.h>

#include <numbers>
#include <string_view>

#include "condyle/error.h"
#include "number_checks.h"

namespace condyle {
namespace {

FlexionRange parse_flexion(const std::string& text) {
  constexpr double k_degree = std::numbers::pi / 180;
  FlexionRange range;
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos) range.coordinate = text.substr(0, equals);
  const std::vector<double> angles =
      numbers_in(std::string_view(text).substr(equals == std::string::npos ? 0 : equals + 1), ':');
  if (angles.empty() || angles.size() > 2 || equals == 0) {
    throw InputError(
        fmt::format("--flexion {}: expected FROM:TO or one ANGLE in degrees, such as 0:90, "
                    "optionally with the coordinate, as in knee_flex_r=0:90",
                    text));
  }
  range.from = k_degree * angles.front();
  range.to = k_degree * angles.back();
  return range;
}

opensim::OsimJointLoad parse_load(const std::string& text) {
  opensim::OsimJointLoad load;
  const std::size_t at = text.find('@');
  const std::vector<double> sizes = numbers_in(std::string_view(text).substr(0, at), ',');
  if (at != std::string::npos) load.body = text.substr(at + 1);
  if (sizes.size() == 1 && at == std::string::npos) {
    load.compression = sizes[0];
  } else if (sizes.size() == 3 && at != text.size() - 1) {
    load.force = Eigen::Vector3d(sizes[0], sizes[1], sizes[2]);
  } else {
    throw InputError(fmt::format(
        "--load {}: expected a compression in N, such as 500, or a force FX,FY,FZ in N in the axes "
        "of the moving body, or of another as in 0,200,0@patella_r",
        text));
  }
  return load;
}

}  // namespace

std::shared_ptr<ModelSceneInput> add_model_options(CLI::App& command) {
  const auto input = std::make_shared<ModelSceneInput>();
  const char* group = "OpenSim models";
  command
      .add_option("--geometry", input->geometry,
                  "Folder of the meshes; default: the model's folder and Geometry in it")
      ->type_name("DIR")
      ->group(group);
  auto* motion =
      command
          .add_option("--motion", input->motion,
                      "Recorded states or coordinates (.sto, .mot); default: the model's own pose")
          ->type_name("STATES.sto")
          ->group(group);
  command.add_option("--at", input->time, "Time of the motion [s]; default: its first")
      ->type_name("T")
      ->check(finite_number())
      ->group(group)
      ->needs(motion);
  command
      .add_flag("--missing-default", input->missing_default,
                "Use default values for coordinates that the motion lacks")
      ->group(group)
      ->needs(motion);
  auto* joint = command
                    .add_option("--joint", input->joint,
                                "Only this joint, its flexion driven and its other motions free")
                    ->type_name("NAME")
                    ->group(group);
  command
      .add_option_function<std::string>(
          "--flexion", [input](const std::string& text) { input->flexion = parse_flexion(text); },
          "Flexion of the joint over the run [deg]; default: held as in the pose")
      ->type_name("[COORD=]FROM:TO")
      ->group(group)
      ->needs(joint);
  command
      .add_option_function<std::vector<std::string>>(
          "--load",
          [input](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) input->loads.push_back(parse_load(text));
          },
          "Compression of the joint, or force in a body's axes [N]; repeatable")
      ->type_name("N|FX,FY,FZ[@BODY]")
      ->allow_extra_args(false)
      ->group(group)
      ->needs(joint);
  return input;
}

}  // namespace condyle
