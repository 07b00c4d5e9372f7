#include "view/plot.h"

#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/figure_text.h"
#include "base/ticks.h"
#include "view/overlay.h"
#include "view/plot_zoom.h"
#include "view/theme.h"
#include "view/widgets.h"

namespace condyle {
namespace {

constexpr double k_seconds_shown = 10, k_least_x_range = 1e-3;
constexpr double k_far_from_zero = 0.5;                         // spread over size, below which ...
constexpr float k_least_apart = 1;                              // of drawn samples [pixels]
constexpr double k_range_margin = 0.05, k_least_spread = 1e-4;  // ... the range has these margins

/// Displayed values of one axis, from bottom to top.
struct ValueRange {
  double bottom = 0, top = 1;
};

struct Axes {
  ScreenArea area;
  double low = 0, high = 1;  // limits of x
  ValueRange left, right;

  float x(double value) const {
    return area.x + area.width * static_cast<float>((value - low) / (high - low));
  }
  float y(double value, bool of_right = false) const {
    const ValueRange& of = of_right ? right : left;
    return area.y + area.height * static_cast<float>((of.top - value) / (of.top - of.bottom));
  }
  double value_at(float pixel) const { return low + (high - low) * (pixel - area.x) / area.width; }
  bool shows(double value) const { return value >= low && value <= high; }
};

using Lines = std::span<const TimeSeries::Line>;

bool has_right_axis(const Plot& plot) { return plot.right_from < plot.lines.size(); }

/// The lines of one axis.
Lines lines_of(Lines lines, const Plot& plot, bool of_right) {
  const std::size_t middle = std::min(plot.right_from, lines.size());
  return of_right ? lines.subspan(middle) : lines.first(middle);
}

/// A range with round ends that has 0 in it, or is close around values that are far from 0.
ValueRange round_range(double lowest, double largest, bool from_zero) {
  const double spread = largest - lowest, size = std::max(std::abs(lowest), std::abs(largest));
  if (!from_zero && lowest * largest > 0 && spread < k_far_from_zero * size) {
    const double margin = std::max(k_range_margin * spread, k_least_spread * size);
    return {lowest - margin, largest + margin};
  }
  return {lowest < 0 ? -round_up(-lowest) : 0, largest > 0 || lowest >= 0 ? round_up(largest) : 0};
}

ValueRange range_of_values(const Plot& plot, bool of_right) {
  double lowest = INFINITY, largest = -INFINITY;
  const auto take = [&](double value) {
    if (std::isnan(value)) return;
    lowest = std::min(lowest, value);
    largest = std::max(largest, value);
  };
  const auto take_shown = [&](std::span<const float> x, Lines lines) {
    for (const TimeSeries::Line& line : lines_of(lines, plot, of_right))
      for (std::size_t i = 0; i < std::min(x.size(), line.values.size()); ++i)
        if (x[i] >= plot.x_low && x[i] <= plot.x_high) take(plot.factor * line.values[i]);
  };
  if (plot.dot && !of_right) take(plot.dot->y());
  take_shown(plot.x, plot.lines);
  take_shown(plot.before_x, plot.before);
  if (lowest > largest) lowest = largest = 0;
  return round_range(lowest, largest, plot.from_zero);
}

ValueRange part_of(const ValueRange& all, const PlotPart& part) {
  const double size = all.top - all.bottom;
  return {all.bottom + part.low * size, all.bottom + part.high * size};
}

ScreenArea line_area(const ScreenArea& item, const Plot& plot) {
  const float em = ImGui::GetFontSize(), right = has_right_axis(plot) ? 3.2f * em : 0.5f * em;
  return {item.x + 3.2f * em, item.y + 1.7f * em, item.width - 3.2f * em - right,
          item.height - 3.4f * em};
}

Axes axes_in(const ScreenArea& area, const Plot& plot, const PlotParts& parts) {
  const double width = plot.x_high - plot.x_low;
  return {area, plot.x_low + parts.x.low * width, plot.x_low + parts.x.high * width,
          part_of(range_of_values(plot, false), parts.y),
          part_of(range_of_values(plot, true), parts.y)};
}

/// With the unit of the left axis, if it has one.
std::string heading_of(const Plot& plot) {
  if (plot.unit.empty()) return plot.title;
  return plot.title + (plot.title.empty() ? "[" : " [") + plot.unit + "]";
}

void text(ImDrawList& list, float x, float y, ImU32 color, const std::string& words) {
  list.AddText({x, y}, color, words.c_str());
}

void draw_values(ImDrawList& list, const Axes& axes, bool of_right) {
  const float em = ImGui::GetFontSize();
  const ScreenArea& a = axes.area;
  const ValueRange& range = of_right ? axes.right : axes.left;
  const Ticks values = choose_ticks(range.bottom, range.top, 4);
  for (double value : values.values) {
    const float y = axes.y(value, of_right);
    const std::string label = tick_label(value, values);
    if (!of_right)
      list.AddLine({a.x, y}, {a.x + a.width, y},
                   value == 0 ? theme_colors().axis : theme_colors().grid);
    const float x =
        of_right ? a.right() + 0.4f * em : a.x - 0.4f * em - ImGui::CalcTextSize(label.c_str()).x;
    text(list, x, y - em / 2, theme_colors().axis, label);
  }
}

void draw_right_axis(ImDrawList& list, const ScreenArea& item, const Axes& axes, const Plot& plot) {
  draw_values(list, axes, true);
  const std::string unit = "[" + plot.right_unit + "]";
  text(list, item.right() - ImGui::CalcTextSize(unit.c_str()).x, item.y,
       ImGui::GetColorU32(ImGuiCol_Text), unit);
}

void draw_x(ImDrawList& list, const Axes& axes, const std::string& unit) {
  const float em = ImGui::GetFontSize();
  const ScreenArea& a = axes.area;
  const Ticks ticks = choose_ticks(axes.low, axes.high, 5);
  for (double value : ticks.values) {
    const float x = axes.x(value);
    const std::string label =
        tick_label(value, ticks) + (value == ticks.values.back() ? " " + unit : "");
    const float width = ImGui::CalcTextSize(label.c_str()).x;
    list.AddLine({x, a.y}, {x, a.y + a.height}, theme_colors().grid);
    text(list, std::min(x - width / 2, a.x + a.width + 0.5f * em - width),
         a.y + a.height + 0.2f * em, theme_colors().axis, label);
  }
}

void draw_line(ImDrawList& list, const Axes& axes, std::span<const float> x,
               std::span<const float> values, double factor, ImU32 color, bool of_right) {
  std::vector<ImVec2> points;
  std::optional<ImVec2> skipped;  // the last sample, if it is not among the points
  const auto draw = [&] {
    if (skipped) points.push_back(*std::exchange(skipped, {}));
    list.AddPolyline(points.data(), static_cast<int>(points.size()), color, ImDrawFlags_None, 1.6f);
    points.clear();
  };
  // Samples in the same pixel look like one, and would be most of what a picture sends.
  const auto add = [&](ImVec2 p) {
    const bool is_near = !points.empty() && std::abs(p.x - points.back().x) < k_least_apart &&
                         std::abs(p.y - points.back().y) < k_least_apart;
    skipped = is_near ? std::optional(p) : std::nullopt;
    if (!is_near) points.push_back(p);
  };
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(values[i]) || std::isnan(x[i]))
      draw();
    else if (axes.shows(x[i]))
      add({axes.x(x[i]), axes.y(factor * values[i], of_right)});
  }
  draw();
}

