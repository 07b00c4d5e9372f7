#include "view/plot_zoom.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

constexpr double k_zoom_of_notch = 1.25, k_smallest_zoom = 1e-3;

/// Numbers under which ImGui keeps the part of an axis.
struct KeptPart {
  ImGuiID low, high;
};

KeptPart kept_part(const char* axis) {
  const std::string name = axis;
  const ImGuiID plot = ImGui::GetItemID();
  return {ImHashStr((name + " low").c_str(), 0, plot),
          ImHashStr((name + " high").c_str(), 0, plot)};
}

PlotPart part_of(const KeptPart& kept) {
  const ImGuiStorage& storage = *ImGui::GetStateStorage();
  return {storage.GetFloat(kept.low, 0), storage.GetFloat(kept.high, 1)};
}

void keep(const KeptPart& kept, const PlotPart& part) {
  ImGui::GetStateStorage()->SetFloat(kept.low, static_cast<float>(part.low));
  ImGui::GetStateStorage()->SetFloat(kept.high, static_cast<float>(part.high));
}

bool is_shifted() {
  return ImGui::IsMouseDown(ImGuiMouseButton_Middle) ||
         (ImGui::IsMouseDown(ImGuiMouseButton_Left) && ImGui::GetIO().KeyShift);
}

}  // namespace

PlotPart zoomed(const PlotPart& part, double factor, double at) {
  const double size = part.high - part.low;
  const double smaller = std::clamp(size / factor, k_smallest_zoom, 1.0);
  const double low = std::clamp(part.low + at * (size - smaller), 0.0, 1 - smaller);
  return {low, low + smaller};
}

PlotPart shifted(const PlotPart& part, double by) {
  const double size = part.high - part.low;
  const double low = std::clamp(part.low + by * size, 0.0, 1 - size);
  return {low, low + size};
}

PlotParts follow_zoom(const ScreenArea& area) {
  const KeptPart kept_x = kept_part("x"), kept_y = kept_part("y");
  PlotParts parts{part_of(kept_x), part_of(kept_y)};
  if (!ImGui::IsItemHovered()) return parts;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl) ImGui::SetItemUsingMouseWheel();  // else the panel scrolls
  if (io.KeyCtrl && io.MouseWheel != 0) {
    const double factor = std::pow(k_zoom_of_notch, io.MouseWheel);
    if (io.KeyShift)
      parts.y = zoomed(parts.y, factor, 1 - (io.MousePos.y - area.y) / area.height);
    else
      parts.x = zoomed(parts.x, factor, (io.MousePos.x - area.x) / area.width);
  }
  if (is_shifted()) {
    parts.x = shifted(parts.x, -io.MouseDelta.x / area.width);
    parts.y = shifted(parts.y, io.MouseDelta.y / area.height);
  }
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) parts = {};
  keep(kept_x, parts.x);
  keep(kept_y, parts.y);
  return parts;
}

}  // namespace condyle
