// condyle lab: standard tests of a joint, by static balance.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "angle_list.h"
#include "base/out_folder.h"
#include "base/terminal.h"
#include "base/wall_timer.h"
#include "commands.h"
#include "core/src/files/file_bytes.h"
#include "lab/joint_tests.h"
#include "library_option.h"
#include "number_checks.h"
#include "tested_scene.h"
#include "world/scene_world.h"

namespace condyle {
namespace {

constexpr const char* k_lab_footer = R"(
Tests a joint by static balance, without simulated time, at a list of angles of its motion, under the
scene's largest loads:

  contact   force, area, mean and peak pressure, share and centre of each region; the worst of stated
            malalignments (2 deg of tilt, 5 deg of turn, 2 mm of shift)
  laxity    displacement of the dynamic body under a force along x and z and a moment about y and x,
            with the ligaments whole and cut

Prints the tables, and writes each as TABLE.csv and all as TEST.json into DIR. What finds no balance is
a row without figures, and a note says why.

Examples:
  condyle lab contact knee_replacement --out out/contact
  condyle lab laxity knee.json --angles 0,30,60 --out out/laxity)";

struct LabOptions {
  std::string scene, out, angles;
  scene::LibraryUse libraries = scene::LibraryUse::refused;
  ContactTest contact;
  LaxityTest laxity;
};

void write_result(const std::filesystem::path& folder, const LabResult& result) {
  for (const LabTable& table : result.tables)
    replace_file(folder / (table.name + ".csv"), to_csv(table));
  replace_file(folder / (result.test + ".json"), to_json(result));
}

template <class Test>
void run_test(const LabOptions& options, const char* name, Test test,
              LabResult (*run)(const scene::Scene&, const Test&)) {
  const WallTimer timer;
  const std::filesystem::path file = find_scene(options.scene);
  test.angles = angles_of(options.angles);
  std::optional<OutFolder> folder;
  if (!options.out.empty()) folder.emplace(options.out, "--out");
  if (folder) require_no_input(folder->path() / (std::string(name) + ".json"), "--out", {file});
  const LabResult result = run(tested_scene(file, options.libraries), test);
  print("{}\n", result.scene);
  // The curves are for files: a table of all their points says little on a terminal.
  constexpr std::size_t k_most_rows = 60;
  for (const LabTable& table : result.tables)
    if (table.rows.size() <= k_most_rows) print("\n{}", to_text(table));
  for (const std::string& note : result.notes) print_error("condyle: warning: {}\n", note);
  print("\n{:.2f} s\n", timer.seconds());
  if (!folder) return;
  write_result(folder->path(), result);
  print("written to {}\n", options.out);
}

CLI::App& add_test(CLI::App& lab, const char* name, const char* description, LabOptions& options) {
  CLI::App& command = *lab.add_subcommand(name, description);
  command.add_option("SCENE", options.scene, "Scene file, or the name of a shipped scene")
      ->required();
  command.add_option("--out", options.out, "Folder for tables")->type_name("DIR");
  command.add_option("--angles", options.angles, "Angles of the joint's motion [degree]")
      ->type_name("A,B,..");
  add_library_option(command, options.libraries);
  return command;
}

}  // namespace

void add_lab_command(CLI::App& app) {
  CLI::App& lab = *app.add_subcommand("lab", "Standard tests of a joint by static balance");
  lab.footer(k_lab_footer);
  lab.require_subcommand(1);
  const auto options = std::make_shared<LabOptions>();

  CLI::App& contact = add_test(lab, "contact", "Area and pressure over the angle", *options);
  contact.callback([options] { run_test(*options, "contact", options->contact, test_contact); });

  CLI::App& laxity = add_test(lab, "laxity", "Displacement under force and moment", *options);
  const auto add_load = [&](const char* name, double& load, const char* description) {
    laxity.add_option(name, load, description)->check(finite_positive())->capture_default_str();
  };
  add_load("--forward", options->laxity.force_forward, "Largest force along x [N]");
  add_load("--sideways", options->laxity.force_sideways, "Largest force along z [N]");
  add_load("--turning", options->laxity.moment_turning, "Largest moment about y [N m]");
  add_load("--tilting", options->laxity.moment_tilting, "Largest moment about x [N m]");
  laxity.callback([options] { run_test(*options, "laxity", options->laxity, test_laxity); });
}

}  // namespace condyle
