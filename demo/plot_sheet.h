#pragma once

#include <string>
#include <utility>
#include <vector>

namespace condyle {

/// A curve of a plot, as a polyline, or the points of one.
struct SheetLine {
  std::string name;
  std::vector<std::pair<double, double>> points;
  bool are_marks = false;  ///< each point is a mark, without a line between them
};

/// A plot with a title and linear axes that cover all of its lines.
struct SheetPlot {
  std::string title, x_label;
  std::vector<SheetLine> lines;
};

/// The plots as SVG, two in each row, under a heading if it is not empty.
std::string to_svg(const std::string& heading, const std::vector<SheetPlot>& plots);

/// A text with the letters that XML and HTML reserve written as entities.
std::string escaped_for_xml(const std::string& text);

}  // namespace condyle
