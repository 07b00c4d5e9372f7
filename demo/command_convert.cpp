#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "model_options.h"
#include "number_checks.h"
#include "out_folder.h"
#include "terminal.h"

namespace condyle {
namespace {

constexpr const char* k_convert_footer = R"(
The bodies of the model's contacts and ligaments, with their meshes, masses, strands and surfaces, as
a scene for `condyle view` and `condyle simulate`, to be edited. A body that comes after another one
with a contact, counted from the ground, moves as forces tell it; the others stand still. What a scene
does not say is listed. With --joint that joint alone, with drive, loads and settling (docs/opensim.md).

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
    print("not taken over as they stand:\n{}\n", to_text(made.report));
  }
  print("written to {}\n", options.out);
}

}  // namespace

void add_convert_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("convert", "Make a scene of an OpenSim model");
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
