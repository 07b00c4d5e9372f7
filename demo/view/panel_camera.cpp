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

void cut_rows(ViewerState& state) {
  Cut& cut = state.view.cut;
  const Eigen::AlignedBox3d box = framed_box(state);
  CutAcross across = cut.across;
  if (combo_row("cut across", across, "leaves out what is in front of a plane (K)"))
    cut = cut_through(box.center(), across, state.camera);
  if (!cut.active()) return;
  // Along an axis the slider shows its coordinate, whichever side is left out.
  const double sign = cut.plane.normal.sum() < 0 && across != CutAcross::view ? -1 : 1;
  const double middle = cut.plane.normal.dot(box.center());
  const double half = cut.plane.normal.cwiseAbs().dot(box.sizes()) / 2;
  double at = sign * cut.plane.offset;
  if (number_row("cut at", at, {sign * middle - half, sign * middle + half, 1e-3, "%.1f mm"},
                 "in the world, along the normal of the plane (Shift + wheel)"))
    cut.plane.offset = sign * at;
  row("");
  if (ImGui::Button("Other side")) cut.plane = cut.plane.turned_round();
}

}  // namespace condyle
