#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "condyle/error.h"
#include "condyle/model/scene_file.h"
#include "model_scene.h"

namespace condyle {
namespace {

constexpr const char* k_footer = R"(
The bodies of the model's contacts and ligaments, with their meshes, masses, strands and surfaces, as
a scene for `condyle view` and `condyle simulate`, to be edited. A body that comes after another one
with a contact, counted from the ground, moves as forces tell it; the others stand still. What a scene
does not say is listed.

Example:
  condyle convert DM.osim knee.json --geometry Geometry --motion states.sto --at 2.5)";

struct ConvertOptions {
  ModelSceneInput input;
  std::string model, scene;
};

void convert(ConvertOptions& options) {
  options.input.model = options.model;
  if (options.input.time && options.input.motion.empty()) {
    throw InputError("--at needs --motion: the time is one of a recorded motion");
  }
  const OsimScene made = read_model_scene(options.input);
  write_scene(options.scene, made.scene);
  const Scene& scene = made.scene;
  fmt::print("{}: {} bodies, {} contacts, {} strands, {} joints\n", scene.name, scene.bodies.size(),
             scene.contacts.size(), scene.ligaments.size(), scene.joints.size());
  if (!made.report.lines.empty()) {
    fmt::print("not taken over as they stand:\n{}\n", to_text(made.report));
  }
  fmt::print("written to {}\n", options.scene);
}

}  // namespace

void add_convert_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("convert", "Make a scene of an OpenSim model");
  command.footer(k_footer);
  const auto options = std::make_shared<ConvertOptions>();
  command.add_option("model", options->model, "OpenSim model (.osim)")->required();
  command.add_option("scene", options->scene, "Scene file to be written (.json)")->required();
  command
      .add_option("--geometry", options->input.geometry,
                  "Folder of the meshes; default: the model's folder and Geometry in it")
      ->type_name("DIR");
  command
      .add_option("--motion", options->input.motion,
                  "Recorded states or coordinates (.sto, .mot); default: the model's own pose")
      ->type_name("STATES.sto");
  command.add_option("--at", options->input.time, "Time of the motion [s]; default: its first")
      ->type_name("T");
  command.add_flag("--missing-default", options->input.missing_default,
                   "Coordinates that the motion lacks keep their default values");
  command.callback([options] { convert(*options); });
}

}  // namespace condyle
