// condyle lab: standard tests of a joint, by static balance.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "angle_list.h"
#include "base/out_folder.h"
#include "base/terminal.h"
#include "base/wall_timer.h"
#include "commands.h"
#include "lab/gait_test.h"
#include "lab/hip_test.h"
#include "lab/joint_tests.h"
#include "lab/pad_test.h"
#include "lab/wear_test.h"
#include "library_option.h"
#include "number_checks.h"
#include "tested_scene.h"
#include "view/opened_files.h"
#include "world/scene_world.h"

namespace condyle {
namespace {

using namespace std::string_literals;

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

Examples:
  condyle lab contact knee_replacement --out out/contact
  condyle lab laxity knee.json --angles 0,30,60 --out out/laxity
  condyle lab hip hip --inclinations 35,45,55 --versions 5,15,25
  condyle lab pad finger_pad --force 5 --tilts 0,10 --out out/pad
  condyle lab gait knee_replacement --cycle my_walk.csv --out out/gait
  condyle lab wear knee_replacement --cycles 2e6 --coefficient 2e-7 --out out/wear)";

struct LabOptions {
  std::string scene, out, angles, inclinations, versions, side, tilts;
  scene::LibraryUse libraries = scene::LibraryUse::refused;
  ContactTest contact;
  LaxityTest laxity;
  HipTest hip;
  PadTest pad;
  std::string cycle = "walk";
  double period = 1;  ///< of a cycle in percent [s]
  GaitRun run;
  WearTest wear;
  double wear_coefficient = 1e-6;  ///< [mm^3/(N m)]
  std::optional<double> straight_share;
};

template <class Test>
void run_test(const LabOptions& options, const char* name, const Test& test,
              LabResult (*run)(const scene::Scene&, const Test&)) {
  const bool is_cyclic = std::string_view(name) == "gait" || std::string_view(name) == "wear";
  const WallTimer timer;
  const std::filesystem::path file = find_scene(options.scene);
  std::optional<OutFolder> folder;
  if (!options.out.empty()) folder.emplace(options.out, "--out");
  const scene::Scene scene = tested_scene(file, options.libraries);
  std::vector<std::filesystem::path> inputs = condyle::files_of(scene);
  inputs.push_back(file);
  if (is_cyclic) inputs.emplace_back(options.cycle);
  const auto require_no_inputs = [&](const std::vector<std::string>& written) {
    for (const std::string& one : written)
      if (folder) require_no_input(folder->path() / one, "--out", inputs);
  };
  // What is always written, before the test takes its time; then all.
  require_no_inputs({name + ".json"s, name + ".csv"s, "cycle.csv"});
  const LabResult result = run(scene, test);
  print("{}\n", result.scene);
  // The curves are for files: a table of all their points says little on a terminal.
  constexpr std::size_t k_most_rows = 60;
  for (const LabTable& table : result.tables)
    if (table.rows.size() <= k_most_rows) print("\n{}", to_text(table));
  for (const std::string& note : result.notes) print_error("condyle: warning: {}\n", note);
  print("\n{:.2f} s\n", timer.seconds());
  if (!folder) return;
  require_no_inputs(written_files(result));
  write_lab_result(folder->path(), result);
  print("written to {}\n", options.out);
}

CLI::App& add_test(CLI::App& lab, const char* name, const char* description, LabOptions& options) {
  CLI::App& command = *lab.add_subcommand(name, description);
  command.add_option("SCENE", options.scene, "Scene file, or the name of a shipped scene")
      ->required();
  command.add_option("--out", options.out, "Folder for tables")->type_name("DIR");
  add_library_option(command, options.libraries);
  return command;
}

void add_angles(CLI::App& command, const char* name, std::string& text, const char* description) {
  command.add_option(name, text, description)->type_name("A,B,..");
}

void add_contact(CLI::App& lab, const std::shared_ptr<LabOptions>& options) {
  CLI::App& command = add_test(lab, "contact", "Area and pressure over the angle", *options);
  add_angles(command, "--angles", options->angles, "Angles of the joint's motion [degree]");
  command.callback([options] {
    options->contact.angles = angles_of(options->angles);
    run_test(*options, "contact", options->contact, test_contact);
  });
}

void add_laxity(CLI::App& lab, const std::shared_ptr<LabOptions>& options) {
  CLI::App& command = add_test(lab, "laxity", "Displacement under force and moment", *options);
  add_angles(command, "--angles", options->angles, "Angles of the joint's motion [degree]");
  const auto add_load = [&](const char* name, double& load, const char* description) {
    command.add_option(name, load, description)->check(finite_positive())->capture_default_str();
  };
  add_load("--forward", options->laxity.force_forward, "Largest force along x [N]");
  add_load("--sideways", options->laxity.force_sideways, "Largest force along z [N]");
  add_load("--turning", options->laxity.moment_turning, "Largest moment about y [N m]");
  add_load("--tilting", options->laxity.moment_tilting, "Largest moment about x [N m]");
  command.callback([options] {
    options->laxity.angles = angles_of(options->angles);
    run_test(*options, "laxity", options->laxity, test_laxity);
  });
}

void add_hip(CLI::App& lab, const std::shared_ptr<LabOptions>& options) {
  CLI::App& command = add_test(lab, "hip", "Edge loading over the cup's placement", *options);
  add_angles(command, "--inclinations", options->inclinations,
             "Radiographic inclinations of the cup [degree]; default: 30,40,50,60,70");
  add_angles(command, "--versions", options->versions,
             "Radiographic anteversions of the cup [degree]; default: 0,10,20,30");
  add_angles(command, "--angles", options->angles,
             "Angles of the joint's motion [degree]; default: that at time 0");
  command
      .add_option(
          "--side", options->side,
          "right or left hip; default: as the cup opens or, of one that opens straight down, "
          "as the load points")
      ->check(CLI::IsMember({"right", "left"}));
  command.callback([options] {
    options->hip.inclinations = angles_of(options->inclinations, "--inclinations");
    options->hip.versions = angles_of(options->versions, "--versions");
    options->hip.angles = angles_of(options->angles);
    if (!options->side.empty())
      options->hip.side = options->side == "left" ? HipSide::left : HipSide::right;
    run_test(*options, "hip", options->hip, test_hip);
  });
}

void add_pad(CLI::App& lab, const std::shared_ptr<LabOptions>& options) {
  CLI::App& command = add_test(lab, "pad", "Stiffness, slip and taxels of a soft pad", *options);
  command.add_option("--force", options->pad.force, "Largest force on the plate [N]")
      ->check(finite_positive())
      ->capture_default_str();
  add_angles(command, "--tilts", options->tilts,
             "Tilts of the plate about x [degree]; default: 0,5,10");
  command.add_option("--taxels", options->pad.taxels, "Rows and columns of taxels, 1 to 256")
      ->check(whole_positive())
      ->capture_default_str();
  command.callback([options] {
    if (!options->tilts.empty()) options->pad.tilts = angles_of(options->tilts, "--tilts");
    run_test(*options, "pad", options->pad, test_pad);
  });
}

void add_cycle(CLI::App& command, const std::shared_ptr<LabOptions>& options) {
  command.add_option("--cycle", options->cycle, "walk, stairs, squat, or a CSV file")
      ->type_name("CYCLE")
      ->capture_default_str();
  command
      .add_option("--period", options->period,
                  "Duration of a cycle whose CSV file has percent in place of time [s]")
      ->check(finite_positive())
      ->capture_default_str();
  command
      .add_option("--repetitions", options->run.cycles,
                  "How often the cycle is simulated; the last one is measured")
      ->check(whole_positive())
      ->capture_default_str();
  command
      .add_option("--steps", options->run.steps,
                  "Steps of a cycle, in hundreds; default: the scene's rate, at least 200")
      ->check(whole_positive());
}

void add_gait(CLI::App& lab, const std::shared_ptr<LabOptions>& options) {
  CLI::App& command = add_test(lab, "gait", "Motion and contact over a cycle of loads", *options);
  add_cycle(command, options);
  command.callback([options] {
    const GaitTest test{find_cycle(options->cycle, options->period), options->run};
    run_test(*options, "gait", test, test_gait);
  });
}

void add_wear(CLI::App& lab, const std::shared_ptr<LabOptions>& options) {
  CLI::App& command = add_test(lab, "wear", "Archard's wear over very many cycles", *options);
  add_cycle(command, options);
  command.add_option("--cycles", options->wear.cycles, "Cycles of wear in all")
      ->check(finite_positive())
      ->capture_default_str();
  command
      .add_option("--updates", options->wear.updates,
                  "Blocks of cycles, after each of which the surface is moved")
      ->check(whole_positive())
      ->capture_default_str();
  command
      .add_option("--coefficient", options->wear_coefficient, "Archard's coefficient [mm^3/(N m)]")
      ->check(finite_positive())
      ->capture_default_str();
  command
      .add_option("--straight-share", options->straight_share,
                  "With cross-shear: share of the coefficient where the path is straight")
      ->check(finite_between(0, 1));
  command.callback([options] {
    WearTest test = options->wear;
    test.gait = {find_cycle(options->cycle, options->period), options->run};
    test.coefficient = 1e-9 * options->wear_coefficient;
    test.straight_share = options->straight_share;
    run_test(*options, "wear", test, test_wear);
  });
}

}  // namespace

void add_lab_command(CLI::App& app) {
  CLI::App& lab = *app.add_subcommand("lab", "Standard tests of a joint or a pad");
  lab.footer(k_lab_footer);
  lab.require_subcommand(1);
  const auto options = std::make_shared<LabOptions>();
  add_contact(lab, options);
  add_laxity(lab, options);
  add_hip(lab, options);
  add_pad(lab, options);
  add_gait(lab, options);
  add_wear(lab, options);
}

}  // namespace condyle
