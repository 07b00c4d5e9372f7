#pragma once

#include <string>
#include <utility>
#include <vector>

namespace condyle::bench {

/// A line of a chart through its points.
struct ChartLine {
  std::string name, color;
  std::vector<std::pair<double, double>> points;
};

/// A chart with logarithmic axes and a title.
struct Chart {
  std::string title, x_label, y_label;
  std::vector<ChartLine> lines;
};

/// The charts side by side with the same axes, as SVG.
std::string to_svg(const std::vector<Chart>& charts);

}  // namespace condyle::bench
