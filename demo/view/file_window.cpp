#include "view/file_window.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <system_error>

#include "base/system.h"
#include "condyle/error.h"
#include "view/new_joint_window.h"
#include "view/opened_files.h"
#include "view/scene_saving.h"
#include "view/theme.h"
#include "view/viewer_state.h"
#include "view/widgets.h"

namespace condyle {
namespace {

// In text heights.
constexpr float k_file_window_width = 46, k_file_window_height = 34, k_rows_below = 8;

const char* words_of_kind(FileKind kind) {
  switch (kind) {
    case FileKind::folder:
      return "folder";
    case FileKind::scene:
      return "scene";
    case FileKind::model:
      return "OpenSim model";
    case FileKind::mesh:
      return "mesh";
  }
  return "";
}

std::filesystem::path named_file(const FileWindow& window) {
  const std::filesystem::path typed(window.name.data());
  return (typed.is_absolute() ? typed : window.folder / typed).lexically_normal();
}

bool is_folder(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

void choose(ViewerState& state, const ListedFile& file) {
  FileWindow& window = state.files;
  if (file.kind == FileKind::folder) return go_to_folder(window, window.folder / file.name);
  set_name(window, file.name);
  if (window.use != FileWindow::Use::save || ImGui::IsMouseDoubleClicked(0)) accept_name(state);
}

void folder_rows(ViewerState& state) {
  FileWindow& window = state.files;
  if (ImGui::ArrowButton("folder above", ImGuiDir_Up))
    go_to_folder(window, window.folder.parent_path());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("the folder above");
  ImGui::SameLine();
  ImGui::TextWrapped("%s", window.folder.string().c_str());
}

void recent_row(ViewerState& state) {
  const std::vector<std::string>& recent = state.settings.recent;
  if (state.files.use == FileWindow::Use::save || recent.empty()) return;
  ImGui::SetNextItemWidth(-1);
  if (!ImGui::BeginCombo("##recent", "Recent files", ImGuiComboFlags_HeightLarge)) return;
  for (const std::string& file : recent) {
    if (!ImGui::Selectable(file.c_str())) continue;
    set_name(state.files, file);
    accept_name(state);
    break;
  }
  ImGui::EndCombo();
}

void file_rows(ViewerState& state) {
  const float room = ImGui::GetContentRegionAvail().y - k_rows_below * ImGui::GetFontSize();
  ImGui::BeginChild("files", {0, std::max(room, 4 * ImGui::GetFontSize())}, true);
  const std::vector<ListedFile> listed = state.files.listed;  // a click may list another folder
  for (const ListedFile& file : listed) {
    const std::string shown = file.kind == FileKind::folder ? file.name + "/" : file.name;
    if (ImGui::Selectable(shown.c_str(), false, ImGuiSelectableFlags_AllowDoubleClick))
      choose(state, file);
    const std::string kind = words_of_kind(file.kind);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(kind.c_str()).x);
    ImGui::TextDisabled("%s", kind.c_str());
  }
  ImGui::EndChild();
}

void replace_question(ViewerState& state) {
  ImGui::TextColored(theme_colors().error, "%s exists.",
                     state.files.replaces.filename().string().c_str());
  ImGui::SameLine();
  if (ImGui::Button("Replace it")) return accept_name(state, true);
  ImGui::SameLine();
  if (ImGui::Button("Keep it")) state.files.replaces.clear();
}

void name_rows_of_file(ViewerState& state) {
  FileWindow& window = state.files;
  const bool saves = window.use == FileWindow::Use::save;
  ImGui::SetNextItemWidth(-1);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  if (ImGui::InputText("##name", window.name.data(), window.name.size())) window.replaces.clear();
  if (ImGui::Button(saves ? "Save" : "Open")) accept_name(state);
  ImGui::SameLine();
  if (ImGui::Button("Cancel")) window.use = FileWindow::Use::closed;
  if (!window.replaces.empty()) replace_question(state);
  if (!window.problem.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme_colors().error);
    ImGui::TextWrapped("%s", window.problem.c_str());
    ImGui::PopStyleColor();
  } else if (saves) {
    faint_text(
        "With the changed laws, layers, strands, loads and step rate, and what sliders hold.");
  } else {
    faint_text("Files can also be dropped on the window. F5 reads the open one again.");
  }
}

}  // namespace

