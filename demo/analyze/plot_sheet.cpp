#include "analyze/plot_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "view/ticks.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

constexpr double k_width = 560, k_height = 300, k_heading = 40;
constexpr double k_left = 70, k_right = 150, k_top = 30, k_bottom = 45;

// Distinct for most kinds of colour blindness (Okabe & Ito 2008). Further lines are dashed.
constexpr std::array<const char*, 7> k_colours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                  "#E69F00", "#56B4E9", "#333333"};

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '<') {
      safe += "&lt;";
    } else if (c == '&') {
      safe += "&amp;";
    } else {
      safe += c;
    }
  }
  return safe;
}

struct Range {
  double low = 0, high = 1;
};

Range range_of(const std::vector<SheetLine>& lines, bool of_x) {
  Range range{INFINITY, -INFINITY};
  for (const SheetLine& line : lines) {
    for (const auto& [x, y] : line.points) {
      const double value = of_x ? x : y;
      range.low = std::min(range.low, value);
      range.high = std::max(range.high, value);
    }
  }
  if (!(range.low <= range.high)) return {};
  if (!of_x) range.low = std::min(range.low, 0.0);
  if (range.low == range.high) range.high += range.low == 0 ? 1 : std::abs(range.low);
  return range;
}

/// Draws one plot with its upper left corner at (x, y).
class PlotDrawing {
 public:
  PlotDrawing(const SheetPlot& plot, double x, double y)
      : plot_(plot),
        x_(x),
        y_(y),
        across_(range_of(plot.lines, true)),
        up_(range_of(plot.lines, false)) {}

  std::string text() {
    text_ = fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"title\">{}</text>\n", x_ + k_left,
                        y_ + k_top - 10, escaped(plot_.title));
    draw_axes();
    for (std::size_t i = 0; i < plot_.lines.size(); ++i) draw_line(i);
    return std::move(text_);
  }

 private:
  double to_x(double value) const {
    const double share = (value - across_.low) / (across_.high - across_.low);
    return x_ + k_left + share * (k_width - k_left - k_right);
  }
  double to_y(double value) const {
    const double share = (value - up_.low) / (up_.high - up_.low);
    return y_ + k_height - k_bottom - share * (k_height - k_top - k_bottom);
  }

  void draw_axes() {
    const Ticks across = choose_ticks(across_.low, across_.high, 6);
    for (const double value : across.values) {
      text_ += fmt::format(
          "<path class=\"grid\" d=\"M{0:.1f} {1:.1f}V{2:.1f}\"/>"
          "<text x=\"{0:.1f}\" y=\"{3:.1f}\" text-anchor=\"middle\">{4}</text>\n",
          to_x(value), to_y(up_.low), to_y(up_.high), to_y(up_.low) + 16,
          tick_label(value, across));
    }
    const Ticks up = choose_ticks(up_.low, up_.high, 5);
    for (const double value : up.values) {
      text_ += fmt::format(
          "<path class=\"grid\" d=\"M{0:.1f} {1:.1f}H{2:.1f}\"/>"
          "<text x=\"{3:.1f}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
          to_x(across_.low), to_y(value), to_x(across_.high), to_x(across_.low) - 6,
          to_y(value) + 4, tick_label(value, up));
    }
    text_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                         (to_x(across_.low) + to_x(across_.high)) / 2, y_ + k_height - 8,
                         escaped(plot_.x_label));
  }

  void draw_line(std::size_t i) {
    const SheetLine& line = plot_.lines[i];
    const char* const colour = k_colours[i % k_colours.size()];
    const char* const dash = i < k_colours.size() ? "" : " stroke-dasharray=\"5 3\"";
    text_ += fmt::format("<polyline stroke=\"{}\"{} points=\"", colour, dash);
    for (const auto& [x, y] : line.points) text_ += fmt::format("{:.1f},{:.1f} ", to_x(x), to_y(y));
    const double key_y = y_ + k_top + 8 + 15 * static_cast<double>(i);
    const double key_x = x_ + k_width - k_right + 10;
    text_ += fmt::format(
        "\"/><path class=\"key\" stroke=\"{0}\"{1} d=\"M{2:.1f} {3:.1f}h18\"/>"
        "<text x=\"{4:.1f}\" y=\"{5:.1f}\">{6}</text>\n",
        colour, dash, key_x, key_y, key_x + 23, key_y + 4, escaped(line.name));
  }

  const SheetPlot& plot_;
  double x_, y_;
  Range across_, up_;
  std::string text_;
};

