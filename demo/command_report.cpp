// condyle report: writes one page about a joint, which it tests, or about results in a folder.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "angle_list.h"
#include "base/long_work.h"
#include "base/out_folder.h"
#include "base/run_origin.h"
#include "base/terminal.h"
#include "commands.h"
#include "condyle/error.h"
#include "core/src/files/unfinished_file.h"
#include "lab/input_scatter.h"
#include "library_option.h"
#include "report/joint_report.h"
#include "report/results_page.h"
#include "report/stored_results.h"
#include "simulate/progress.h"
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

Of a folder that condyle lab or condyle simulate wrote, it shows what is there, and computes nothing.

Examples:
  condyle report knee_replacement --out report.html
  condyle report out/knee --out run.html
  condyle report new.json --compare old.json --out report.html)";

struct ReportOptions {
  std::string subject, other, out = "report.html", angles;
  scene::LibraryUse libraries = scene::LibraryUse::refused;
};

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

bool is_shipped(const std::string& name) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(shipped_scenes() / (name + ".json"), ignored);
}

/// Whether the argument means a folder of results. Throws InputError if it may be a scene as well.
bool means_results(const std::string& argument) {
  if (!is_folder(argument)) return false;
  if (!is_shipped(argument)) return true;
  if (!has_results(argument)) return false;
  throw InputError(
      fmt::format("{0}: is a folder of results and the name of a shipped scene; write "
                  "{0}/ for the folder, or {1} for the scene",
                  argument, (shipped_scenes() / (argument + ".json")).string()));
}

ReportOrigin origin_of_page() {
  return {run_origin().program, fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr))),
          run_origin().command};
}

/// None, with a warning, without a display.
std::unique_ptr<ScenePainter> painter_of_pages() try {
  return std::make_unique<ScenePainter>(ViewSize{640, 480});
} catch (const NoWindow& error) {
  print_error("condyle: warning: no pictures of the scene: {}\n", error.what());
  return nullptr;
}

/// `make` gives the text of the page, which is written as a whole or not at all.
void write_page(const std::string& out, const std::vector<std::filesystem::path>& inputs,
                const std::function<std::string()>& make) {
  require_no_input(out, "--out", inputs);
  clear_folder_of(out);
  UnfinishedFile page(out);
  page.write(make());
  page.publish();
  print("written to {}\n", out);
}

void report_scenes(const ReportOptions& options) {
  const std::vector<double> angles = angles_of(options.angles);
  const std::filesystem::path file = find_scene(options.subject);
  const std::filesystem::path second = options.other.empty() ? file : find_scene(options.other);
  write_page(options.out, {file, second}, [&] {
    const std::unique_ptr<ScenePainter> painter = painter_of_pages();
    Progress progress(false);
    const WorkFollower follower(
        [&](const std::string& part, int done, int all) { progress.show_work(part, done, all); });
    ReportedDesign design = examine(tested_scene(file, options.libraries), angles, painter.get());
    std::optional<ReportedDesign> other;
    if (!options.other.empty()) {
      other = examine(tested_scene(second, options.libraries), angles, painter.get());
      for (ReportedDesign* one : {&design, &*other})
        one->scatter = scatter_of_inputs(one->scene, angles);
    }
    return joint_report(design, other ? &*other : nullptr, origin_of_page());
  });
}

void report_results(const ReportOptions& options) {
  if (!options.angles.empty())
    throw InputError(
        "--angles are for the test of a scene; a folder's results are shown as they are");
  const StoredResults results = read_results(options.subject);
  std::optional<StoredResults> other;
  std::vector<std::filesystem::path> files = results.files;
  if (!options.other.empty()) {
    other = read_results(options.other);
    files.insert(files.end(), other->files.begin(), other->files.end());
  }
  write_page(options.out, files,
             [&] { return results_page(results, other ? &*other : nullptr, origin_of_page()); });
}

void write_report(const ReportOptions& options) {
  const bool is_of_results = means_results(options.subject);
  if (!options.other.empty() && is_of_results != means_results(options.other))
    throw InputError(
        fmt::format("--compare {}: takes two scenes or two folders of results, not one of each",
                    options.other));
  is_of_results ? report_results(options) : report_scenes(options);
}

}  // namespace

void add_report_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("report", "Write a page about a joint, or about results");
  command.footer(k_report_footer);
  const auto options = std::make_shared<ReportOptions>();
  command
      .add_option("SCENE|DIR", options->subject,
                  "Scene file, the name of a shipped scene, or a folder of results")
      ->required();
  command.add_option("--compare", options->other, "A second design, or its folder of results")
      ->type_name("SCENE|DIR");
  command.add_option("--out", options->out, "Page to be written")
      ->type_name("REPORT.html")
      ->capture_default_str();
  command.add_option("--angles", options->angles, "Angles of the test of contact [degree]")
      ->type_name("A,B,..");
  add_library_option(command, options->libraries);
  command.callback([options] { write_report(*options); });
}

}  // namespace condyle
