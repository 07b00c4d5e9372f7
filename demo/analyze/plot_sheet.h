#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analyze/analysis.h"

namespace condyle {

/// A curve of a plot, as a polyline.
struct SheetLine {
  std::string name;
  std::vector<std::pair<double, double>> points;
};

/// A plot with a title and linear axes that cover all of its lines.
struct SheetPlot {
  std::string title, x_label;
  std::vector<SheetLine> lines;
};

/// The plots as SVG, two in each row.
std::string to_svg(const std::string& heading, const std::vector<SheetPlot>& plots);

/// Plots of an analysis over time: force, peak pressure and area of the contacts, and for each
/// group of strands the sum of tensions and the mean strain.
std::vector<SheetPlot> make_plots(const OsimModel& model, const AnalysisResult& result);

/// The group of a strand is its name without trailing digits: "ACLpl12" -> "ACLpl".
std::string strand_group(const std::string& name);

}  // namespace condyle
