#include "view/new_joint_window.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <numbers>
#include <system_error>
#include <utility>

#include "base/out_folder.h"
#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "view/opened_files.h"
#include "view/start_page.h"
#include "view/theme.h"
#include "view/viewer_frame.h"
#include "view/viewer_state.h"
#include "view/widgets.h"

namespace condyle {
namespace {

constexpr float k_joint_window_width = 34, k_joint_window_height = 38;  // in text heights
constexpr std::array<const char*, 3> k_part_names = {"first part", "second part", "patella"};
constexpr std::array<const char*, 3> k_part_hints = {
    "the mesh of the femoral component, the ball or the pad (.stl, .obj, .ply, .vtp)",
    "the mesh of the insert, the cup or the part that is pressed",
    "of a knee: the mesh of the patella, or of the button that replaces its surface; empty: none"};

template <std::size_t Size>
void put_text(std::array<char, Size>& field, const std::string& text) {
  field.fill('\0');
  std::copy_n(text.begin(), std::min(text.size(), Size - 1), field.begin());
}

bool is_free(const std::filesystem::path& scene_file) {
  return std::ranges::none_of(files_of_new_joint(scene_file), [](const auto& file) {
    std::error_code ignored;
    return std::filesystem::exists(file, ignored);
  });
}

std::filesystem::file_time_type written_at(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::last_write_time(file, ignored);
}

/// A name beside the first part that no file has.
std::filesystem::path free_scene_file(const std::filesystem::path& part) {
  for (int k = 1;; ++k) {
    std::filesystem::path file =
        part.parent_path() / (k == 1 ? "joint.json" : fmt::format("joint_{}.json", k));
    if (is_free(file)) return file;
  }
}

void file_row_of(NewJointWindow& window, std::size_t part) {
  row(k_part_names[part], k_part_hints[part]);
  ImGui::InputText(fmt::format("##{}", k_part_names[part]).c_str(), window.files[part].data(),
                   window.files[part].size());
}

void unit_row(NewJointInput& input) {
  static const std::vector<std::string> k_units = [] {
    std::vector<std::string> words{"guess"};
    std::ranges::copy(words_of<mesh::LengthUnit>(), std::back_inserter(words));
    return words;
  }();
  int chosen = input.unit ? 1 + static_cast<int>(*input.unit) : 0;
  if (!combo_row("unit", chosen, k_units, "of all files")) return;
  input.unit.reset();
  if (chosen > 0) input.unit = enumerator_at<mesh::LengthUnit>(chosen - 1);
}

void flag_row(const char* label, std::array<bool, 3>& flags, bool has_patella, const char* hint) {
  row(label, hint);
  constexpr std::array<const char*, 3> k_parts = {"first", "second", "patella"};
  for (std::size_t i = 0; i < (has_patella ? 3u : 2u); ++i) {
    if (i > 0) ImGui::SameLine();
    ImGui::Checkbox(fmt::format("{}##{}", k_parts[i], label).c_str(), &flags[i]);
  }
}

void rows_of_guesses(NewJointWindow& window) {
  NewJointInput& input = window.input;
  combo_row("kind", input.kind, "of the joint; auto: recognise it");
  unit_row(input);
  combo_row("side", input.side, "of the body; it names the compartments");
  const bool has_patella = window.files[2][0] != '\0';
  flag_row("mirror", input.mirrored, has_patella, "takes the mirror image of a part");
  if (!window.is_knee) return;
  flag_row("turn", input.turned_about, has_patella, "about, front to back");
  constexpr double k_degree = std::numbers::pi / 180;
  number_row(
      "flexion", input.flexion,
      {.low = -30 * k_degree, .high = 120 * k_degree, .unit = k_degree, .format = "%.1f deg"},
      "bends the femoral component at the start, where its extension was guessed wrong");
}

void say_what_came(const NewJointWindow& window) {
  if (!window.problem.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme_colors().error);
    ImGui::TextWrapped("%s", window.problem.c_str());
    ImGui::PopStyleColor();
  }
  if (window.notes.empty()) return;
  heading("What was found and guessed");
  faint_text("Where a line names an option, as --unit, the row of that name sets it.");
  for (const std::string& note : window.notes) {
    ImGui::Bullet();
    ImGui::TextWrapped("%s", note.c_str());
  }
}

/// What the window says, with the scene's file chosen. Throws InputError.
NewJointInput input_of(NewJointWindow& window) {
  NewJointInput input = window.input;
  for (std::size_t i = 0; i < 2; ++i) {
    input.files[i] = window.files[i].data();
    if (input.files[i].empty())
      throw InputError(fmt::format("name the {} part's mesh, or drop both files on the window",
                                   i == 0 ? "first" : "second"));
  }
  input.patella = window.files[2].data();
  if (window.scene_file[0] == '\0')
    put_text(window.scene_file, free_scene_file(input.files[0]).string());
  input.scene_file = window.scene_file.data();
  if (input.scene_file.extension() != ".json") input.scene_file += ".json";
  if (is_shipped(input.scene_file))
    throw InputError("this folder belongs to Condyle: make the scene in a folder of your own");
  for (const std::filesystem::path& file : files_of_new_joint(input.scene_file))
    require_no_input(file, "the scene", {input.files[0], input.files[1], input.patella});
  if (input.scene_file != window.made_file && !is_free(input.scene_file))
    throw InputError(fmt::format("{}: it, or a mesh beside it, exists already; give another name",
                                 input.scene_file.string()));
  if (input.scene_file == window.made_file && written_at(input.scene_file) != window.made_at)
    throw InputError(fmt::format("{}: was saved since it was made; give another name",
                                 input.scene_file.string()));
  input.generic_knee = find_scene("knee_replacement");
  input.generic_hip = find_scene("hip");
  if (!window.is_knee) input.turned_about = {}, input.flexion = 0;
  if (input.patella.empty()) input.turned_about[2] = input.mirrored[2] = false;
  return input;
}

}  // namespace

