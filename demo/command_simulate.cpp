#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <optional>
#include <span>

#include "base/out_folder.h"
#include "base/stop_signal.h"
#include "base/terminal.h"
#include "commands.h"
#include "condyle/error.h"
#include "core/src/files/file_bytes.h"
#include "core/src/mesh/written_mesh.h"
#include "engine_option.h"
#include "findings/run_findings.h"
#include "findings/settling_warnings.h"
#include "layer_option.h"
#include "library_option.h"
#include "model_options.h"
#include "number_checks.h"
#include "simulate/event_table.h"
#include "simulate/history.h"
#include "simulate/map_series.h"
#include "simulate/progress.h"
#include "simulate/step_times.h"
#include "simulate/strand_cuts.h"
#include "simulate/summary.h"
#include "view/picture.h"
#include "view/picture_series.h"
#include "world/scene_world.h"

namespace condyle {
namespace {

constexpr int k_picture_width = 1280, k_picture_height = 800;
constexpr int k_map_arrays = 3;             // numbers per triangle in each map
constexpr double k_frames_per_second = 25;  // of maps and pictures unless --every is given
constexpr double k_most_steps = 1e9;
constexpr std::size_t k_most_timed_steps = 1000000;  // only the last steps are timed

constexpr const char* k_simulate_footer = R"(
SCENE is a scene file or the name of a shipped one: knee_replacement, hip, ball_on_plate, finger_pad,
ground_and_groove, pulley, knee_extension, knee_drawer, knee_varus, cam_follower, gripper, gear_pair,
bouncing_balls, soft_pad, springs_and_layer; or an OpenSim model (.osim), whose bodies then hang on its
ligaments. With --joint, only one joint of it: its flexion is driven and its other motions are free; it
settles at the first angle under its loads before time 0. docs/opensim.md says which bodies take part.
Or a robot for MuJoCo (.xml, .urdf), whose geoms get layers by --layer or by its own texts
(docs/mujoco.md); keyframes with growing times are the motion of its actuators.

Writes DIR/history.csv (a row per step), DIR/events.csv (first touches and last releases),
DIR/summary.json and DIR/final.png; if no picture can be drawn, it says so and continues. If the
simulation fails or is stopped by Ctrl-C, SIGTERM or SIGHUP, it exits with code 3 and writes the figures
until then to DIR/history_until_failure.csv, DIR/events_until_failure.csv and
DIR/summary_until_failure.json (maps to DIR/vtp_until_failure), beside the complete results of an
earlier run, which stay until a run completes. A second signal ends it at once; the next run into DIR
removes the files condyle-*.part that it leaves.

Examples:
  condyle simulate knee_replacement --out out/knee
  condyle simulate my_scene.json --seconds 2 --rate 1000 --vtp --every 20 --out out/mine
  condyle simulate knee_replacement --seconds 2 --pictures --out out/knee
  condyle simulate DM.osim --seconds 4 --cut PCL@2 --out out/cut
  condyle simulate DM.osim --joint knee_r --flexion 0:60 --load 500 --seconds 5 --out out/flexion
  condyle simulate DM.osim --joint knee_r --flexion 20 --load 500 --load 0,150,0@patella_r --out out/still)";

struct SimulateOptions {
  std::shared_ptr<ModelSceneInput> model;
  std::string scene, out;
  EngineName engine = EngineName::bullet;
  double seconds = 0, rate = 0;   ///< 0: as given in the scene
  std::vector<std::string> cuts;  ///< NAME@SECONDS
  scene::LibraryUse libraries = scene::LibraryUse::refused;
  bool quiet = false, vtp = false, pictures = false, timings = false;
  int threads = 1;
  int every = 0;  ///< steps between frames of maps and pictures; 0: 25 frames per second
};

/// The series that are written during the run, if requested.
struct Frames {
  std::optional<MapSeries> maps;
  std::optional<PictureSeries> pictures;
};

/// A headless run in progress.
struct Run {
  SceneWorld world;
  std::filesystem::path folder;
  StopSignal stop;  ///< in effect while there are unfinished files
  RunRecord record;
  HistoryFile history;
  std::vector<Figure> figures;
  std::vector<WorldEvent> events;
  std::vector<StrandCut> cuts;
  bool timed = false;
  StepTimes times{k_most_timed_steps};  ///< filled if the run is timed
  ContactWatch watch;
  std::size_t warned_of = 0;  ///< number of findings already printed, counted from the first

