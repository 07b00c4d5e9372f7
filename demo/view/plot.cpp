#include "view/plot.h"

#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "view/overlay.h"
#include "view/ticks.h"

namespace condyle {
namespace {

constexpr std::array<ImU32, 6> k_colors = {
    IM_COL32(94, 200, 190, 255),  IM_COL32(250, 170, 80, 255), IM_COL32(150, 160, 250, 255),
    IM_COL32(240, 110, 140, 255), IM_COL32(170, 215, 90, 255), IM_COL32(220, 220, 220, 255)};
constexpr ImU32 k_axis = IM_COL32(120, 130, 145, 255), k_grid = IM_COL32(255, 255, 255, 22);
constexpr ImU32 k_back = IM_COL32(0, 0, 0, 60);

struct Axes {
  ScreenArea area;
  double first = 0, last = 1;  // time [s]
  double top = 1;              // value shown

  float x(double time) const {
    return area.x + area.width * static_cast<float>((time - first) / (last - first));
  }
  float y(double value) const { return area.y + area.height * static_cast<float>(1 - value / top); }
};

double largest(const TimeSeries& series) {
  double value = 0;
  for (const TimeSeries::Line& line : series.lines()) {
    for (float sample : line.values) value = std::max(value, static_cast<double>(sample));
  }
  return value;
}

Axes axes_in(const ScreenArea& item, const TimeSeries& series, double factor) {
  const float em = ImGui::GetFontSize();
  Axes axes;
  axes.area = {item.x + 3.2f * em, item.y + 1.7f * em, item.width - 3.7f * em,
               item.height - 3.4f * em};
  axes.last = series.times().empty() ? 0 : series.times().back();
  axes.last = std::max(axes.last, 1.0);
  axes.first = std::max(0.0, axes.last - 10);
  axes.top = round_up(factor * largest(series));
  return axes;
}

void text(ImDrawList& list, float x, float y, ImU32 color, const std::string& words) {
  list.AddText({x, y}, color, words.c_str());
}

void draw_axes(ImDrawList& list, const Axes& axes) {
  const float em = ImGui::GetFontSize();
  const ScreenArea& a = axes.area;
  list.AddRectFilled({a.x, a.y}, {a.x + a.width, a.y + a.height}, k_back);
  const Ticks values = choose_ticks(0, axes.top, 4);
  for (double value : values.values) {
    const float y = axes.y(value);
    const std::string label = tick_label(value, values);
    list.AddLine({a.x, y}, {a.x + a.width, y}, value == 0 ? k_axis : k_grid);
    text(list, a.x - 0.4f * em - ImGui::CalcTextSize(label.c_str()).x, y - em / 2, k_axis, label);
  }
  const Ticks times = choose_ticks(axes.first, axes.last, 5);
  for (double time : times.values) {
    const float x = axes.x(time);
    const std::string unit = time == times.values.back() ? " s" : "";
    const std::string label = tick_label(time, times) + unit;
    list.AddLine({x, a.y}, {x, a.y + a.height}, k_grid);
    text(list, x - ImGui::CalcTextSize(label.c_str()).x / 2, a.y + a.height + 0.2f * em, k_axis,
         label);
  }
}

void draw_line(ImDrawList& list, const Axes& axes, const TimeSeries& series, std::size_t k,
               double factor) {
  std::vector<ImVec2> points;
  for (std::size_t i = 0; i < series.times().size(); ++i) {
    if (series.times()[i] < axes.first) continue;
    points.emplace_back(axes.x(series.times()[i]),
                        axes.y(factor * static_cast<double>(series.lines()[k].values[i])));
  }
  list.AddPolyline(points.data(), static_cast<int>(points.size()), k_colors[k % k_colors.size()],
                   ImDrawFlags_None, 1.6f);
}

// Names from the right edge leftward, as many as there is room for beside the title.
void draw_legend(ImDrawList& list, const ScreenArea& item, const TimeSeries& series,
                 float title_width) {
  const float em = ImGui::GetFontSize();
  float x = item.x + item.width;
  for (std::size_t k = series.lines().size(); k-- > 0;) {
    const std::string& name = series.lines()[k].name;
    x -= ImGui::CalcTextSize(name.c_str()).x + 0.9f * em;
    if (x < item.x + title_width + 0.8f * em) return;
    text(list, x + 0.9f * em, item.y, ImGui::GetColorU32(ImGuiCol_TextDisabled), name);
    list.AddRectFilled({x, item.y + 0.45f * em}, {x + 0.6f * em, item.y + 0.65f * em},
                       k_colors[k % k_colors.size()]);
    x -= 0.8f * em;
  }
}

void show_values_under_cursor(ImDrawList& list, const Axes& axes, const TimeSeries& series,
                              double factor, const std::string& unit) {
  const ImVec2 mouse = ImGui::GetMousePos();
  const ScreenArea& a = axes.area;
  if (series.times().empty() || mouse.x < a.x || mouse.x > a.x + a.width) return;
  const double time = axes.first + (axes.last - axes.first) * (mouse.x - a.x) / a.width;
  const auto after =
      std::lower_bound(series.times().begin(), series.times().end(), static_cast<float>(time));
  if (after == series.times().end()) return;
  const auto i = static_cast<std::size_t>(after - series.times().begin());
  list.AddLine({mouse.x, a.y}, {mouse.x, a.y + a.height}, k_axis);
  std::string words = fmt::format("{:.3f} s", *after);
  for (const TimeSeries::Line& line : series.lines()) {
    words += fmt::format("\n{} {:.4g} {}", line.name, factor * line.values[i], unit);
  }
  ImGui::SetTooltip("%s", words.c_str());
}

}  // namespace

void plot_lines(const std::string& title, const std::string& unit, const TimeSeries& series,
                double factor, float height, bool legend) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ScreenArea item{corner.x, corner.y, ImGui::GetContentRegionAvail().x, height};
  const std::string heading = fmt::format("{} [{}]", title, unit);
  ImGui::InvisibleButton(title.c_str(), {item.width, item.height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Axes axes = axes_in(item, series, factor);
  draw_axes(list, axes);
  for (std::size_t k = 0; k < series.lines().size(); ++k) {
    draw_line(list, axes, series, k, factor);
  }
  text(list, item.x, item.y, ImGui::GetColorU32(ImGuiCol_Text), heading);
  if (legend) draw_legend(list, item, series, ImGui::CalcTextSize(heading.c_str()).x);
  if (ImGui::IsItemHovered()) show_values_under_cursor(list, axes, series, factor, unit);
}

}  // namespace condyle
