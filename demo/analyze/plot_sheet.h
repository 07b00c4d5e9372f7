#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analyze/analysis.h"

namespace condyle {

/// A line of a plot through its points.
struct SheetLine {
  std::string name;
  std::vector<std::pair<double, double>> points;
};

/// A plot with linear axes that reach over all of its lines, and a title above it.
struct SheetPlot {
  std::string title, x_label;
  std::vector<SheetLine> lines;
};

/// The plots in rows of two, as SVG.
std::string to_svg(const std::string& heading, const std::vector<SheetPlot>& plots);

/// What an analysis comes to: force, peak pressure and area of the contacts, and, by the groups
/// that the names of strands begin with, the sum of their tensions and their mean strain, over
/// time.
std::vector<SheetPlot> make_plots(const OsimModel& model, const AnalysisResult& result);

/// "ACLpl12" -> "ACLpl": a strand's group is its name without the digits at its end.
std::string strand_group(const std::string& name);

}  // namespace condyle