void draw_lines(ImDrawList& list, const Axes& axes, const Plot& plot) {
  const ScreenArea& a = axes.area;
  list.PushClipRect({a.x, a.y - 1}, {a.right(), a.bottom() + 1}, true);
  for (std::size_t k = 0; k < plot.before.size(); ++k)
    draw_line(list, axes, plot.before_x, plot.before[k].values, plot.factor, theme_colors().before,
              k >= plot.right_from);
  for (std::size_t k = 0; k < plot.lines.size(); ++k)
    draw_line(list, axes, plot.x, plot.lines[k].values, plot.factor, line_color(k),
              k >= plot.right_from);
  list.PopClipRect();
}

void draw_dot(ImDrawList& list, const Axes& axes, const Eigen::Vector2d& dot) {
  const ImVec2 centre{axes.x(std::clamp(dot.x(), axes.low, axes.high)), axes.y(dot.y())};
  list.AddCircleFilled(centre, 0.32f * ImGui::GetFontSize(), theme_colors().plot_mark);
}

void draw_mark(ImDrawList& list, const Axes& axes, double mark) {
  const float x = axes.x(std::clamp(mark, axes.low, axes.high));
  list.AddLine({x, axes.area.y}, {x, axes.area.y + axes.area.height}, theme_colors().plot_mark,
               1.2f);
}

// Draws names from right to left, as many as fit beside the title.
void draw_legend(ImDrawList& list, const ScreenArea& item, const Plot& plot, float title_width) {
  const float em = ImGui::GetFontSize();
  float x = item.x + item.width;
  for (std::size_t k = plot.lines.size(); k-- > 0;) {
    const std::string& name = plot.lines[k].name;
    x -= ImGui::CalcTextSize(name.c_str()).x + 0.9f * em;
    if (x < item.x + title_width + 0.8f * em) return;
    text(list, x + 0.9f * em, item.y, ImGui::GetColorU32(ImGuiCol_TextDisabled), name);
    list.AddRectFilled({x, item.y + 0.45f * em}, {x + 0.6f * em, item.y + 0.65f * em},
                       line_color(k));
    x -= 0.8f * em;
  }
}

