#include "view/start_page.h"

#include <imgui.h>

#include <algorithm>

#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "view/image_texture.h"
#include "view/lesson_file.h"
#include "view/theme.h"
#include "view/viewer.h"
#include "view/viewer_state.h"
#include "view/widgets.h"

namespace condyle {
namespace {

// In text heights.
constexpr float k_card_width = 19, k_card_gap = 1.2f, k_page_margin = 2, k_title_lines = 2.3f;
constexpr float k_explanation_width = 30;
constexpr float k_picture_aspect = 1.6f;

constexpr ImGuiWindowFlags k_page =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;

std::shared_ptr<ImageTexture> picture_of(const std::filesystem::path& file) try {
  return std::make_shared<ImageTexture>(start_picture(file));
} catch (const InputError&) {
  return nullptr;  // the card shows the title alone
}

/// The card of a scene; with the file's name alone if it cannot be read.
SceneCard card_of(const std::filesystem::path& file) try {
  const scene::Scene scene = scene::read_scene(file);
  return {file, scene.name, scene.description, picture_of(file)};
} catch (const InputError& error) {
  return {file, file.stem().string(), error.what(), nullptr};
}

std::vector<SceneCard> shipped_cards() {
  std::vector<SceneCard> cards;
  for (const std::filesystem::path& file : shipped_scene_files()) cards.push_back(card_of(file));
  // The knee first: it is what the program is about.
  std::stable_partition(cards.begin(), cards.end(),
                        [](const SceneCard& card) { return card.file.stem() == k_first_scene; });
  return cards;
}

/// Tells below the mouse what it is about, and its command.
void explain(const std::string& text, const std::string& command) {
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(k_explanation_width * ImGui::GetFontSize());
  ImGui::TextUnformatted(text.c_str());
  faint_text(command);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

/// A card at the cursor. Returns whether it is clicked.
bool draw_card(const SceneCard& card, float width) {
  const float em = ImGui::GetFontSize(), height = width / k_picture_aspect;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(card.file.stem().string().c_str(),
                                              {width, height + k_title_lines * em});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 corner(at.x + width, at.y + height);
  if (card.picture)
    list.AddImage(card.picture->id(), at, corner);
  else
    list.AddRectFilled(at, corner, ImGui::GetColorU32(ImGuiCol_FrameBg));
  const bool is_hovered = ImGui::IsItemHovered();
  if (is_hovered) {
    list.AddRect(at, corner, ImGui::GetColorU32(ImGuiCol_CheckMark), 0, 0, 0.2f * em);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    explain(card.description, "condyle view " + card.file.stem().string());
  }
  list.AddText(ImGui::GetFont(), em, {at.x, corner.y + 0.3f * em},
               ImGui::GetColorU32(is_hovered ? ImGuiCol_CheckMark : ImGuiCol_Text),
               card.title.c_str(), nullptr, width);
  return clicked;
}

/// One after the other, in as many lines as they need.
void draw_lessons(ViewerState& state) {
  const float right = ImGui::GetWindowContentRegionMax().x;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Lessons");
  for (const Lesson& lesson : state.start_page->lessons) {
    ImGui::SameLine();
    const float width =
        ImGui::CalcTextSize(lesson.title.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
    if (ImGui::GetCursorPosX() + width > right) ImGui::NewLine();
    if (ImGui::Button(lesson.title.c_str())) state.requests.open_lesson = lesson.file;
    if (ImGui::IsItemHovered())
      explain(lesson.summary, "condyle view --lesson " + lesson.file.stem().string());
  }
}

void new_joint_button(ViewerState& state) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Your own");
  ImGui::SameLine();
  if (ImGui::Button("A joint of two meshes ...")) state.requests.open_joint_window = true;
  if (ImGui::IsItemHovered())
    explain("Makes a knee, a hip or a pad on a part of two mesh files. Or drop both on the window.",
            "condyle new FIRST SECOND");
}

void draw_cards(ViewerState& state, float width) {
  const float em = ImGui::GetFontSize(), gap = k_card_gap * em;
  const int columns = std::max(1, static_cast<int>((width + gap) / (k_card_width * em + gap)));
  const float card_width =
      (width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, 0.6f * gap});
  int column = 0;
  for (const SceneCard& card : state.start_page->cards) {
    if (column > 0) ImGui::SameLine();
    column = (column + 1) % columns;
    if (draw_card(card, card_width)) state.requests.open_scene = card.file;
  }
  ImGui::PopStyleVar();
}

}  // namespace

std::filesystem::path start_picture(const std::filesystem::path& scene_file) {
  return scene_file.parent_path().parent_path() / "pictures" /
         (scene_file.stem().string() + ".png");
}

std::vector<std::filesystem::path> shipped_scene_files() {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(shipped_scenes(), error)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void open_start_page(ViewerState& state) {
  if (state.start_page) return;
  state.start_page = std::make_shared<StartPage>();
  state.start_page->cards = shipped_cards();
  state.start_page->was_playing = state.playback.playing;
  try {
    state.start_page->lessons = shipped_lessons();
  } catch (const InputError& error) {
    say(state, error.what());  // the scenes can be opened all the same
  }
  state.playback.playing = false;
}

void close_start_page(ViewerState& state) {
  if (!state.start_page) return;
  state.playback.playing = state.start_page->was_playing;
  state.start_page.reset();
}

void draw_start_page(ViewerState& state, ViewSize window) {
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({static_cast<float>(window.width), static_cast<float>(window.height)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {k_page_margin * em, em});
  ImGui::Begin("start", nullptr, k_page & ~ImGuiWindowFlags_NoScrollbar);
  ImGui::PushFont(fonts().title);
  ImGui::TextUnformatted("Condyle");
  ImGui::PopFont();
  faint_text(
      "Joint contact in real time. Click a scene to open it; O shows this page again, Escape "
      "leaves it.");
  ImGui::Dummy({0, 0.3f * em});
  draw_lessons(state);
  new_joint_button(state);
  ImGui::Dummy({0, 0.3f * em});
  draw_cards(state, ImGui::GetContentRegionAvail().x);
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace condyle
