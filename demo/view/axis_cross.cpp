#include "view/axis_cross.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "view/theme.h"

namespace condyle {
namespace {

// In text heights: length of an axis, radius of its ends, distance from the lower edge.
constexpr float k_axis_length = 2.2f, k_end_radius = 0.62f, k_above_edge = 2.6f;
constexpr std::array<const char*, 3> k_axis_names = {"x", "y", "z"};
constexpr std::array<ImU32, 3> k_axis_colors = {
    IM_COL32(226, 96, 92, 255), IM_COL32(120, 190, 90, 255), IM_COL32(96, 150, 235, 255)};
constexpr ImU32 k_end_ground = IM_COL32(24, 30, 38, 255), k_end_text = IM_COL32(12, 14, 18, 255);

struct AxisEnd {
  int axis = 0;
  bool is_positive = true;
  double depth = 0;  // towards the eye
};

/// The far ones first.
std::array<AxisEnd, 6> ends_of(const Camera& camera) {
  std::array<AxisEnd, 6> ends;
  const Eigen::Vector3d to_eye = -view_direction(camera);
  for (int k = 0; k < 6; ++k)
    ends[static_cast<std::size_t>(k)] = {k / 2, k % 2 == 0, (k % 2 == 0 ? 1 : -1) * to_eye[k / 2]};
  std::ranges::sort(ends, {}, &AxisEnd::depth);
  return ends;
}

void draw_end(ImDrawList& list, const ImVec2& middle, const ImVec2& at, const AxisEnd& end) {
  const float em = text_height(), radius = k_end_radius * em;
  const ImU32 color = k_axis_colors[static_cast<std::size_t>(end.axis)];
  if (!end.is_positive) {
    list.AddCircleFilled(at, 0.8f * radius, k_end_ground);
    list.AddCircle(at, 0.8f * radius, color, 0, 0.1f * em);
    return;
  }
  list.AddLine(middle, at, color, 0.14f * em);
  list.AddCircleFilled(at, radius, color);
  const char* name = k_axis_names[static_cast<std::size_t>(end.axis)];
  const float size = 0.85f * em;
  const ImVec2 words = fonts().text->CalcTextSizeA(size, 1e6f, 0, name);
  list.AddText(fonts().text, size, {at.x - words.x / 2, at.y - words.y / 2}, k_end_text, name);
}

std::string name_of(const AxisEnd& end) {
  return (end.is_positive ? "+" : "-") +
         std::string(k_axis_names[static_cast<std::size_t>(end.axis)]);
}

}  // namespace

Eigen::Vector2d end_of_axis(const Camera& camera, int axis, bool is_positive) {
  const double sign = is_positive ? 1 : -1;
  return {sign * right_direction(camera)[axis], -sign * up_direction(camera)[axis]};
}

void axis_cross(ViewerState& state, const ScreenArea& scene) {
  const float em = text_height(), reach = (k_axis_length + k_end_radius) * em;
  if (scene.width < 6 * reach || scene.height < 6 * reach) return;
  ImGui::SetNextWindowPos({scene.x, scene.bottom() - k_above_edge * em - 2 * reach});
  ImGui::SetNextWindowSize({2 * reach, 2 * reach});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin("axes", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus);
  const ImVec2 corner = ImGui::GetWindowPos();
  const ImVec2 middle{corner.x + reach, corner.y + reach};
  ImGui::InvisibleButton("ends", {2 * reach, 2 * reach});
  const ImVec2 mouse = ImGui::GetMousePos();
  std::optional<AxisEnd> touched;
  for (const AxisEnd& end : ends_of(state.camera)) {
    const Eigen::Vector2d place =
        k_axis_length * em * end_of_axis(state.camera, end.axis, end.is_positive);
    const ImVec2 at{middle.x + static_cast<float>(place.x()),
                    middle.y + static_cast<float>(place.y())};
    draw_end(*ImGui::GetWindowDrawList(), middle, at, end);
    if (std::hypot(mouse.x - at.x, mouse.y - at.y) <= k_end_radius * em) touched = end;
  }
  if (touched && ImGui::IsItemHovered()) {
    ImGui::SetTooltip("see the scene from %s", name_of(*touched).c_str());
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left))
      view_along(state.camera,
                 (touched->is_positive ? 1 : -1) * Eigen::Vector3d::Unit(touched->axis));
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace condyle
