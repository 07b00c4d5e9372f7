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

namespace condyle {
namespace {

constexpr const char* k_convert_footer = R"(
Writes the bodies of the model's contacts and ligaments, with their meshes, masses, strands and
surfaces, as a scene to edit and to run with `condyle view` and `condyle simulate`. Counted from the
ground, a body beyond another one with a contact moves under forces; the others are fixed. What a scene
cannot express is listed. With --joint, writes only that joint, with its drive, loads and settling
(docs/opensim.md).

Examples:
  condyle convert DM.osim --geometry Geometry --motion states.sto --at 2.5 --out knee.json
  condyle convert DM.osim --joint knee_r --flexion 0:60 --load 500 --seconds 5 --out knee.json)";

struct ConvertOptions {
  std::shared_ptr<ModelSceneInput> input;
  std::string out;
};

void convert(const ConvertOptions& options) {
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
  CLI::App& command = *app.add_subcommand("convert", "Convert an OpenSim model to a scene");
  command.footer(k_convert_footer);
  const auto options = std::make_shared<ConvertOptions>();
  options->input = add_model_options(command);
  command.add_option("model", options->input->model, "OpenSim model (.osim)")->required();
  command.add_option("--out", options->out, "Scene file to be written (.json)")
      ->type_name("SCENE.json")
      ->required();
  command
      .add_option("--seconds", options->input->duration,
                  "Duration of the scene [s], and of its flexion; default: 10")
      ->check(finite_positive());
  command.callback([options] { convert(*options); });
}

}  // namespace condyle
