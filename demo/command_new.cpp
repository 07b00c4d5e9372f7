// condyle new: makes a scene of two mesh files.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <numbers>
#include <string>

#include "base/out_folder.h"
#include "base/question.h"
#include "base/terminal.h"
#include "commands.h"
#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "new_joint/new_joint.h"
#include "number_checks.h"
#include "word_option.h"
#include "world/scene_world.h"

namespace condyle {
namespace {

constexpr const char* k_new_footer = R"(
Makes a scene of two mesh files, ready for `condyle view` and `condyle simulate`: a femoral component
and a tibial insert, with a patella if you like, a ball and a cup, or a pad and the part that it presses. The program finds the
unit, the axes and where the parts touch, proposes materials, ligaments, joint and load, and lists all
that it found and guessed, here and in the scene (key "notes"). On a terminal it asks at most three
questions, of what it can only guess and no option says: the unit, where two fit about as well; the side
of the body; and which way the insert's front is. --no-questions keeps the guesses.

Examples:
  condyle new femur.stl insert.stl                       joint.json, with the parts in extension
  condyle new femur.stl insert.stl --patella button.stl
  condyle new head.stl cup.stl --kind hip --side left --out hip.json
  condyle new femur.stl insert.stl --flexion 12 --turn-insert    where a guess was wrong)";

struct NewOptions {
  NewJointInput input;
  std::string unit, out;
  double flexion = 0;  ///< [degree]
  bool overwrite = false, no_questions = false;
  bool is_side_given = false, is_insert_turned = false;
};

std::filesystem::path scene_file(const NewOptions& options) {
  if (!options.out.empty()) return options.out;
  const bool is_known = options.input.kind != NewJointKind::automatic;
  return fmt::format("{}.json", is_known ? word_of(options.input.kind) : "joint");
}

/// Asks until the answer is one of two words, of which the first one is taken for an empty line or
/// at the end of the input. Returns whether it is the second one.
bool asks_for_second(const std::string& question, const std::string& first,
                     const std::string& second) {
  while (true) {
    const std::string answer = answer_to(fmt::format("{} [{}] or {}? ", question, first, second));
    if (answer.empty() || answer == first) return false;
    if (answer == second) return true;
    print_error("Answer {} or {}; an empty line is {}.\n", first, second, first);
  }
}

/// Asks what only a person can tell of the joint. Returns whether it is to be made anew.
bool is_corrected(NewOptions& options, const NewJoint& made) {
  NewJointInput& input = options.input;
  bool is_other = false;
  if (made.doubts.unit && asks_for_second("The files are in", word_of(*made.doubts.unit),
                                          word_of(*made.doubts.other_unit))) {
    input.unit = made.doubts.other_unit;
    is_other = true;
  }
  const bool has_side = made.kind == NewJointKind::knee || made.kind == NewJointKind::hip;
  if (has_side && !options.is_side_given &&
      asks_for_second("The side of the body is", word_of(BodySide::right),
                      word_of(BodySide::left))) {
    input.side = BodySide::left;
    is_other = true;
  }
  if (made.doubts.has_insert_front && !options.is_insert_turned &&
      asks_for_second("The insert's front, as the notes above guess it, is", "kept", "turned")) {
    input.turned_about[1] = true;
    is_other = true;
  }
  return is_other;
}

void print_notes(const NewJoint& made) {
  print("{}\n", made.scene.name);
  for (const std::string& note : made.scene.notes) print("  {}\n", note);
}

void make_scene(NewOptions options) {
  NewJointInput& input = options.input;
  input.scene_file = scene_file(options);
  for (const std::filesystem::path& file : files_of_new_joint(input.scene_file)) {
    require_no_input(file, "--out", {input.files[0], input.files[1], input.patella});
    if (options.overwrite || !std::filesystem::exists(file)) continue;
    throw InputError(
        fmt::format("{}: exists already; give another --out, or --overwrite", file.string()));
  }
  if (!options.unit.empty()) input.unit = mesh::parse_length_unit(options.unit);
  input.flexion = options.flexion * std::numbers::pi / 180;
  input.generic_knee = find_scene("knee_replacement");
  input.generic_hip = find_scene("hip");
  clear_folder_of(input.scene_file.string());

  NewJoint made = make_new_joint(input);
  print_notes(made);
  if (!options.no_questions && can_ask()) {
    finish_output();  // the notes come before the questions
    if (is_corrected(options, made)) {
      made = make_new_joint(input);
      print_notes(made);
    }
  }
  scene::write_scene(input.scene_file, made.scene);
  print("written to {}; to see it: condyle view {}\n", input.scene_file.string(),
        input.scene_file.string());
}

}  // namespace

void add_new_command(CLI::App& app) {
  const auto options = std::make_shared<NewOptions>();
  CLI::App& command =
      *app.add_subcommand("new", "Make a scene of two mesh files, or a knee's three");
  command.footer(k_new_footer);
  NewJointInput& input = options->input;
  command.add_option("FIRST", input.files[0], "Mesh of the femoral component, the ball or the pad")
      ->required();
  command.add_option("SECOND", input.files[1], "Mesh of the insert, the cup or the pressed part")
      ->required();
  command
      .add_option("--patella", input.patella,
                  "Knee: mesh of the patella or its button, put into the femoral groove")
      ->type_name("PATELLA");
  command
      .add_option("--out", options->out,
                  "Scene file to be written; default: KIND.json, or joint.json")
      ->type_name("SCENE.json");
  command.add_flag("--overwrite", options->overwrite, "Allow --out to replace a file");
  add_word_option(command, "--kind", input.kind, "What the joint is; auto: recognise it");
  command.add_option("--unit", options->unit,
                     "Unit of all files: m, cm, mm, um or in; default: guess");
  const CLI::Option* const side =
      add_word_option(command, "--side", input.side, "Side of the body");
  command
      .add_option("--flexion", options->flexion,
                  "Knee: bend the femoral component by this angle [degree]")
      ->check(finite_number());
  command.add_flag("--turn-femur", input.turned_about[0],
                   "Knee: turn the femoral component about, front to back");
  const CLI::Option* const turn_insert =
      command.add_flag("--turn-insert", input.turned_about[1], "Knee: turn the insert about");
  command.add_flag("--turn-patella", input.turned_about[2], "Knee: turn the patella about");
  command.add_flag("--mirror-first", input.mirrored[0],
                   "Take the mirror image of the first part, as for the other side of the body");
  command.add_flag("--mirror-second", input.mirrored[1], "Take that of the second part");
  command.add_flag("--mirror-patella", input.mirrored[2], "Take that of the patella");
  command.add_flag("--no-questions", options->no_questions,
                   "Ask nothing on a terminal; elsewhere nothing is asked anyway");
  command.callback([options, side, turn_insert] {
    options->is_side_given = side->count() > 0;
    options->is_insert_turned = turn_insert->count() > 0;
    make_scene(*options);
  });
}

}  // namespace condyle