void open_new_joint_window(ViewerState& state, const std::array<std::filesystem::path, 2>& files) {
  close_start_page(state);
  state.new_joint = std::make_shared<NewJointWindow>();
  for (std::size_t i = 0; i < 2; ++i) put_text(state.new_joint->files[i], files[i].string());
}

void make_joint_of_window(ViewerState& state) {
  NewJointWindow& window = *state.new_joint;
  window.problem.clear();
  try {
    const NewJointInput input = input_of(window);
    const NewJoint made = make_new_joint(input);
    scene::write_scene(input.scene_file, made.scene);
    window.made_file = input.scene_file;
    window.made_at = written_at(input.scene_file);
    window.notes = made.scene.notes;
    window.is_knee = made.kind == NewJointKind::knee;
    open_scene(state, input.scene_file);
  } catch (const InputError& error) {
    window.problem = error.what();
  }
}

void draw_new_joint_window(ViewerState& state, float width, float height) {
  if (!state.new_joint) return;
  NewJointWindow& window = *state.new_joint;
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({width / 2, height / 2}, ImGuiCond_Appearing, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(k_joint_window_width * em, width - em),
                            std::min(k_joint_window_height * em, height - em)},
                           ImGuiCond_Appearing);
  bool is_open = true;
  ImGui::Begin("A joint of two meshes", &is_open,
               ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings);
  faint_text(
      "A femoral component and a tibial insert, with or without a patella, a ball and a cup, or a "
      "pad and the part that it presses.");
  if (begin_rows("new joint")) {
    for (std::size_t part = 0; part < 3; ++part) file_row_of(window, part);
    rows_of_guesses(window);
    row("scene", "the file that is written; empty: joint.json beside the first part");
    ImGui::InputText("##scene", window.scene_file.data(), window.scene_file.size());
    end_rows();
  }
  if (ImGui::Button(window.made_file ? "Make it again" : "Make the joint"))
    state.requests.make_joint = true;
  ImGui::SameLine();
  if (ImGui::Button("Exchange the parts")) std::swap(window.files[0], window.files[1]);
  say_what_came(window);
  ImGui::End();
  if (!is_open) state.new_joint.reset();
}

}  // namespace condyle
