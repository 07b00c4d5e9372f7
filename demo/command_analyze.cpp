// condyle analyze: computes contacts and ligaments of an OpenSim model along a recorded motion,
// without an engine.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "analyze/analysis.h"
#include "analyze/analysis_plots.h"
#include "analyze/analysis_source.h"
#include "analyze/analysis_summary.h"
#include "analyze/frame_selection.h"
#include "analyze/result_columns.h"
#include "base/map_files.h"
#include "base/out_folder.h"
#include "base/stop_signal.h"
#include "base/terminal.h"
#include "base/wall_timer.h"
#include "commands.h"
#include "condyle/error.h"
#include "contact/contact_report.h"
#include "core/src/files/unfinished_file.h"
#include "number_checks.h"
#include "setting_options.h"
#include "simulate/progress.h"

namespace condyle {
namespace {

constexpr const char* k_analyze_footer = R"(
At each frame: poses, contacts and ligaments, all in SI units. DIR gets
  contact.sto     NAME.casting.total.Q and NAME.casting.regional.Q_R, NAME the contact; forces on the
                  casting mesh, vectors in its frame, moments about its origin. R counts half spaces:
                  0 -x, 1 +x, 2 -y, 3 +y, 4 -z, 5 +z by the triangle's centre. Q is one of
                    contact_area max_proximity mean_proximity mean_proximity_of_triangles
                    center_of_proximity_x _y _z (regional: center_of_proximity_R_x ...)
                    max_pressure mean_pressure mean_pressure_of_triangles
                    center_of_pressure_x _y _z
                    contact_force_x _y _z contact_moment_x _y _z
                  and of the total also
                    num_contacting_triangles potential_energy num_clamped_triangles
                  Means are weighted by area; those of_triangles are OpenSim's, over the number.
                  With --flip-meshes the same with .target. for .casting. (forces on the target)
  ligaments.sto   NAME.force_spring .force_damping .force_total .length .lengthening_speed .strain
                  .strain_rate; of a Ligament .force_total .length .lengthening_speed
  moment_arms.sto with --moment-arms: NAME.moment_arm.COORDINATE, minus the change of the ligament's
                  length by the coordinate [m per rad; no unit if the coordinate is a length], for
                  the coordinates that move the ligament
  kinematics.sto  BODY.position_x _y _z, .rotation_w _x _y _z (quaternion), .velocity_x _y _z,
                  .angular_velocity_x _y _z, all in the ground frame
  summary.json    what was analysed, what was not imported from the model, smallest and largest values
  plots.svg       curves over time
  vtp/, maps.pvd  with --vtp: pressure maps for ParaView
With --law elastic_layer the layers are elastic bodies (docs/model.md) in place of springs; both
sides then deform, except those named by --rigid.
All results are complete before any file of an earlier run is replaced; earlier maps and tables that
this run does not write are then removed. If stopped by Ctrl-C, SIGTERM or SIGHUP, it writes nothing
and exits with code 3.

Example:
  condyle analyze DM.osim --motion states.sto --geometry Geometry --every 5 --out results)";

struct AnalyzeOptions {
  AnalysisFiles files;
  std::shared_ptr<SettingChanges> settings;
  std::string out;
  bool csv = false, vtp = false, quiet = false;
  AnalysisOptions analysis;
};

/// The result files of a run. All are complete before the first file of an earlier run is replaced.
class ResultFiles {
 public:
  explicit ResultFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Adds a file. `fill` receives a function that appends text to it.
  template <class Fill>
  void add(const std::string& name, Fill&& fill) {
    UnfinishedFile& file = *files_.emplace_back(std::make_unique<UnfinishedFile>(folder_ / name));
    fill([&file](std::string_view text) { file.write(text); });
    file.complete();
  }
  void add_text(const std::string& name, const std::string& text) {
    add(name, [&text](const auto& write) { write(text); });
  }
  void publish() {
    for (const auto& file : files_) file->publish();
  }

