#include "plot_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/src/base/xml_text.h"
#include "view/ticks.h"

namespace condyle {
namespace {

constexpr double k_width = 560, k_height = 300, k_heading = 40;
constexpr double k_left = 70, k_right = 150, k_top = 30, k_bottom = 45;

// Distinct for most kinds of colour blindness (Okabe & Ito 2008). Further lines are dashed.
constexpr std::array<const char*, 7> k_colours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                  "#E69F00", "#56B4E9", "#333333"};

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
                        y_ + k_top - 10, escaped_for_xml(plot_.title));
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
                         escaped_for_xml(plot_.x_label));
  }

  /// Where the legend entry of line `i` begins.
  std::pair<double, double> key_of(std::size_t i) const {
    return {x_ + k_width - k_right + 10, y_ + k_top + 8 + 15 * static_cast<double>(i)};
  }

  void draw_marks(const SheetLine& line, const char* colour, std::size_t i) {
    const auto draw = [&](double x, double y) {
      text_ +=
          fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>", x, y, colour);
    };
    for (const auto& [x, y] : line.points) draw(to_x(x), to_y(y));
    const auto [key_x, key_y] = key_of(i);
    draw(key_x + 9, key_y);
    text_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", key_x + 23, key_y + 4,
                         escaped_for_xml(line.name));
  }

  void draw_line(std::size_t i) {
    const SheetLine& line = plot_.lines[i];
    const char* const colour = k_colours[i % k_colours.size()];
    const char* const dash = i < k_colours.size() ? "" : " stroke-dasharray=\"5 3\"";
    if (line.are_marks) return draw_marks(line, colour, i);
    text_ += fmt::format("<polyline stroke=\"{}\"{} points=\"", colour, dash);
    for (const auto& [x, y] : line.points) text_ += fmt::format("{:.1f},{:.1f} ", to_x(x), to_y(y));
    const auto [key_x, key_y] = key_of(i);
    text_ += fmt::format(
        "\"/><path class=\"key\" stroke=\"{0}\"{1} d=\"M{2:.1f} {3:.1f}h18\"/>"
        "<text x=\"{4:.1f}\" y=\"{5:.1f}\">{6}</text>\n",
        colour, dash, key_x, key_y, key_x + 23, key_y + 4, escaped_for_xml(line.name));
  }

  const SheetPlot& plot_;
  double x_, y_;
  Range across_, up_;
  std::string text_;
};

}  // namespace

std::string to_svg(const std::string& heading, const std::vector<SheetPlot>& plots) {
  const double rows = std::ceil(static_cast<double>(plots.size()) / 2);
  const double top = heading.empty() ? 0 : k_heading;
  const double width = 2 * k_width, height = top + rows * k_height;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\">\n<style>text{{font:12px sans-serif;fill:#222}}"
      ".title{{font-weight:bold}}.heading{{font-size:16px;font-weight:bold}}"
      ".grid{{stroke:#ddd}}.key{{stroke-width:2}}"
      "polyline{{fill:none;stroke-width:1.5}}</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"20\" y=\"26\" class=\"heading\">{2}</text>\n",
      width, height, escaped_for_xml(heading));
  for (std::size_t i = 0; i < plots.size(); ++i) {
    const std::size_t row = i / 2, column = i % 2;
    text += PlotDrawing(plots[i], static_cast<double>(column) * k_width,
                        top + static_cast<double>(row) * k_height)
                .text();
  }
  return text + "</svg>\n";
}

}  // namespace condyle
