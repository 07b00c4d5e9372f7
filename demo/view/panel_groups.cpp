#include "view/panel_groups.h"

#include <imgui.h>

#include <algorithm>
#include <array>

#include "view/panels.h"

namespace condyle {
namespace {

constexpr float k_window_width = 30, k_window_height = 24;  // at first, in text heights
constexpr float k_drag = 1.5f;  // of the mouse before a group leaves its panel, in text heights

bool always(const ViewerState&) { return true; }
bool is_live(const ViewerState& state) { return state.live != nullptr; }

/// A group whose widgets change no parameters.
template <void (*draw)(ViewerState&)>
bool drawn(ViewerState& state, Parameters&) {
  draw(state);
  return false;
}

constexpr auto k_groups = std::to_array<PanelGroup>({
    {"Time", Side::left, always, drawn<playback_group>},
    {"Compare", Side::left, always, drawn<compare_group>},
    {"Drive", Side::left, is_live, drive_group},
    {"Material and law", Side::left, always, parameter_group},
    {"View", Side::left, always, drawn<view_group>},
    {"Contact", Side::right, always, drawn<contact_table>},
    {"Against theory", Side::right,
     [](const ViewerState& state) { return !state.world->closed_form().empty(); },
     drawn<closed_form_table>},
    {"Curves", Side::right,
     [](const ViewerState& state) { return !state.world->contacts().empty(); }, drawn<plot_group>},
    {"Plots", Side::right, always, drawn<own_plots_group>},
    {"Probes", Side::right, [](const ViewerState& state) { return !state.pinned.probes.empty(); },
     drawn<probe_group>},
    {"Ligaments", Side::right,
     [](const ViewerState& state) { return !state.world->strands().empty(); }, strand_group},
    {"Events", Side::right, [](const ViewerState& state) { return !state.events.empty(); },
     drawn<event_table>},
    {"Energy", Side::right,
     [](const ViewerState& state) { return is_live(state) && state.live->keeps_energy(); },
     drawn<energy_group>},
    {"Speed", Side::right, is_live, drawn<timing_group>},
});

GroupPlace place_of(const ViewerSettings& settings, const PanelGroup& group) {
  const auto found = settings.places.find(group.name);
  return found == settings.places.end() ? GroupPlace{.panel = group.home} : found->second;
}

void put(ViewerSettings& settings, const PanelGroup& group, const GroupPlace& place) {
  if (place.panel == group.home)
    settings.places.erase(group.name);
  else
    settings.places[group.name] = place;
}

/// A window with its title under the mouse.
GroupPlace window_at_mouse() {
  const float em = ImGui::GetFontSize();
  const ImVec2 mouse = ImGui::GetMousePos();
  return {.panel = {},
          .x = mouse.x / em - 2,
          .y = mouse.y / em - 1,
          .width = k_window_width,
          .height = k_window_height};
}

/// The panel under the mouse, if one is open there.
std::optional<Side> panel_at_mouse(const ViewerState& state) {
  const ImVec2 size = ImGui::GetIO().DisplaySize, mouse = ImGui::GetMousePos();
  const WindowLayout layout =
      window_layout(state, {static_cast<int>(size.x), static_cast<int>(size.y)});
  for (const Side side : {Side::left, Side::right})
    if (contains(layout.panel(side), {mouse.x, mouse.y, 0, 0})) return side;
  return {};
}

void follow_drag(ViewerState& state, const PanelGroup& group, const std::string& title) {
  const GroupPlace place = place_of(state.settings, group);
  if (ImGui::IsItemActive()) {
    if (!ImGui::IsMouseDragging(0, k_drag * ImGui::GetFontSize())) return;
    state.dragged_group = group.name;
    ImGui::SetTooltip("%s: drop it on a panel, or on the scene for a window", title.c_str());
    if (place.panel) return;
    const ImVec2 at = ImGui::GetWindowPos(), by = ImGui::GetIO().MouseDelta;
    ImGui::SetWindowPos({at.x + by.x, at.y + by.y});
    return;
  }
  if (state.dragged_group != group.name) return;
  state.dragged_group.clear();
  if (const std::optional<Side> panel = panel_at_mouse(state))
    put(state.settings, group, {.panel = panel});
  else if (place.panel)
    put(state.settings, group, window_at_mouse());
}

void offer_places(ViewerState& state, const PanelGroup& group) {
  if (!ImGui::BeginPopupContextItem()) return;
  const GroupPlace place = place_of(state.settings, group);
  for (const Side side : {Side::left, Side::right})
    if (ImGui::MenuItem(side == Side::left ? "to the left panel" : "to the right panel", nullptr,
                        false, place.panel != side))
      put(state.settings, group, {.panel = side});
  if (ImGui::MenuItem("in a window of its own", nullptr, false, place.panel.has_value()))
    put(state.settings, group, window_at_mouse());
  ImGui::Separator();
  if (ImGui::MenuItem("all groups as at first")) restore_layout(state.settings);
  ImGui::EndPopup();
}

}  // namespace

std::span<const PanelGroup> panel_groups() { return k_groups; }

bool draw_groups(ViewerState& state, Parameters& edited, Side side) {
  bool changed = false;
  for (const PanelGroup& group : k_groups)
    if (place_of(state.settings, group).panel == side && group.is_shown(state))
      changed |= group.draw(state, edited);
  return changed;
}

bool draw_group_windows(ViewerState& state, Parameters& edited) {
  bool changed = false;
  const float em = ImGui::GetFontSize();
  for (const PanelGroup& group : k_groups) {
    GroupPlace place = place_of(state.settings, group);
    if (place.panel || !group.is_shown(state)) continue;
    // A place from a larger display keeps its title in reach.
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const auto reachable = [em](float at, float size) {
      return std::clamp(at * em, 0.0f, std::max(0.0f, size - 4 * em));
    };
    ImGui::SetNextWindowPos({reachable(place.x, display.x), reachable(place.y, display.y)},
                            ImGuiCond_Appearing);
    ImGui::SetNextWindowSize({place.width * em, place.height * em}, ImGuiCond_Appearing);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::Begin((std::string("group ") + group.name).c_str(), nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar();
    changed |= group.draw(state, edited);
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    place = {
        .panel = {}, .x = at.x / em, .y = at.y / em, .width = size.x / em, .height = size.y / em};
    if (!place_of(state.settings, group).panel) put(state.settings, group, place);
    ImGui::End();
  }
  return changed;
}

void move_group_by_title(ViewerState& state, const std::string& name, const std::string& title) {
  const auto group = std::ranges::find(k_groups, name, &PanelGroup::name);
  if (group == k_groups.end()) return;  // a heading within a group
  follow_drag(state, *group, title);
  offer_places(state, *group);
}

void restore_layout(ViewerSettings& settings) {
  settings.places.clear();
  settings.folded.clear();
  settings.panels = {};
}

}  // namespace condyle
