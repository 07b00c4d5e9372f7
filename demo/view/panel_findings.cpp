#include <fmt/core.h>
#include <imgui.h>

#include "view/panels.h"
#include "view/text_lines.h"
#include "view/theme.h"

namespace condyle {
namespace {

constexpr std::size_t k_most_shown = 4;
constexpr float k_width_part = 0.6f;  // fraction of the scene's width

constexpr ImGuiWindowFlags k_flags =
    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoSavedSettings |
    ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing;

/// The words of its button are found once for each finding, since that may read the mesh's file.
void cure_button(ViewerState& state, const Finding& finding, int index) {
  auto& known = state.cures[finding.kind + finding.place];
  if (!known) known = std::make_shared<std::optional<Cure>>(cure_of(finding, state.world->scene()));
  if (!*known) return;
  ImGui::PushID(index);
  if (ImGui::SmallButton(words_of_cure(**known).c_str())) state.requests.cure = **known;
  ImGui::PopID();
}

}  // namespace

void findings_panel(ViewerState& state, const ScreenArea& area) {
  if (state.findings.empty() || !state.show_findings) return;
  ImGui::SetNextWindowPos({area.x + area.width, area.y}, 0, {1, 0});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {area.width, area.height});
  ImGui::Begin("findings", nullptr, k_flags);
  ImGui::PushTextWrapPos(k_width_part * area.width);
  for (std::size_t i = 0; i < state.findings.size() && i < k_most_shown; ++i) {
    const Finding& finding = state.findings[i];
    ImGui::TextColored(theme_colors().warning, "%s", finding.place.c_str());
    const float width = k_width_part * area.width - ImGui::GetCursorPosX();
    ImGui::TextUnformatted(in_lines(*ImGui::GetFont(), finding.text, width).c_str());
    cure_button(state, finding, static_cast<int>(i));
  }
  if (state.findings.size() > k_most_shown) {
    ImGui::TextDisabled("and %zu more: %s", state.findings.size() - k_most_shown,
                        state.replay ? "condyle analyze" : "condyle check, condyle simulate");
  }
  ImGui::PopTextWrapPos();
  if (ImGui::SmallButton("dismiss")) state.show_findings = false;
  ImGui::End();
}

}  // namespace condyle
