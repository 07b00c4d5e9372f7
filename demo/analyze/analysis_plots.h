#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "base/plot_sheet.h"

namespace condyle {

/// Plots of an analysis over time: force, peak pressure and area of the contacts, and for each
/// group of strands the sum of tensions and the mean strain.
std::vector<SheetPlot> make_plots(const opensim::OsimModel& model, const AnalysisResult& result);

/// The group of a strand is its name without trailing digits: "ACLpl12" -> "ACLpl".
std::string strand_group(const std::string& name);

}  // namespace condyle
