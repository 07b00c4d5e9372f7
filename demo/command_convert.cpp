#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/out_folder.h"
#include "base/terminal.h"
#include "commands.h"
#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "model_options.h"
#include "number_checks.h"
#include "world/mjcf_export.h"
#include "world/scene_world.h"

namespace condyle {
namespace {

constexpr const char* k_convert_footer = R"(
Writes the bodies of the model's contacts and ligaments, with their meshes, masses, strands and
surfaces, as a scene to edit and to run with `condyle view` and `condyle simulate`. Counted from the
ground, a body beyond another one with a contact moves under forces; the others are fixed. What a scene
cannot express is listed. With --joint, writes only that joint, with its drive, loads and settling
(docs/opensim.md).

With --mjcf, writes a model or a scene for MuJoCo instead, which says itself what its geoms are made of:
a program with condyle::mujoco needs only Plugin::add_from_model() (docs/mujoco.md). What MuJoCo has no
counterpart of is refused by name; --still holds what moves over time as it is at time 0.

Examples:
  condyle convert DM.osim --geometry Geometry --motion states.sto --at 2.5 --out knee.json
  condyle convert DM.osim --joint knee_r --flexion 0:60 --load 500 --seconds 5 --out knee.json
  condyle convert ball_on_plate --mjcf ball.xml    a scene as a model for MuJoCo, meshes beside it
  condyle convert knee_replacement --still --mjcf knee.xml)";

struct ConvertOptions {
  std::shared_ptr<ModelSceneInput> input;
  std::string out, mjcf;
  bool still = false;
};

void convert_to_mjcf(const ConvertOptions& options) {
  const std::filesystem::path file = find_scene(options.input->model.string());
  require_no_input(options.mjcf, "--mjcf", {file});
  const scene::Scene scene = load_scene(file, *options.input);
  clear_folder_of(options.mjcf);
  for (const std::string& line : write_mjcf(options.mjcf, scene, options.still))
    print("left out: {}\n", line);
  print("{}: written to {}\n", scene.name, options.mjcf);
}

void convert(const ConvertOptions& options) {
  if (!options.mjcf.empty()) return convert_to_mjcf(options);
  require_no_input(options.out, "--out", {options.input->model, options.input->motion});
  const opensim::OsimScene made = read_model_scene(*options.input);
  clear_folder_of(options.out);
  write_scene(options.out, made.scene);
  const scene::Scene& scene = made.scene;
  print("{}: {} bodies, {} contacts, {} strands, {} joints\n", scene.name, scene.bodies.size(),
        scene.contacts.size(), scene.ligaments.size(), scene.joints.size());
  if (!made.report.lines.empty()) {
    print("ignored or changed on import:\n{}\n", to_text(made.report));
  }
  print("written to {}\n", options.out);
}

}  // namespace

void add_convert_command(CLI::App& app) {
  CLI::App& command =
      *app.add_subcommand("convert", "Convert an OpenSim model to a scene, or both to MuJoCo");
  command.footer(k_convert_footer);
  const auto options = std::make_shared<ConvertOptions>();
  options->input = add_model_options(command);
  command
      .add_option("model", options->input->model, "OpenSim model (.osim); with --mjcf also a scene")
      ->required();
  auto* out = command.add_option("--out", options->out, "Scene file to be written (.json)")
                  ->type_name("SCENE.json");
  auto* mjcf = command
                   .add_option("--mjcf", options->mjcf,
                               "Model for MuJoCo to be written (.xml), with its meshes beside it")
                   ->type_name("MODEL.xml")
                   ->excludes(out);
  command
      .add_flag("--still", options->still,
                "With --mjcf: motions and loads stay as they are at time 0")
      ->needs(mjcf);
  command
      .add_option("--seconds", options->input->duration,
                  "Duration of the scene [s], and of its flexion; default: 10")
      ->check(finite_positive());
  command.callback([options] {
    if (options->out.empty() && options->mjcf.empty())
      throw InputError(
          "convert needs --out SCENE.json or --mjcf MODEL.xml, the file to be written");
    convert(*options);
  });
}

}  // namespace condyle