/// A line over time with one value for each row of a table.
SheetLine line_over_time(const std::string& name, const MotionTable& table,
                         const std::function<double(int)>& value) {
  SheetLine line{name, {}};
  for (int row = 0; row < table.rows(); ++row) {
    line.points.emplace_back(table.times[row], value(row));
  }
  return line;
}

void add_contact_plots(const OsimModel& model, const MotionTable& table,
                       std::vector<SheetPlot>& plots) {
  SheetPlot force{"Contact force [N]", "time [s]", {}},
      pressure{"Peak pressure [MPa]", "time [s]", {}}, area{"Contact area [mm2]", "time [s]", {}},
      depth{"Greatest depth [mm]", "time [s]", {}};
  for (const OsimContact& contact : model.contacts) {
    const auto column = [&](const char* quantity) {
      return *table.column(contact.name + ".casting.total." + quantity);
    };
    const int fx = column("contact_force_x");
    force.lines.push_back(line_over_time(contact.name, table, [&](int row) {
      return Vector3d(table.at(row, fx), table.at(row, fx + 1), table.at(row, fx + 2)).norm();
    }));
    const auto add = [&](SheetPlot& plot, const char* quantity, double factor) {
      const int c = column(quantity);
      plot.lines.push_back(
          line_over_time(contact.name, table, [&](int row) { return factor * table.at(row, c); }));
    };
    add(pressure, "max_pressure", 1e-6);
    add(area, "contact_area", 1e6);
    add(depth, "max_proximity", 1e3);
  }
  plots.insert(plots.end(), {force, pressure, area, depth});
}

void add_strand_plots(const OsimModel& model, const MotionTable& table,
                      std::vector<SheetPlot>& plots) {
  SheetPlot tension{"Sum of tensions by group [N]", "time [s]", {}},
      strain{"Mean strain by group [%]", "time [s]", {}};
  std::vector<std::string> groups;
  std::map<std::string, std::vector<std::string>> members;
  for (const OsimLigament& ligament : model.ligaments) {
    const std::string group = strand_group(ligament.strand.name);
    if (!members.contains(group)) groups.push_back(group);
    members[group].push_back(ligament.strand.name);
  }
  for (const std::string& group : groups) {
    std::vector<int> force_columns, strain_columns;
    for (const std::string& name : members[group]) {
      force_columns.push_back(*table.column(name + ".force_total"));
      strain_columns.push_back(*table.column(name + ".strain"));
    }
    const auto sum = [&](const std::vector<int>& columns, int row) {
      double total = 0;
      for (const int column : columns) total += table.at(row, column);
      return total;
    };
    tension.lines.push_back(
        line_over_time(group, table, [&](int row) { return sum(force_columns, row); }));
    const double percent = 100.0 / static_cast<double>(strain_columns.size());
    strain.lines.push_back(
        line_over_time(group, table, [&](int row) { return percent * sum(strain_columns, row); }));
  }
  plots.insert(plots.end(), {tension, strain});
}

}  // namespace

std::string strand_group(const std::string& name) {
  const std::size_t last = name.find_last_not_of("0123456789_");
  return last == std::string::npos ? name : name.substr(0, last + 1);
}

std::string to_svg(const std::string& heading, const std::vector<SheetPlot>& plots) {
  const double rows = std::ceil(static_cast<double>(plots.size()) / 2);
  const double width = 2 * k_width, height = k_heading + rows * k_height;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\">\n<style>text{{font:12px sans-serif;fill:#222}}"
      ".title{{font-weight:bold}}.heading{{font-size:16px;font-weight:bold}}"
      ".grid{{stroke:#ddd}}.key{{stroke-width:2}}"
      "polyline{{fill:none;stroke-width:1.5}}</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"20\" y=\"26\" class=\"heading\">{2}</text>\n",
      width, height, escaped(heading));
  for (std::size_t i = 0; i < plots.size(); ++i) {
    text += PlotDrawing(plots[i], static_cast<double>(i % 2) * k_width,
                        k_heading + static_cast<double>(i / 2) * k_height)
                .text();
  }
  return text + "</svg>\n";
}

std::vector<SheetPlot> make_plots(const OsimModel& model, const AnalysisResult& result) {
  std::vector<SheetPlot> plots;
  if (!result.contact.labels.empty()) add_contact_plots(model, result.contact, plots);
  if (!model.ligaments.empty()) add_strand_plots(model, result.ligaments, plots);
  return plots;
}

}  // namespace condyle
