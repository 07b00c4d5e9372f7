// Under the table of contacts: patches, and the two sides of a plane.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "base/figure_text.h"
#include "view/panels.h"
#include "view/widgets.h"

namespace condyle {
namespace {

constexpr ImGuiTableFlags k_side_table =
    ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchProp;
constexpr int k_most_patches = 8;  // of a contact
constexpr double k_mm_of_side = 1e-3, k_mm2_of_side = 1e-6;

std::string in_millimetres(const Eigen::Vector3d& p) {
  return fmt::format("{} {} {}", fixed(p.x() / k_mm_of_side, 1), fixed(p.y() / k_mm_of_side, 1),
                     fixed(p.z() / k_mm_of_side, 1));
}

void patch_row(ViewerState& state, int contact, int index, const PressureUnit& unit) {
  const ContactResult& result = state.world->contacts()[contact].report->result();
  const ContactStatistics& patch = result.patches[static_cast<std::size_t>(index)].statistics;
  const bool is_chosen =
      state.patch.contact == contact && nearest_patch(result, state.patch.p_C) == index;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const std::string label = fmt::format("{}##patch{} {}", index + 1, contact, index);
  if (ImGui::Selectable(label.c_str(), is_chosen, ImGuiSelectableFlags_SpanAllColumns))
    state.patch = is_chosen ? ChosenPatch() : ChosenPatch{contact, patch.center_of_pressure};
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("click: mark the patch in the scene");
  right_aligned(three_digits(patch.contact_force.norm()));
  right_aligned(three_digits(patch.contact_area / k_mm2_of_side));
  right_aligned(three_digits(patch.max_pressure / unit.pascals));
  right_aligned(three_digits(patch.mean_pressure / unit.pascals));
  right_aligned(in_millimetres(patch.center_of_pressure));
}

void patch_table(ViewerState& state, int contact) {
  const WorldContact& of = state.world->contacts()[contact];
  if (!of.report || of.report->result().patches.empty()) return;
  const PressureUnit unit = state.drawing->pressure_unit(state.view);
  if (state.world->contacts().size() > 1) faint_text(of.name);
  if (!ImGui::BeginTable(fmt::format("patches{}", contact).c_str(), 6, k_side_table)) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, 1.5f * ImGui::GetFontSize());
  for (const char* name : {"force", "area", "peak", "mean"}) ImGui::TableSetupColumn(name);
  ImGui::TableSetupColumn("centre", ImGuiTableColumnFlags_WidthStretch, 2.4f);
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  for (const char* name : {"N", "mm\xc2\xb2", unit.name, unit.name, "centre [mm]"})
    right_aligned(name);
  ImGui::PopStyleColor();
  const int count = static_cast<int>(of.report->result().patches.size());
  for (int k = 0; k < std::min(count, k_most_patches); ++k) patch_row(state, contact, k, unit);
  ImGui::EndTable();
  if (count > k_most_patches) faint_text(fmt::format("and {} smaller", count - k_most_patches));
}

/// Chooses the plane. Returns whether there is one.
bool divider_rows(ViewerState& state) {
  Divider& divider = state.divider;
  if (!begin_rows("divider")) return false;
  row("divided by", "a plane across an axis of the casting mesh, such as medial from lateral");
  const std::array<const char*, 4> names = {"nothing", "x", "y", "z"};
  const int chosen = divider.contact < 0 ? 0 : divider.axis + 1;
  if (ImGui::BeginCombo("##divider", names[static_cast<std::size_t>(chosen)])) {
    for (int k = 0; k < 4; ++k)
      if (ImGui::Selectable(names[static_cast<std::size_t>(k)], k == chosen))
        divider = k == 0 ? Divider() : Divider{state.chosen_contact, k - 1, 0};
    ImGui::EndCombo();
  }
  if (divider.contact >= 0) {
    const MeshIndex casting = state.world->contacts()[divider.contact].casting;
    const Eigen::AlignedBox3d box = bounding_box(*state.world->mesh(casting).mesh);
    number_row("at", divider.offset,
               {box.min()[divider.axis], box.max()[divider.axis], k_mm_of_side, "%.1f mm"},
               "along this axis of the casting mesh");
  }
  end_rows();
  return divider.contact >= 0;
}

void side_row(const char* label, const std::string& below, const std::string& above) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(label);
  right_aligned(below);
  right_aligned(above);
}

void sides(const ViewerState& state) {
  const Divider& divider = state.divider;
  const WorldContact& contact = state.world->contacts()[divider.contact];
  std::array<ContactShare, 2> shares;
  if (contact.report) shares = shares_of(contact.report->pair(), divider.axis, divider.offset);
  const PressureUnit unit = state.drawing->pressure_unit(state.view);
  if (!ImGui::BeginTable("sides", 3, k_side_table)) return;
  ImGui::TableSetupColumn("figure", ImGuiTableColumnFlags_WidthStretch, 0.8f);
  ImGui::TableSetupColumn("below");
  ImGui::TableSetupColumn("above");
  const auto both = [&](const std::string& label, const auto& text_of) {
    side_row(label.c_str(), text_of(shares[0]), text_of(shares[1]));
  };
  side_row(contact.name.c_str(), side_name(divider, false), side_name(divider, true));
  both("force [N]", [](const ContactShare& of) { return three_digits(of.force.norm()); });
  both("area [mm\xc2\xb2]",
       [](const ContactShare& of) { return three_digits(of.area / k_mm2_of_side); });
  both(fmt::format("peak [{}]", unit.name),
       [&](const ContactShare& of) { return three_digits(of.peak_pressure / unit.pascals); });
  both(fmt::format("mean [{}]", unit.name),
       [&](const ContactShare& of) { return three_digits(of.mean_pressure() / unit.pascals); });
  both("centre [mm]", [](const ContactShare& of) {
    return of.area > 0 ? in_millimetres(of.centre) : std::string("\xe2\x80\x93");
  });
  both("moment [N m]", [](const ContactShare& of) {
    return fmt::format("{} {} {}", fixed(of.moment.x(), 2), fixed(of.moment.y(), 2),
                       fixed(of.moment.z(), 2));
  });
  ImGui::EndTable();
}

}  // namespace

void patch_list(ViewerState& state) {
  if (state.world->contacts().empty()) return;
  if (!ImGui::TreeNodeEx("patches", ImGuiTreeNodeFlags_NoTreePushOnOpen)) return;
  for (int k = 0; k < static_cast<int>(state.world->contacts().size()); ++k) patch_table(state, k);
}

void side_table(ViewerState& state) {
  if (state.world->contacts().empty()) return;
  if (!ImGui::TreeNodeEx("sides of a plane", ImGuiTreeNodeFlags_NoTreePushOnOpen)) return;
  if (divider_rows(state)) sides(state);
}

}  // namespace condyle
