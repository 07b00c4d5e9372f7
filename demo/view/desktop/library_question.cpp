#include "view/library_question.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "base/terminal.h"
#include "condyle/error.h"
#include "view/library_answers.h"
#include "view/opengl.h"
#include "view/theme.h"

namespace condyle {
namespace {

constexpr const char* k_title = "Code in this scene";
constexpr float k_question_width = 44;  // in text heights

void show_libraries(const scene::Scene& scene, const std::vector<scene::SceneLibrary>& libraries) {
  ImGui::TextWrapped(
      "%s uses contact laws whose code is in a library. Code can do whatever you can do. Let it "
      "run only if you trust its author.",
      scene.file.string().c_str());
  for (const scene::SceneLibrary& library : libraries) {
    ImGui::Separator();
    ImGui::TextWrapped("%s", library.file.string().c_str());
    for (const std::string& use : library.uses) ImGui::BulletText("%s", use.c_str());
  }
  ImGui::Separator();
  ImGui::TextDisabled("The answer holds until a library changes.");
  ImGui::TextDisabled("condyle view --forget-libraries clears it.");
}

std::optional<scene::LibraryUse> question(const scene::Scene& scene,
                                          const std::vector<scene::SceneLibrary>& libraries) {
  std::optional<scene::LibraryUse> answer;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({size.x / 2, size.y / 2}, 0, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(k_question_width * ImGui::GetFontSize(), 0.95f * size.x), 0});
  ImGui::OpenPopup(k_title);
  if (!ImGui::BeginPopupModal(k_title, nullptr,
                              ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
    return answer;
  }
  show_libraries(scene, libraries);
  if (ImGui::Button("Do not open")) answer = scene::LibraryUse::refused;
  ImGui::SetItemDefaultFocus();
  ImGui::SameLine();
  if (ImGui::Button("Let it run")) answer = scene::LibraryUse::allowed;
  ImGui::EndPopup();
  return answer;
}

/// Stores the answer. If it cannot be stored, it holds only this once.
void keep(scene::LibraryUse answer, const std::vector<scene::SceneLibrary>& libraries) try {
  for (const scene::SceneLibrary& library : libraries) keep_library_answer(library.file, answer);
} catch (const InputError& error) {
  print_error("condyle: warning: the answer cannot be stored: {}\n", error.what());
}

/// Asks in the window until the user answers or closes the window.
scene::LibraryUse ask(const scene::Scene& scene, const std::vector<scene::SceneLibrary>& libraries,
                      Window& window) {
  while (!window.wants_to_close()) {
    window.begin_frame(std::numeric_limits<double>::infinity());
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glClearColor(0.05f, 0.06f, 0.075f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    const std::optional<scene::LibraryUse> answer = question(scene, libraries);
    draw_user_interface();
    window.end_frame();
    if (!answer) continue;
    keep(*answer, libraries);
    return *answer;
  }
  return scene::LibraryUse::refused;
}

}  // namespace

scene::LibraryUse ask_about_libraries(const scene::Scene& scene, Window& window) {
  std::vector<scene::SceneLibrary> unknown;
  for (scene::SceneLibrary& library : libraries_of(scene)) {
    const std::optional<scene::LibraryUse> answer = library_answer(library.file);
    if (answer == scene::LibraryUse::refused) {
      throw InputError(
          fmt::format("{}: its library {} was refused before; condyle view --forget-libraries asks "
                      "again",
                      scene.file.string(), library.file.string()));
    }
    if (!answer) unknown.push_back(std::move(library));
  }
  return unknown.empty() ? scene::LibraryUse::allowed : ask(scene, unknown, window);
}

}  // namespace condyle
