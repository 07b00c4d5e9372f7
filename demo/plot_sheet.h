#pragma once

#include <string>
#include <utility>
#include <vector>

namespace condyle {

/// A line of a plot: a polyline, or separate marks.
struct SheetLine {
  std::string name;
  std::vector<std::pair<double, double>> points;
  bool are_marks = false;  ///< draws a mark at each point instead of a polyline
};

/// A plot with a title and linear axes that cover all of its lines.
struct SheetPlot {
  std::string title, x_label;
  std::vector<SheetLine> lines;
};

/// The plots as SVG, two in each row, under a heading if it is not empty.
std::string to_svg(const std::string& heading, const std::vector<SheetPlot>& plots);

}  // namespace condyle
