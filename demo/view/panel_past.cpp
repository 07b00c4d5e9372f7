// The rows of the group Time for the past of a live scene.
#include <fmt/core.h>
#include <imgui.h>

#include "base/figure_text.h"
#include "view/panels.h"
#include "view/widgets.h"

namespace condyle {
namespace {

constexpr double k_megabyte = 1 << 20;

void scrub_row(LiveScene& live) {
  const PastView& past = live.past();
  row("past", "drag to see an earlier step; Play goes on from there. Left arrow: one step back");
  // Dear ImGui's numbers of 64 bits, as long has 32 on Windows.
  ImS64 number = past.shown;
  const ImS64 oldest = past.oldest, latest = past.latest;
  const std::string shown =
      past.is_past() ? fmt::format("{} s ago", fixed(past.seconds_ago, 3)) : "now";
  ImGui::SetNextItemWidth(-1);
  if (ImGui::SliderScalar("##past", ImGuiDataType_S64, &number, &oldest, &latest, shown.c_str(),
                          ImGuiSliderFlags_NoInput))
    live.show_past(static_cast<long>(number));
}

void step_row(ViewerState& state) {
  row("");
  if (ImGui::ArrowButton("one step back", ImGuiDir_Left)) step_once(state, false);
  ImGui::SameLine();
  if (ImGui::ArrowButton("one step forward", ImGuiDir_Right)) step_once(state, true);
  ImGui::SameLine();
  if (ImGui::Checkbox("loop", &state.loops)) state.live->loop(state.loops);
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("Play shows the past again and again, instead of going on");
}

void memory_row(ViewerState& state) {
  const PastView& past = state.live->past();
  double bytes = state.settings.past_megabytes * k_megabyte;
  if (number_row(
          "memory", bytes, {0, 4096 * k_megabyte, k_megabyte, "%.0f MB", false},
          fmt::format("of the past, at most; now {:.1f} MB for {} s. It ends where a layer is "
                      "changed. 0: none",
                      static_cast<double>(past.size) / k_megabyte, fixed(past.seconds, 2)))) {
    state.settings.past_megabytes = bytes / k_megabyte;
    limit_past(state);
  }
}

void bookmark_row(LiveScene& live) {
  row("kept", "moments to go back to; right click drops one (B: keep this one)");
  if (ImGui::Button("Keep")) live.add_bookmark();
  const std::vector<double>& times = live.past().bookmarks;
  const float right = ImGui::GetWindowContentRegionMax().x;
  for (int i = 0; i < static_cast<int>(times.size()); ++i) {
    const std::string label = fmt::format("{} s##kept{}", fixed(times[i], 2), i);
    ImGui::SameLine();
    if (ImGui::GetCursorPosX() + ImGui::CalcTextSize(label.c_str(), nullptr, true).x + 8 > right)
      ImGui::NewLine();
    if (ImGui::Button(label.c_str())) live.show_bookmark(i);
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) live.drop_bookmark(i);
  }
}

}  // namespace

void past_rows(ViewerState& state) {
  LiveScene& live = *state.live;
  if (!live.past().is_empty()) {
    scrub_row(live);
    step_row(state);
    bookmark_row(live);
  }
  memory_row(state);
}

}  // namespace condyle