  Run(scene::Scene scene, EngineName engine, const std::filesystem::path& out, double rate)
      : world(std::move(scene), nullptr, engine), folder(out), history(out / "history.csv") {
    record.rate = rate;
    world.follow_events();
    figures = figures_of(world);
    watch = ContactWatch(world);
  }
};

/// Settles the scene if it asks for that, and prints the warnings of it.
void settle(Run& run, bool quiet) {
  if (run.world.settling().is_over) return;
  Progress progress(quiet);
  while (!run.world.settling().is_over) {
    run.world.step(1 / run.record.rate);
    progress.show_settling(run.world.settling());
    if (const char* name = StopSignal::received()) {
      throw SimulationError(fmt::format("interrupted while settling ({})", name));
    }
  }
  for (const std::string& warning : settling_warnings(run.world))
    print_error("condyle: warning: {}\n", warning);
}

void step(Run& run) {
  run.world.step(1 / run.record.rate);
  run.record.wall_time += run.world.step_wall_time();
  const StageTimes& stages = run.world.stage_times();
  run.record.stages.gather += stages.gather;
  run.record.stages.find += stages.find;
  run.record.stages.solve += stages.solve;
  run.record.stages.publish += stages.publish;
  if (run.timed) run.times.add(stages, run.world.step_wall_time(), 1 / run.record.rate);
  run.figures = figures_of(run.world);
  run.watch.observe(run.world);
  run.events.insert(run.events.end(), run.world.events().begin(), run.world.events().end());
  // world.time() is a sum of steps, whose rounding error would show in the last digits.
  run.history.add(static_cast<double>(run.world.step_count()) / run.record.rate, run.figures);
}

std::string summary_of(Run& run) {
  run.record.timings = run.times.timings();
  run.record.findings = run.watch.findings(run.world, run.record.error.empty());
  return summary_text(run.world, run.history, run.figures, run.record);
}

/// Prints the findings that are new.
void print_findings(Run& run, const std::vector<Finding>& findings) {
  print_warnings(std::span(findings).subspan(run.warned_of));
  run.warned_of = findings.size();
}

/// Keeps the results up to a failure under names that cannot be mistaken for those of a complete
/// run. The results of an earlier, complete run stay.
void keep_until_failure(Run& run, const SimulationError& error, Frames& frames) {
  run.record.error = error.what();
  replace_file(run.folder / "summary_until_failure.json", summary_of(run));
  print_findings(run, run.record.findings);
  replace_file(run.folder / "events_until_failure.csv", event_table(run.world, run.events));
  run.history.finish(run.folder / "history_until_failure.csv");
  remove_maps_until_failure(run.folder);
  if (frames.maps) frames.maps->finish(MapNames::until_failure);
  if (frames.pictures) frames.pictures->finish(PictureSeries::k_until_failure);
}

void draw_final_picture(Run& run, const std::filesystem::path& file) {
  std::string why_not;
  if (draw_picture(run.world, file, k_picture_width, k_picture_height, why_not)) return;
  run.record.picture = why_not;
  print_error("condyle: warning: no final.png: {}\n", why_not);
}

/// Writes all results completely before the first file of an earlier run is replaced.
void keep_results(Run& run, Frames& frames) {
  run.history.complete();
  UnfinishedFile events(run.folder / "events.csv"), summary(run.folder / "summary.json");
  UnfinishedFolder picture(run.folder);
  events.write(event_table(run.world, run.events));
  events.complete();
  draw_final_picture(run, picture.path() / "final.png");
  summary.write(summary_of(run));
  summary.complete();

  std::error_code ignored;
  for (const char* name : {"history_until_failure.csv", "events_until_failure.csv",
                           "summary_until_failure.json", "final.png"}) {
    std::filesystem::remove(run.folder / name, ignored);
  }
  remove_maps_until_failure(run.folder);
  remove_maps(run.folder);
  remove_pictures(run.folder);
  if (frames.maps) frames.maps->finish(MapNames::complete);
  if (frames.pictures) frames.pictures->finish(PictureSeries::k_complete);
  run.history.finish(run.folder / "history.csv");
  events.publish();
  picture.move_files_to(run.folder);
  summary.publish();
  print_findings(run, run.record.findings);
}

void print_result(const Run& run) {
  const double wall = run.record.wall_time;
  print("{}: {:g} s at {:g} Hz in {:.3g} s, {:.2f} x real time\n", run.world.scene().name,
        run.world.time(), run.record.rate, wall, run.world.time() / wall);
  if (run.world.settling().is_at_rest)
    print("  settled within {:.2f} s before time 0\n", run.world.settling().time);
  for (std::size_t i = 0; i < run.history.names().size(); ++i) {
    const std::string& name = run.history.names()[i];
    if (!name.ends_with(".peak_pressure [Pa]")) continue;
    print("  {} at most {:.3f} MPa\n", name.substr(0, name.find(" [")),
          1e-6 * run.history.extremes()[i].max);
  }
  for (const ClosedFormReading& reading : run.world.closed_form()) {
    const std::string measured =
        std::isnan(reading.measured) ? "not yet known" : fmt::format("{:.5g}", reading.measured);
    print("  {}: {} {}, closed form {:.5g}\n", reading.name, measured, reading.unit,
          reading.expected);
  }
  const StepTotals& totals = run.world.step_totals();
  const auto steps = static_cast<double>(std::max(1L, totals.steps));
  print("  {:.1f} passes a step, at most {} sub-steps, at most {:.1g} of a step's momentum left\n",
        static_cast<double>(totals.passes) / steps, totals.most_substeps, totals.residual);
  if (run.timed) print("{}", timings_table(run.times));
  print("  written to {}\n", run.folder.string());
}

/// The step rate [Hz], the length of the run, and the interval between frames of maps and pictures,
/// both in steps.
struct Plan {
  double rate = 0;
  long steps = 0, every = 0;
};

Plan plan_of(const SimulateOptions& options, const scene::Scene& scene) {
  const double seconds = options.seconds > 0 ? options.seconds : scene.duration;
  Plan plan;
  plan.rate = options.rate > 0 ? options.rate : scene.rate;
  if (!(seconds * plan.rate < k_most_steps)) {
    throw InputError(fmt::format("--seconds {} at --rate {}: more than {} steps; ask for fewer",
                                 seconds, plan.rate, k_most_steps));
  }
  plan.steps = std::max(1L, std::lround(seconds * plan.rate));
  plan.every = options.every > 0 ? options.every
                                 : std::max(1L, std::lround(plan.rate / k_frames_per_second));
  return plan;
}

void announce_series(const Run& run, const Plan& plan, bool quiet) {
  std::uint64_t files = 0, bytes = 0;
  for (const WorldBody& body : run.world.bodies()) {
    for (const WorldMesh& mesh : body.meshes) {
      if (!mesh.surface) continue;
      ++files;
      bytes += mesh::vtp_size(*mesh.mesh, k_map_arrays);
    }
  }
  const auto frames = static_cast<std::uint64_t>(std::max(1L, plan.steps / plan.every));
  announce_maps(run.folder, frames * files, frames * bytes, quiet);
}

void make_steps(Run& run, const Plan& plan, Frames& frames, bool quiet) {
  Progress progress(quiet);
  for (long i = 1; i <= plan.steps; ++i) {
    make_cuts(run.cuts, run.world);
    step(run);
    // A run shorter than the interval between frames gets one frame, at its end.
    const bool is_only_frame = i == plan.steps && plan.every > plan.steps;
    if (i % plan.every == 0 || is_only_frame) {
      if (frames.maps) frames.maps->add(run.world);
      if (frames.pictures) frames.pictures->add(run.world);
    }
    progress.show(run.world.time(), static_cast<double>(plan.steps) / plan.rate);
    if (const char* name = StopSignal::received()) {
      throw SimulationError(fmt::format("interrupted after step {} ({})", i, name));
    }
  }
}

void simulate(const SimulateOptions& options) {
  ModelSceneInput model = *options.model;
  model.duration = options.seconds;
  scene::Scene scene = load_scene(find_scene(options.scene), model);
  load_user_functions(scene, options.libraries);
  const Plan plan = plan_of(options, scene);
  const OutFolder folder(options.out, "--out");
  // The columns of the history need the result of every step anyway, so sliding costs little.
  for (scene::SceneContact& contact : scene.contacts) contact.settings.record_sliding = true;
  Run run(std::move(scene), options.engine, folder.path(), plan.rate);
  run.world.set_threads(options.threads);
  run.timed = options.timings;
  run.cuts = parse_cuts(options.cuts, run.world, static_cast<double>(plan.steps) / plan.rate);
  print_findings(run, run.watch.findings(run.world, false));
  Frames frames;
  if (options.vtp) {
    announce_series(run, plan, options.quiet);
    frames.maps.emplace(folder.path(), run.world);
  }
  if (options.pictures) frames.pictures.emplace(folder.path(), k_picture_width, k_picture_height);
  try {
    settle(run, options.quiet);
    make_steps(run, plan, frames, options.quiet);
  } catch (const SimulationError& error) {
    keep_until_failure(run, error, frames);
    throw;
  }
  keep_results(run, frames);
  if (!options.quiet) print_result(run);
}

}  // namespace

