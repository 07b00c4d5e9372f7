// condyle report: tests a joint and writes one page about it.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "angle_list.h"
#include "base/out_folder.h"
#include "base/terminal.h"
#include "commands.h"
#include "core/src/files/unfinished_file.h"
#include "library_option.h"
#include "report/joint_report.h"
#include "tested_scene.h"
#include "view/no_window.h"
#include "view/scene_painter.h"
#include "world/scene_world.h"

namespace condyle {
namespace {

constexpr const char* k_report_footer = R"(
Runs the tests of condyle lab on a joint and writes one HTML file without network, to read and to
print: meshes with their findings, materials with their sources, placement, maps of pressure on one
scale, tables by region, curves of laxity, springs beside the elastic layer, what yields, the limits of
the model that apply, and the command that repeats it. With --compare, two designs beside each other.

Examples:
  condyle report knee_replacement --out report.html
  condyle report new.json --compare old.json --out report.html)";

struct ReportOptions {
  std::string scene, other, out = "report.html", angles;
  scene::LibraryUse libraries = scene::LibraryUse::refused;
};

/// An argument as a shell takes it.
std::string quoted(const std::string& argument) {
  return argument.find_first_of(" '\"$()&;<>|*?") == std::string::npos
             ? argument
             : fmt::format("\"{}\"", argument);
}

std::string command_of(const ReportOptions& options) {
  std::string command = "condyle report " + quoted(options.scene);
  if (!options.other.empty()) command += " --compare " + quoted(options.other);
  if (!options.angles.empty()) command += " --angles " + quoted(options.angles);
  return command + " --out " + quoted(options.out);
}

/// None, with a warning, without a display.
std::unique_ptr<ScenePainter> painter_of_pages() try {
  return std::make_unique<ScenePainter>(ViewSize{640, 480});
} catch (const NoWindow& error) {
  print_error("condyle: warning: no pictures of the scene: {}\n", error.what());
  return nullptr;
}

void write_report(const ReportOptions& options, const std::string& program) {
  const std::vector<double> angles = angles_of(options.angles);
  const std::filesystem::path file = find_scene(options.scene);
  const std::filesystem::path second = options.other.empty() ? file : find_scene(options.other);
  require_no_input(options.out, "--out", {file, second});
  clear_folder_of(options.out);
  UnfinishedFile page(options.out);
  const std::unique_ptr<ScenePainter> painter = painter_of_pages();
  ReportedDesign design = examine(tested_scene(file, options.libraries), angles, painter.get());
  std::optional<ReportedDesign> other;
  if (!options.other.empty()) {
    other = examine(tested_scene(second, options.libraries), angles, painter.get());
    for (ReportedDesign* one : {&design, &*other})
      one->scatter = scatter_of_inputs(one->scene, angles);
  }
  const ReportOrigin origin{program, fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr))),
                            command_of(options)};
  page.write(joint_report(design, other ? &*other : nullptr, origin));
  page.publish();
  print("written to {}\n", options.out);
}

}  // namespace

void add_report_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("report", "Test a joint and write a page about it");
  command.footer(k_report_footer);
  const auto options = std::make_shared<ReportOptions>();
  command.add_option("SCENE", options->scene, "Scene file, or the name of a shipped scene")
      ->required();
  command.add_option("--compare", options->other, "A second design")->type_name("SCENE");
  command.add_option("--out", options->out, "Page to be written")
      ->type_name("REPORT.html")
      ->capture_default_str();
  command.add_option("--angles", options->angles, "Angles of the test of contact [degree]")
      ->type_name("A,B,..");
  add_library_option(command, options->libraries);
  command.callback([options, &app] { write_report(*options, app.version()); });
}

}  // namespace condyle
