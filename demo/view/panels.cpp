#include "view/panels.h"

#include <imgui.h>

#include <algorithm>

#include "condyle/error.h"

namespace condyle {
namespace {

constexpr float k_left_width = 23, k_right_width = 27;  // in heights of text

constexpr const char* k_mouse_hint =
    "left: turn   right: pull a body   middle: shift   wheel: zoom   H: help";

constexpr const char* k_replay_hint =
    "left: turn   middle: shift   wheel: zoom   space: pause   arrows: frames   H: help";

constexpr ImGuiWindowFlags k_fixed = ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoTitleBar |
                                     ImGuiWindowFlags_NoBringToFrontOnFocus;

void begin_panel(const char* name, float x, float width, float height) {
  ImGui::SetNextWindowPos({x, 0});
  ImGui::SetNextWindowSize({width, height});
  ImGui::Begin(name, nullptr, k_fixed);
}

bool draw_left(ViewerState& state, Parameters& edited, float width, float height) {
  begin_panel("controls", 0, width, height);
  scene_group(state);
  playback_group(state);
  const bool changed = parameter_group(state, edited);
  view_group(state);
  ImGui::End();
  return changed;
}

bool draw_right(ViewerState& state, Parameters& edited, float x, float width, float height) {
  begin_panel("results", x, width, height);
  contact_table(state);
  closed_form_table(state);
  if (!state.world->contacts().empty()) plot_group(state);
  const bool changed = strand_group(state, edited);
  if (!state.events.empty()) event_table(state);
  if (state.live) timing_group(state);
  ImGui::End();
  return changed;
}

// Both panels, which edit the world's parameters.
void draw_sides(ViewerState& state, ViewSize window) {
  const auto height = static_cast<float>(window.height);
  const float em = ImGui::GetFontSize(), right = k_right_width * em;
  const Parameters before = parameters_of(*state.world);
  Parameters edited = before;
  bool changed = draw_left(state, edited, k_left_width * em, height);
  changed |= draw_right(state, edited, static_cast<float>(window.width) - right, right, height);
  if (changed) try {
      apply(edited, *state.world);
      parameters_changed(state);
    } catch (const InputError& error) {
      apply(before, *state.world);
      say(state, error.what());
      changed = false;
    }
  state.undo.track(before, changed, ImGui::IsAnyItemActive());
}

void draw_message(const ViewerState& state, const ScreenArea& area) {
  if (ImGui::GetTime() > state.message_until) return;
  ImGui::SetNextWindowPos(
      {area.x + area.width / 2, area.y + area.height - 3.5f * ImGui::GetFontSize()}, 0, {0.5f, 1});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {0.8f * area.width, area.height});
  ImGui::Begin("message", nullptr,
               k_fixed | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs);
  ImGui::PushTextWrapPos(0.7f * area.width);
  ImGui::TextUnformatted(state.message.c_str());
  ImGui::PopTextWrapPos();
  ImGui::End();
}

}  // namespace

Plot curve_over_time(const ViewerState& state, const std::string& title, const std::string& unit,
                     const TimeSeries& series) {
  Plot plot = plot_over_time(title, unit, series);
  if (!state.replay) return plot;
  plot.x_low = state.replay->recording().first_time();
  plot.x_high = std::max(state.replay->recording().last_time(), plot.x_low + 1e-3);
  plot.mark = state.replay->time();
  return plot;
}

void draw_and_seek(ViewerState& state, const Plot& plot) {
  const std::optional<double> x = draw_plot(plot);
  if (x && state.replay && plot.x_unit == k_seconds) state.replay->show_time(*x);
}

ScreenArea scene_area(const ViewerState& state, ViewSize window) {
  const auto width = static_cast<float>(window.width), height = static_cast<float>(window.height);
  const float em = ImGui::GetFontSize();
  const float below = timeline_height(state);
  if (!state.show_panels) return {0, 0, width, height - below};
  const float left = k_left_width * em, right = k_right_width * em;
  // A window too narrow for everything still shows a strip of the scene, below the panels.
  return {left, 0, std::max(width - left - right, 64.0f), height - below};
}

void draw_panels(ViewerState& state, ViewSize window) {
  const ScreenArea area = scene_area(state, window);
  ImDrawList& back = *ImGui::GetBackgroundDrawList();
  draw_overlay(back, area, *state.world, *state.drawing, state.list.paint);
  draw_hint(back, area, state.replay ? k_replay_hint : k_mouse_hint);
  if (state.replay) timeline(state, area);
  if (state.show_panels) draw_sides(state, window);
  if (state.show_timings && state.live) timings_window(state, area);
  findings_panel(state, area);
  if (state.show_help) help_window(state, area);
  draw_message(state, area);
}

}  // namespace condyle
