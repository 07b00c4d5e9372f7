#include "view/plot_files.h"

#include <fmt/format.h>

#include <cmath>

#include "base/plot_sheet.h"
#include "simulate/history.h"

namespace condyle {
namespace {

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

std::string x_label(const Plot& plot) {
  return with_unit(plot.x_unit == k_seconds ? "time" : plot.x_name, plot.x_unit);
}

/// Which lines are meant: those of the left or of the right axis.
struct LineRange {
  std::size_t begin, end;
  std::string unit;
};

LineRange left_lines(const Plot& plot) {
  return {0, std::min(plot.right_from, plot.lines.size()), plot.unit};
}

LineRange right_lines(const Plot& plot) {
  return {std::min(plot.right_from, plot.lines.size()), plot.lines.size(), plot.right_unit};
}

void add_rows(std::span<const float> x, std::span<const TimeSeries::Line> lines, double factor,
              const char* run, std::string& text) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    text += fmt::format("{}{}", run, x[i]);
    for (const TimeSeries::Line& line : lines) {
      const double value = factor * line.values[i];
      text += std::isnan(value) ? "," : fmt::format(",{}", value);
    }
    text += '\n';
  }
}

SheetLine sheet_line(const std::string& name, std::span<const float> x,
                     const TimeSeries::Line& line, double factor) {
  SheetLine sheet{.name = name};
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!std::isnan(line.values[i])) sheet.points.emplace_back(x[i], factor * line.values[i]);
  return sheet;
}

SheetPlot sheet_of(const Plot& plot, const LineRange& range) {
  SheetPlot sheet{.title = with_unit(plot.title, range.unit), .x_label = x_label(plot)};
  for (std::size_t k = range.begin; k < range.end; ++k)
    sheet.lines.push_back(sheet_line(plot.lines[k].name, plot.x, plot.lines[k], plot.factor));
  for (std::size_t k = range.begin; k < std::min(range.end, plot.before.size()); ++k)
    sheet.lines.push_back(
        sheet_line(plot.before[k].name + ", last run", plot.before_x, plot.before[k], plot.factor));
  return sheet;
}

}  // namespace

std::string plot_csv(const Plot& plot) {
  const bool has_before = !plot.before.empty();
  std::string text = (has_before ? "run," : "") + csv_field(x_label(plot));
  for (const LineRange& range : {left_lines(plot), right_lines(plot)})
    for (std::size_t k = range.begin; k < range.end; ++k)
      text += ',' + csv_field(with_unit(plot.lines[k].name, range.unit));
  text += '\n';
  add_rows(plot.x, plot.lines, plot.factor, has_before ? "this," : "", text);
  if (has_before) add_rows(plot.before_x, plot.before, plot.factor, "last,", text);
  return text;
}

std::string plot_svg(const Plot& plot) {
  std::vector<SheetPlot> sheets{sheet_of(plot, left_lines(plot))};
  const LineRange right = right_lines(plot);
  if (right.begin < right.end) sheets.push_back(sheet_of(plot, right));
  return to_svg("", sheets);
}

}  // namespace condyle