// Shows the sample nearest to the cursor; the latest one if several are equally near.
void show_values_under_cursor(ImDrawList& list, const Axes& axes, const Plot& plot) {
  const ImVec2 mouse = ImGui::GetMousePos();
  const ScreenArea& a = axes.area;
  if (plot.x.empty() || mouse.x < a.x || mouse.x > a.x + a.width) return;
  const double wanted = axes.value_at(mouse.x);
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < plot.x.size(); ++i) {
    if (std::abs(plot.x[i] - wanted) <= std::abs(plot.x[nearest] - wanted)) nearest = i;
  }
  list.AddLine({mouse.x, a.y}, {mouse.x, a.y + a.height}, theme_colors().axis);
  std::string words = fmt::format("{} {:.4g} {}", plot.x_name, plot.x[nearest], plot.x_unit);
  for (std::size_t k = 0; k < plot.lines.size(); ++k) {
    const TimeSeries::Line& line = plot.lines[k];
    if (std::isnan(line.values[nearest])) continue;
    words += fmt::format("\n{} {} {}", line.name, three_digits(plot.factor * line.values[nearest]),
                         k < plot.right_from ? plot.unit : plot.right_unit);
  }
  tell_at_cursor(words);
}

}  // namespace

unsigned line_color(std::size_t line) {
  return theme_colors().lines[line % theme_colors().lines.size()];
}

std::optional<double> draw_plot(const Plot& plot) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ScreenArea item{corner.x, corner.y, ImGui::GetContentRegionAvail().x, plot.height};
  const std::string heading = heading_of(plot);
  ImGui::InvisibleButton(plot.title.empty() ? "plot" : plot.title.c_str(),
                         {item.width, item.height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ScreenArea a = line_area(item, plot);
  const Axes axes = axes_in(a, plot, follow_zoom(a));
  list.AddRectFilled({a.x, a.y}, {a.x + a.width, a.y + a.height}, theme_colors().plot_ground);
  draw_values(list, axes, false);
  if (has_right_axis(plot)) draw_right_axis(list, item, axes, plot);
  draw_x(list, axes, plot.x_unit);
  draw_lines(list, axes, plot);
  if (plot.mark) draw_mark(list, axes, *plot.mark);
  if (plot.dot) draw_dot(list, axes, *plot.dot);
  text(list, item.x, item.y, ImGui::GetColorU32(ImGuiCol_Text), heading);
  if (plot.legend) draw_legend(list, item, plot, ImGui::CalcTextSize(heading.c_str()).x);
  if (ImGui::IsItemHovered()) show_values_under_cursor(list, axes, plot);
  if (!ImGui::IsItemActive()) return std::nullopt;
  return std::clamp(axes.value_at(ImGui::GetMousePos().x), axes.low, axes.high);
}

Plot plot_over_time(const std::string& title, const std::string& unit, const TimeSeries& series) {
  Plot plot{
      .title = title, .unit = unit, .lines = series.lines(), .x_name = "at", .x_unit = k_seconds};
  plot.x = series.times();
  plot.x_high = std::max(series.times().empty() ? 0.0 : series.times().back(), 1.0);
  plot.x_low = std::max(0.0, plot.x_high - k_seconds_shown);
  return plot;
}

void compare_with(const TimeSeries& last_run, Plot& plot) {
  if (last_run.times().empty()) return;
  plot.before = last_run.lines();
  plot.before_x = last_run.times();
  const double end = std::min<double>(last_run.times().back(), k_seconds_shown);
  plot.x_high = std::max(plot.x_high, end);
  plot.x_low = std::max(0.0, plot.x_high - k_seconds_shown);
}

Plot plot_over(const TimeSeries& x_series, const std::string& x_name, const std::string& x_unit,
               const std::string& title, const std::string& unit, const TimeSeries& series) {
  Plot plot{
      .title = title, .unit = unit, .lines = series.lines(), .x_name = x_name, .x_unit = x_unit};
  if (x_series.lines().empty() || x_series.times().size() != series.times().size()) return plot;
  plot.x = x_series.lines()[0].values;
  const auto [low, high] = std::minmax_element(plot.x.begin(), plot.x.end());
  if (low == plot.x.end()) return plot;
  plot.x_low = *low;
  plot.x_high = std::max<double>(*high, *low + k_least_x_range);
  return plot;
}

}  // namespace condyle
