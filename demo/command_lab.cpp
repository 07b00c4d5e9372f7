// condyle lab: standard tests of a joint, by static balance.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file_names.h"
#include "base/long_work.h"
#include "base/out_folder.h"
#include "base/terminal.h"
#include "base/wall_timer.h"
#include "commands.h"
#include "condyle/error.h"
#include "condyle/scene/scene_test.h"
#include "core/scene/src/scene_tests.h"
#include "core/scene/src/setting_descriptions.h"
#include "core/src/base/enum_words.h"
#include "lab/gait_cycle.h"
#include "lab/lab_run.h"
#include "lab/lab_table.h"
#include "library_option.h"
#include "simulate/progress.h"
#include "test_options.h"
#include "tested_scene.h"
#include "view/opened_files.h"
#include "world/scene_world.h"

namespace condyle {
namespace {

constexpr const char* k_lab_footer = R"(
Tests a joint, under the scene's largest loads where nothing else is said:

  contact   force, area, mean and peak pressure, share and centre of each region; the worst of stated
            malalignments (2 deg of tilt, 5 deg of turn, 2 mm of shift)
  laxity    displacement of the dynamic body under a force along x and z and a moment about y and x,
            with the ligaments whole and cut
  hip       area, peak pressure and distance of the contact from the cup's rim over inclination and
            version of the cup, and where edge loading begins
  pad       a soft pad on a flat plate: stiffness, where it slips and turns, and the pressure on taxels
            under tilted plates
  gait      a cycle of loads and motions (walk, stairs, squat, or yours as a CSV file) in Bullet: motion,
            forces and sliding of each region, path of the centre of pressure
  wear      Archard's wear of the casting side over very many such cycles

All but gait, wear and slip find static balances, without simulated time. The columns of a cycle are
"time [s]" or "percent [%]", "flexion [deg]", "axial force [N]", "AP force [N]" or "AP displacement
[mm]", and "IE torque [N m]" or "IE rotation [deg]". The built-in ones are a knee's, and not those of
a standard.

Prints the tables, and writes each as TABLE.csv, all as TEST.json and maps as MAP.vtp into DIR. What
finds no balance is a row without figures, and a note says why.

Without a test, runs those that the scene lists under the key "tests", each into a folder of its name
in DIR.

Examples:
  condyle lab knee_replacement --out out/lab
  condyle lab contact knee_replacement --out out/contact
  condyle lab laxity knee.json --angles 0,30,60 --out out/laxity
  condyle lab hip hip --inclinations 35,45,55 --versions 5,15,25
  condyle lab pad finger_pad --force 5 --tilts 0,10 --out out/pad
  condyle lab gait knee_replacement --cycle my_walk.csv --out out/gait
  condyle lab wear knee_replacement --cycles 2e6 --coefficient 2e-7 --out out/wear)";

struct LabOptions {
  std::string scene, out;
  scene::LibraryUse libraries = scene::LibraryUse::refused;
  scene::SceneTest test;
};

bool runs_cycles(scene::LabTestKind kind) {
  return kind == scene::LabTestKind::gait || kind == scene::LabTestKind::wear;
}

/// What a test reads, which its results must not overwrite.
std::vector<std::filesystem::path> inputs_of(const scene::Scene& scene,
                                             const scene::SceneTest& test) {
  std::vector<std::filesystem::path> inputs = condyle::files_of(scene);
  inputs.push_back(scene.file);
  if (runs_cycles(test.kind) && !is_built_in(test.cycle)) inputs.push_back(test.cycle);
  return inputs;
}

using RunTest = LabResult (*)(const scene::Scene&, const scene::SceneTest&);

/// Runs a test, prints what it found and writes it into `out`, unless that is empty.
void run_and_write(const scene::Scene& scene, const scene::SceneTest& test, RunTest run,
                   const std::filesystem::path& out) {
  const WallTimer timer;
  std::optional<OutFolder> folder;
  if (!out.empty()) folder.emplace(out, "--out");
  const auto require_no_inputs = [&](const std::vector<std::string>& written) {
    for (const std::string& one : written)
      if (folder) require_no_input(folder->path() / one, "--out", inputs_of(scene, test));
  };
  // What is always written, before the test takes its time; then all.
  const std::string word = word_of(test.kind);
  require_no_inputs({word + ".json", word + ".csv", "cycle.csv"});
  const LabResult result = [&] {
    Progress progress(false);
    const WorkFollower follower(
        [&](const std::string& part, int done, int all) { progress.show_work(part, done, all); });
    return run(scene, test);
  }();
  print("{}\n", result.scene);
  // The curves are for files: a table of all their points says little on a terminal.
  constexpr std::size_t k_most_rows = 60;
  for (const LabTable& table : result.tables)
    if (table.rows.size() <= k_most_rows && has_figures(table)) print("\n{}", to_text(table));
  for (const std::string& note : result.notes) print_error("condyle: warning: {}\n", note);
  print("\n{:.2f} s\n", timer.seconds());
  if (!folder) return;
  require_no_inputs(written_files(result));
  write_lab_result(folder->path(), result, scene.file);
  print("written to {}\n", out.string());
}

void run_tests_of_scene(const LabOptions& options, const std::filesystem::path& file) {
  const scene::Scene scene = tested_scene(file, options.libraries);
  require_tests(scene);
  const std::filesystem::path out = options.out;
  std::vector<std::string> names;
  for (const scene::SceneTest& test : scene.tests) names.push_back(test.name);
  const std::vector<std::string> folders = file_names_of(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    print("{}{}: ", i == 0 ? "" : "\n", names[i]);
    run_and_write(scene, scene.tests[i], run_test_of_scene, out.empty() ? out : out / folders[i]);
  }
}

/// Whether `condyle lab WORD` means the tests of a shipped scene or a file of that name, and not
/// the test, which would need a scene.
bool means_scene(const CLI::App& command) {
  const auto is_of_test = [](const CLI::Option* option) {
    return option->count() > 0 && option->get_name() != "--out";
  };
  if (std::ranges::any_of(command.get_options(), is_of_test)) return false;
  try {
    find_scene(command.get_name());
  } catch (const InputError&) {
    return false;
  }
  return true;
}

void add_scene_options(CLI::App& command, LabOptions& options) {
  command.add_option("SCENE", options.scene, "Scene file, or the name of a shipped scene");
  command.add_option("--out", options.out, "Folder for tables")->type_name("DIR");
  add_library_option(command, options.libraries);
}

void add_test(CLI::App& lab, scene::LabTestKind kind) {
  const auto options = std::make_shared<LabOptions>();
  options->test.kind = kind;
  options->test.name = word_of(kind);
  CLI::App& command = *lab.add_subcommand(
      word_of(kind), scene::first_sentence(scene::described_test(kind).meaning));
  add_scene_options(command, *options);
  add_test_options(command, options->test);
  command.callback([options, &command] {
    const std::string& word = options->test.name;
    if (!options->scene.empty())
      run_and_write(tested_scene(find_scene(options->scene), options->libraries), options->test,
                    run_scene_test, options->out);
    else if (means_scene(command))
      run_tests_of_scene(*options, find_scene(word));
    else
      throw InputError(fmt::format("condyle lab {0} needs a scene: condyle lab {0} SCENE", word));
  });
}

}  // namespace

void add_lab_command(CLI::App& app) {
  CLI::App& lab = *app.add_subcommand("lab", "Standard tests of a joint or a pad");
  lab.footer(k_lab_footer);
  lab.require_subcommand(0, 1);
  const auto options = std::make_shared<LabOptions>();
  add_scene_options(lab, *options);
  for (const std::string& word : words_of<scene::LabTestKind>())
    add_test(lab, *enumerator_of<scene::LabTestKind>(word));
  lab.callback([options, &lab] {
    if (!lab.get_subcommands().empty()) return;
    if (options->scene.empty())
      throw InputError(
          "condyle lab needs a scene that lists tests, or a test and a scene: condyle lab SCENE, "
          "or condyle lab contact SCENE; for more: condyle lab --help");
    run_tests_of_scene(*options, find_scene(options->scene));
  });
}

}  // namespace condyle