void set_name(FileWindow& window, const std::string& name) {
  window.name.fill('\0');
  std::copy_n(name.begin(), std::min(name.size(), window.name.size() - 1), window.name.begin());
  window.replaces.clear();
}

void go_to_folder(FileWindow& window, const std::filesystem::path& folder) {
  try {
    window.listed = list_folder(folder);
    window.folder = folder;
    window.problem.clear();
    if (window.use != FileWindow::Use::save) set_name(window, "");
  } catch (const InputError& error) {
    window.problem = error.what();
  }
}

void open_file_window(ViewerState& state, FileWindow::Use use) {
  FileWindow& window = state.files;
  const bool saves = use == FileWindow::Use::save;
  if (saves && !state.live) return say(state, "a recorded motion has no scene to save");
  window.use = use;
  const std::filesystem::path file = usual_save_file(state.world->scene());
  if (window.folder.empty() || saves) window.folder = file.parent_path();
  go_to_folder(window, window.folder);
  set_name(window, saves ? file.filename().string() : "");
  if (k_in_browser && !saves)
    say(state, "A browser shows no folders of yours: drop files on the page to open them");
}

void accept_name(ViewerState& state, bool replaces) {
  FileWindow& window = state.files;
  if (window.name[0] == '\0') return;
  std::filesystem::path file = named_file(window);
  if (is_folder(file)) {
    set_name(window, "");
    return go_to_folder(window, file);
  }
  window.problem.clear();
  if (window.use != FileWindow::Use::save) {
    (window.use == FileWindow::Use::open ? state.requests.open_scene
                                         : state.requests.compare_with) = file;
    window.use = FileWindow::Use::closed;
    return;
  }
  if (file.extension() != ".json") file += ".json";
  if (is_shipped(file)) {
    window.problem = "This folder belongs to Condyle: save the scene in a folder of your own.";
    return;
  }
  std::error_code ignored;
  if (!replaces && std::filesystem::exists(file, ignored)) {
    window.replaces = file;
    return;
  }
  state.requests.save_scene = file;
  window.replaces.clear();
  window.use = FileWindow::Use::closed;
}

void open_dropped(ViewerState& state, const std::vector<std::filesystem::path>& files) {
  if (files.empty()) return;
  const auto known = std::ranges::find_if(
      files, [](const auto& file) { return kind_of_file(file) || is_folder(file); });
  if (known == files.end()) {
    return say(state, fmt::format("{} is no scene (.json), OpenSim model (.osim) or mesh (.stl, "
                                  ".obj, .ply, .vtp)",
                                  files[0].filename().string()));
  }
  if (is_folder(*known)) {
    open_file_window(state, FileWindow::Use::open);
    return go_to_folder(state.files, *known);
  }
  std::vector<std::filesystem::path> meshes;
  std::ranges::copy_if(files, std::back_inserter(meshes),
                       [](const auto& file) { return kind_of_file(file) == FileKind::mesh; });
  if (meshes.size() == 2) return open_new_joint_window(state, {meshes[0], meshes[1]});
  state.requests.open_scene = *known;
}

void draw_file_window(ViewerState& state, float width, float height) {
  FileWindow& window = state.files;
  if (window.use == FileWindow::Use::closed) return;
  const float em = ImGui::GetFontSize();
  const bool saves = window.use == FileWindow::Use::save;
  ImGui::SetNextWindowPos({width / 2, height / 2}, ImGuiCond_Appearing, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(k_file_window_width * em, width - em),
                            std::min(k_file_window_height * em, height - em)},
                           ImGuiCond_Appearing);
  bool is_open = true;
  const char* title = saves                                    ? "Save the scene"
                      : window.use == FileWindow::Use::compare ? "Compare with a scene"
                                                               : "Open a scene, model or mesh";
  ImGui::Begin(title, &is_open, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings);
  folder_rows(state);
  recent_row(state);
  file_rows(state);
  name_rows_of_file(state);
  ImGui::End();
  if (!is_open) window.use = FileWindow::Use::closed;
}

}  // namespace condyle
