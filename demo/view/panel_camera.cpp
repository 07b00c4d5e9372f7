// Rows of the group View for the camera.
#include <fmt/format.h>
#include <imgui.h>

#include "view/panels.h"
#include "view/widgets.h"

namespace condyle {

void camera_rows(ViewerState& state) {
  row("see from", "an axis of the world (X, Y, Z); again: from its other side");
  const std::array<const char*, 3> names = {"x", "y", "z"};
  for (int axis = 0; axis < 3; ++axis) {
    if (axis > 0) ImGui::SameLine();
    if (ImGui::Button(names[static_cast<std::size_t>(axis)], {2.4f * ImGui::GetFontSize(), 0}))
      view_along(state.camera, Eigen::Vector3d::Unit(axis));
  }
  row("follow", "a body, with which the camera moves (C: the body under the cursor)");
  const auto name = [&](int body) {
    return body < 0 ? std::string("nothing") : state.world->bodies()[body].name;
  };
  if (!ImGui::BeginCombo("##follow", name(state.follow.body).c_str())) return;
  for (int body = -1; body < static_cast<int>(state.world->bodies().size()); ++body) {
    const std::string label = fmt::format("{}##follow{}", name(body), body);
    if (ImGui::Selectable(label.c_str(), body == state.follow.body))
      follow(state.follow, *state.world, body);
  }
  ImGui::EndCombo();
}

}  // namespace condyle
