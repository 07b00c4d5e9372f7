#include "view/own_plots.h"

#include <algorithm>
#include <cmath>

#include "view/plot_columns.h"

namespace condyle {
namespace {

constexpr const char* k_between = " | ";
constexpr const char* k_time = "time";
constexpr double k_least_width = 1e-3;  // of a range of x, in its unit

const TimeSeries::Line* find_line(const TimeSeries& columns, const std::string& name) {
  const auto found = std::ranges::find(columns.lines(), name, &TimeSeries::Line::name);
  return found == columns.lines().end() ? nullptr : &*found;
}

/// The columns of the plot, those of the first unit first.
std::vector<std::string> sorted_by_unit(std::vector<std::string> names) {
  if (names.empty()) return names;
  const std::string first = unit_of_column(names[0]);
  std::stable_partition(names.begin(), names.end(),
                        [&](const std::string& name) { return unit_of_column(name) == first; });
  return names;
}

std::vector<TimeSeries::Line> chosen(const TimeSeries& columns,
                                     const std::vector<std::string>& names) {
  std::vector<TimeSeries::Line> lines;
  for (const std::string& name : names)
    if (const TimeSeries::Line* line = find_line(columns, name))
      lines.push_back({title_of_column(name), line->values});
  return lines;
}

std::span<const float> x_of(const OwnPlot& plot, const TimeSeries& columns) {
  if (plot.x.empty()) return columns.times();
  const TimeSeries::Line* line = find_line(columns, plot.x);
  return line ? std::span<const float>(line->values) : std::span<const float>();
}

/// Over a column, of this run alone: the last one may be of other settings.
void set_x_range(Plot& plot) {
  double low = INFINITY, high = -INFINITY;
  for (const float x : plot.x) {
    if (std::isnan(x)) continue;
    low = std::min<double>(low, x);
    high = std::max<double>(high, x);
  }
  plot.x_low = low <= high ? low : 0;
  plot.x_high = low <= high ? std::max(high, low + k_least_width) : 1;
}

}  // namespace

std::string text_of(const OwnPlot& plot) {
  std::string text = plot.x.empty() ? k_time : plot.x;
  for (const std::string& line : plot.lines) text += k_between + line;
  return text;
}

OwnPlot own_plot_of(const std::string& text) {
  std::vector<std::string> parts;
  const std::string between = k_between;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(between, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + between.size();
  }
  OwnPlot plot{.x = parts[0] == k_time ? "" : parts[0]};
  plot.lines.assign(parts.begin() + 1, parts.end());
  return plot;
}

bool can_show(const OwnPlot& plot, const std::string& column) {
  std::vector<std::string> units{unit_of_column(column)};
  for (const std::string& line : plot.lines) {
    const std::string unit = unit_of_column(line);
    if (std::ranges::find(units, unit) == units.end()) units.push_back(unit);
  }
  return units.size() <= 2;
}

void toggle_line(const std::string& column, OwnPlot& plot) {
  const auto found = std::ranges::find(plot.lines, column);
  if (found != plot.lines.end())
    plot.lines.erase(found);
  else if (can_show(plot, column))
    plot.lines.push_back(column);
}

std::string show_own_plot(const OwnPlot& plot, const TimeSeries& columns,
                          const TimeSeries& last_run, OwnPlotData& data) {
  for (const std::string& name : plot.lines)
    if (!find_line(columns, name)) return name;
  if (!plot.x.empty() && !find_line(columns, plot.x)) return plot.x;
  const std::vector<std::string> names = sorted_by_unit(plot.lines);
  Plot& shown = data.plot;
  shown = plot_over_time("", "", columns);
  if (plot.x.empty()) {
    compare_with(last_run, shown);
  } else {
    shown.x_name = title_of_column(plot.x);
    shown.x_unit = unit_of_column(plot.x);
    shown.x = x_of(plot, columns);
    set_x_range(shown);
  }
  data.lines = chosen(columns, names);
  data.before = chosen(last_run, names);
  shown.lines = data.lines;
  shown.before = data.before;
  shown.before_x = x_of(plot, last_run);
  if (data.before.size() != data.lines.size() || shown.before_x.empty()) shown.before = {};
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string unit = unit_of_column(names[k]);
    if (k == 0) shown.unit = unit;
    if (unit == shown.unit || shown.right_from != SIZE_MAX) continue;
    shown.right_from = k;
    shown.right_unit = unit;
  }
  if (names.empty()) shown.title = "choose lines below";
  shown.from_zero = false;
  return "";
}

}  // namespace condyle