void add_simulate_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("simulate", "Run a scene without a window");
  command.footer(k_simulate_footer);
  const auto options = std::make_shared<SimulateOptions>();
  options->model = add_model_options(command);
  command
      .add_option("scene", options->scene,
                  "Scene file or name, OpenSim model (.osim), or robot (.xml, .urdf)")
      ->required();
  command.add_option("--out", options->out, "Folder for the results")->type_name("DIR")->required();
  command.add_option("--seconds", options->seconds, "Time to simulate [s]; default: the scene's")
      ->check(finite_positive());
  command.add_option("--rate", options->rate, "Steps per second [Hz]; default: the scene's")
      ->check(finite_between(k_least_rate, k_most_rate));
  add_engine_option(command, options->engine);
  add_layer_option(command, options->model->layers);
  command.add_option("--cut", options->cuts, "Cut a strand or ligament at a time [s]; repeatable")
      ->type_name("NAME@SECONDS");
  command
      .add_option("--threads", options->threads,
                  "Threads that find contacts and ligaments; does not change the result")
      ->type_name("N")
      ->check(CLI::Range(1, 64));
  add_library_option(command, options->libraries);
  command.add_flag("--quiet", options->quiet, "Print errors and warnings only");
  command.add_flag("--timings", options->timings,
                   "Print how long each stage of a step took; also in summary.json");
  auto* vtp = command.add_flag("--vtp", options->vtp, "Write pressure maps for ParaView too");
  auto* pictures = command.add_flag("--pictures", options->pictures,
                                    "Draw DIR/pictures/00000.png and so on, for a video");
  auto* every = command.add_option(
      "--every", options->every,
      "With --vtp or --pictures: a frame every N steps, and at least the last one (default: 25 per "
      "second)");
  every->type_name("N")->check(whole_positive());
  command.callback([&command, options, vtp, pictures, every] {
    require_engine(command, options->scene, options->engine);
    if (*every && !*vtp && !*pictures)
      throw InputError("--every needs --vtp or --pictures, which say what to write every N steps");
    simulate(*options);
  });
}

}  // namespace condyle
