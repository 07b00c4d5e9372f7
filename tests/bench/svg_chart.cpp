#include "bench/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace condyle::bench {
namespace {

constexpr double k_width = 420, k_height = 320;                         // size of one chart [px]
constexpr double k_left = 62, k_right = 14, k_top = 34, k_bottom = 46;  // margins of a chart [px]

/// The decades that contain all values.
struct Axis {
  int first = std::numeric_limits<int>::max(), last = std::numeric_limits<int>::min();

  void include(double value) {
    first = std::min(first, static_cast<int>(std::floor(std::log10(value))));
    last = std::max(last, static_cast<int>(std::ceil(std::log10(value))));
  }
  double part(double value) const {
    return (std::log10(value) - first) / std::max(1, last - first);
  }
};

struct Axes {
  Axis x, y;
  double px(double value) const { return k_left + x.part(value) * (k_width - k_left - k_right); }
  double py(double value) const {
    return k_height - k_bottom - y.part(value) * (k_height - k_top - k_bottom);
  }
};

std::string decade(int exponent) {
  if (exponent >= 6) return fmt::format("{:g}M", std::pow(10, exponent - 6));
  if (exponent >= 3) return fmt::format("{:g}k", std::pow(10, exponent - 3));
  return fmt::format("{:g}", std::pow(10, exponent));
}

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     text);
}

std::string grid_line(double x1, double y1, double x2, double y2) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#ddd\"/>\n", x1, y1,
      x2, y2);
}

std::string grid(const Axes& axes) {
  std::string svg;
  for (int i = axes.x.first; i <= axes.x.last; ++i) {
    const double x = axes.px(std::pow(10, i));
    svg += grid_line(x, k_top, x, k_height - k_bottom);
    svg += text_at(x, k_height - k_bottom + 16, "middle", decade(i));
  }
  for (int i = axes.y.first; i <= axes.y.last; ++i) {
    const double y = axes.py(std::pow(10, i));
    svg += grid_line(k_left, y, k_width - k_right, y);
    svg += text_at(k_left - 6, y + 4, "end", decade(i));
  }
  return svg;
}

std::string curve(const ChartLine& line, const Axes& axes) {
  if (line.points.empty()) return "";
  std::string path, dots;
  for (const auto& [x, y] : line.points) {
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : " L", axes.px(x), axes.py(y));
    dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"/>\n", axes.px(x),
                        axes.py(y), line.color);
  }
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", path,
                     line.color) +
         dots;
}

std::string legend(const Chart& chart) {
  std::string svg;
  double y = k_top + 14;
  for (const ChartLine& line : chart.lines) {
    svg += fmt::format("<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"14\" height=\"3\" fill=\"{}\"/>\n",
                       k_left + 8, y - 5, line.color);
    svg += text_at(k_left + 28, y, "start", line.name);
    y += 15;
  }
  return svg;
}

std::string panel(const Chart& chart, const Axes& axes) {
  std::string svg = grid(axes);
  for (const ChartLine& line : chart.lines) svg += curve(line, axes);
  svg += legend(chart);
  svg += text_at((k_left + k_width - k_right) / 2, 18, "middle", chart.title);
  svg += text_at((k_left + k_width - k_right) / 2, k_height - 10, "middle", chart.x_label);
  svg += fmt::format("<g transform=\"translate(16 {:.0f}) rotate(-90)\">{}</g>\n",
                     (k_top + k_height - k_bottom) / 2, text_at(0, 0, "middle", chart.y_label));
  return svg;
}

}  // namespace

std::string to_svg(const std::vector<Chart>& charts) {
  Axes axes;
  for (const Chart& chart : charts) {
    for (const ChartLine& line : chart.lines) {
      for (const auto& [x, y] : line.points) {
        axes.x.include(x);
        axes.y.include(y);
      }
    }
  }
  const double width = k_width * static_cast<double>(charts.size());
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"white\"/>\n",
      width, k_height);
  double x = 0;
  for (const Chart& chart : charts) {
    svg += fmt::format("<g transform=\"translate({:.0f} 0)\">\n{}</g>\n", x, panel(chart, axes));
    x += k_width;
  }
  return svg + "</svg>\n";
}

}  // namespace condyle::bench
