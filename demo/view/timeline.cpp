// The scrub bar of a recorded motion, below the scene.
#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>

#include "base/figure_text.h"
#include "base/ticks.h"
#include "view/panels.h"
#include "view/theme.h"
#include "view/widgets.h"

namespace condyle {
namespace {

constexpr float k_timeline_height = 4.6f, k_words_width = 16;  // in text heights

/// Maps times to pixels.
struct Track {
  ScreenArea area;
  double first = 0, last = 1;  // [s]

  float x(double time) const {
    const double part = last > first ? (time - first) / (last - first) : 0;
    return area.x + area.width * static_cast<float>(part);
  }
  double time(float x) const {
    return first + (last - first) * std::clamp((x - area.x) / area.width, 0.0f, 1.0f);
  }
  float bottom() const { return area.y + area.height; }
};

void draw_ground(ImDrawList& list, const Track& track, double now) {
  const ScreenArea& a = track.area;
  const float round = 0.3f * ImGui::GetFontSize();
  list.AddRectFilled({a.x, a.y}, {a.x + a.width, track.bottom()}, theme_colors().grid, round);
  list.AddRectFilled({a.x, a.y}, {track.x(now), track.bottom()}, theme_colors().past, round);
}

// Draws the largest pressure over time, which shows where in the motion something happens.
void draw_pressure(ImDrawList& list, const Track& track, const TimeSeries& peaks) {
  std::vector<float> largest(peaks.times().size(), 0);
  for (const TimeSeries::Line& line : peaks.lines()) {
    for (std::size_t i = 0; i < largest.size(); ++i)
      largest[i] = std::max(largest[i], line.values[i]);
  }
  const float top = largest.empty() ? 0 : *std::ranges::max_element(largest);
  if (!(top > 0)) return;
  std::vector<ImVec2> points;
  for (std::size_t i = 0; i < largest.size(); ++i) {
    points.emplace_back(track.x(peaks.times()[i]),
                        track.bottom() - 0.9f * track.area.height * largest[i] / top);
  }
  list.AddPolyline(points.data(), static_cast<int>(points.size()), theme_colors().curve,
                   ImDrawFlags_None, 1.3f);
}

void draw_times(ImDrawList& list, const Track& track) {
  const float em = ImGui::GetFontSize();
  const Ticks ticks = choose_ticks(track.first, track.last, 8);
  for (double time : ticks.values) {
    const float x = track.x(time);
    const std::string label = tick_label(time, ticks) + (time == ticks.values.back() ? " s" : "");
    list.AddLine({x, track.area.y}, {x, track.bottom()}, theme_colors().grid);
    list.AddText({x - ImGui::CalcTextSize(label.c_str()).x / 2, track.bottom() + 0.15f * em},
                 theme_colors().axis, label.c_str());
  }
}

void draw_handle(ImDrawList& list, const Track& track, double now) {
  const float em = ImGui::GetFontSize(), x = track.x(now);
  list.AddLine({x, track.area.y - 0.15f * em}, {x, track.bottom() + 0.15f * em},
               theme_colors().plot_mark, 2);
  list.AddTriangleFilled({x - 0.4f * em, track.area.y - 0.45f * em},
                         {x + 0.4f * em, track.area.y - 0.45f * em}, {x, track.area.y + 0.15f * em},
                         theme_colors().plot_mark);
}

// Buttons to play and to step one frame back or forward.
void buttons(ViewerState& state) {
  const ImVec2 size{3.6f * ImGui::GetFontSize(), 0};
  if (ImGui::Button(state.playback.playing ? "Pause" : "Play", size)) play_or_pause(state);
  ImGui::SameLine();
  if (ImGui::ArrowButton("back", ImGuiDir_Left)) step_once(state, false);
  ImGui::SameLine();
  if (ImGui::ArrowButton("forward", ImGuiDir_Right)) step_once(state, true);
}

void words(const Replay& replay) {
  const Recording& recording = replay.recording();
  ImGui::Text("%s s", fixed(replay.time(), 3).c_str());
  ImGui::SameLine();
  ImGui::TextDisabled("%s",
                      fmt::format("{} {} of {}", replay.is_at_frame() ? "frame" : "after frame",
                                  replay.frame() + 1, recording.frames())
                          .c_str());
}

}  // namespace

float timeline_height(const ViewerState& state) {
  return state.replay ? k_timeline_height * ImGui::GetFontSize() : 0;
}

void timeline(ViewerState& state, const ScreenArea& area) {
  Replay& replay = *state.replay;
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({area.x, area.y});
  ImGui::SetNextWindowSize({area.width, area.height});
  ImGui::Begin("timeline", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoSavedSettings);
  ImGui::BeginGroup();
  buttons(state);
  words(replay);
  ImGui::EndGroup();
  ImGui::SameLine(k_words_width * em);

  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size{std::max(ImGui::GetContentRegionAvail().x - em, em), 3.2f * em};
  ImGui::InvisibleButton("track", size);
  const Track track{{corner.x, corner.y + 0.5f * em, size.x, size.y - 1.6f * em},
                    replay.recording().first_time(),
                    replay.recording().last_time()};
  if (ImGui::IsItemActive()) replay.show_time(track.time(ImGui::GetMousePos().x));
  if (ImGui::IsItemHovered()) tell_at_cursor(fixed(track.time(ImGui::GetMousePos().x), 3) + " s");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_ground(list, track, replay.time());
  draw_pressure(list, track, curves(state).peaks);
  draw_times(list, track);
  draw_handle(list, track, replay.time());
  ImGui::End();
}

}  // namespace condyle