 private:
  std::filesystem::path folder_;
  std::vector<std::unique_ptr<UnfinishedFile>> files_;
};

void add_tables(const AnalysisResult& result, bool csv, ResultFiles& files) {
  const auto add = [&](const std::string& name, const opensim::MotionTable& table) {
    if (table.labels.empty()) return;
    files.add(name + ".sto", [&](const auto& write) { write_sto(table, write); });
    if (csv) files.add(name + ".csv", [&](const auto& write) { write_csv(table, write); });
  };
  add("contact", result.contact);
  add("ligaments", result.ligaments);
  add("moment_arms", result.moment_arms);
  add("kinematics", result.kinematics);
}

/// Removes the files of an earlier run that this run does not replace.
void remove_earlier(const AnalysisResult& result, bool csv, const std::filesystem::path& folder) {
  remove_maps(folder);
  const auto remove = [&](const std::string& name, const opensim::MotionTable& table) {
    std::error_code ignored;
    if (table.labels.empty()) std::filesystem::remove(folder / (name + ".sto"), ignored);
    if (table.labels.empty() || !csv) std::filesystem::remove(folder / (name + ".csv"), ignored);
  };
  remove("contact", result.contact);
  remove("ligaments", result.ligaments);
  remove("moment_arms", result.moment_arms);
  remove("kinematics", result.kinematics);
}

void announce_frames(const AnalysisInput& input, const std::filesystem::path& folder, bool quiet) {
  std::uint64_t bytes = 0;
  for (const opensim::OsimSurfaces& surfaces : input.surfaces) {
    bytes += pressure_map_size(*surfaces.casting) + pressure_map_size(*surfaces.target);
  }
  const std::uint64_t frames = input.rows.size();
  announce_maps(folder, 2 * frames * input.surfaces.size(), frames * bytes, quiet);
}

void print_result(const AnalysisInput& input, const AnalysisResult& result,
                  const opensim::ModelReport& report, const AnalysisTimes& times,
                  const std::filesystem::path& folder) {
  print("{}: {} frames from {:g} to {:g} s, {} contacts, {} ligaments, in {:.2f} s\n",
        input.model.name, input.rows.size(), result.kinematics.times.front(),
        result.kinematics.times.back(), input.surfaces.size(),
        input.model.ligaments.size() + input.model.curve_ligaments.size(), times.total);
  for (const opensim::OsimContact& contact : input.model.contacts) {
    const auto column = result.contact.column(contact.name + ".casting.total.max_pressure");
    if (!column) continue;
    double most = 0;
    for (int row = 0; row < result.contact.rows(); ++row) {
      most = std::max(most, result.contact.at(row, *column));
    }
    print("  {}: peak pressure at most {:.3f} MPa\n", contact.name, 1e-6 * most);
  }
  if (!input.surfaces.empty()) {
    print("  forces along the {}\n",
          force_direction_of(input.model) == ForceDirection::target
              ? "target's normal; --force-direction casting has OpenSim's"
              : "casting mesh's normal, as in OpenSim");
  }
  if (!report.lines.empty()) print("ignored or changed on import:\n");
  for (const opensim::ModelReport::Line& line : report.lines) {
    print("  {} ({}): {}\n", line.what, line.count, line.consequence);
  }
  print("written to {}\n", folder.string());
}

void run_analyze(const AnalyzeOptions& options) {
  const WallTimer timer;
  AnalysisFiles analysed = options.files;
  analysed.change = [&options](ContactSettings& settings) { options.settings->apply(settings); };
  AnalysisSource source(analysed);
  const AnalysisInput input = source.input();
  const OutFolder out(options.out, "--out");
  const std::filesystem::path& folder = out.path();
  AnalysisTimes times;
  times.reading = timer.seconds();

  AnalysisOptions analysis = options.analysis;
  const StopSignal stop;
  std::optional<UnfinishedFolder> maps;
  if (options.vtp) {
    announce_frames(input, folder, options.quiet);
    analysis.map_folder = maps.emplace(folder).path();
  }
  const AnalysisResult result = [&] {
    Progress progress(options.quiet);
    const std::vector<double>& frames = input.motion.times;
    const double duration = std::max(frames[input.rows.back()] - frames[input.rows.front()], 1e-9);
    return analyze(input, analysis,
                   [&](int done, int total) { progress.show(duration * done / total, duration); });
  }();
  times.frames = timer.seconds() - times.reading;

  ResultFiles files(folder);
  add_tables(result, options.csv, files);
  files.add_text("plots.svg", to_svg(fmt::format("{}, {}", input.model.name,
                                                 input.motion.file.filename().string()),
                                     make_plots(input.model, result)));
  source.report.add(result.report);
  times.total = timer.seconds();
  files.add_text("summary.json", analysis_summary(input, result, source.report, times));
  remove_earlier(result, options.csv, folder);
  if (maps) publish_maps(*maps, result.maps, folder, MapNames::complete);
  files.publish();
  for (const std::string& warning : warnings_of(input, result))
    print_error("condyle: warning: {}\n", warning);
  if (!options.quiet) print_result(input, result, source.report, times, folder);
}

int default_threads() {
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 64u));
}

void add_options(CLI::App& command, AnalyzeOptions& options) {
  command.add_option("model", options.files.model, "OpenSim model (.osim)")->required();
  command
      .add_option("--motion", options.files.motion, "Recorded states or coordinates (.sto, .mot)")
      ->type_name("STATES.sto")
      ->required();
  command.add_option("--out", options.out, "Folder for the results")->type_name("DIR")->required();
  command
      .add_option("--geometry", options.files.geometry,
                  "Folder of the meshes; default: the model's folder and Geometry in it")
      ->type_name("DIR");
  command.add_option("--every", options.files.frames.every, "Analyse every N-th frame")
      ->type_name("N")
      ->check(whole_positive());
  command.add_option("--from", options.files.frames.from, "First time [s]")
      ->type_name("T")
      ->check(finite_number());
  command.add_option("--to", options.files.frames.to, "Last time [s]")
      ->type_name("T")
      ->check(finite_number());
  auto* none = command.add_flag_callback(
      "--no-contact", [&options] { options.files.has_contacts = false; },
      "Compute only poses and ligaments; opens no mesh");
  options.settings = add_setting_options(command);
  command
      .add_option(
          "--rigid", options.files.rigid,
          "elastic_layer: treat this contact mesh as rigid, such as a metal component; repeatable")
      ->type_name("MESH");
  command
      .add_flag("--flip-meshes", options.analysis.flip_meshes,
                "Also cast from the target, for columns of its own, like OpenSim's option")
      ->excludes(none);
  command.add_flag("--missing-default", options.files.missing_default,
                   "Use default values for coordinates that the motion lacks");
  command.add_flag("--moment-arms", options.analysis.moment_arms,
                   "Write the ligaments' moment arms about the coordinates too");
  command.add_flag("--csv", options.csv, "Write the tables as CSV too");
  command.add_flag("--vtp", options.vtp, "Write pressure maps for ParaView too")->excludes(none);
  options.analysis.threads = default_threads();
  command
      .add_option("--threads", options.analysis.threads,
                  "Threads that share the frames; does not change the results")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command.add_flag("--quiet", options.quiet, "Print errors only");
}

}  // namespace

void add_analyze_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("analyze", "Analyse an OpenSim model along a motion");
  command.footer(k_analyze_footer);
  const auto options = std::make_shared<AnalyzeOptions>();
  add_options(command, *options);
  command.callback([options] { run_analyze(*options); });
}

}  // namespace condyle
