#pragma once

#include <string>
#include <vector>

#include "base/plot_sheet.h"
#include "lab/lab_table.h"
#include "report/stored_results.h"

namespace condyle {

/// The name of a column without its unit: "force" of "force [N]".
std::string name_without_unit(const std::string& column);

/// The unit of a column, "N" of "force [N]"; empty if it names none.
std::string unit_of(const std::string& column);

/// The curves of a table: of each column that follows the first one that ascends, in each group of
/// rows whose cells before it are the same; columns of one quantity and unit in one plot. None if
/// the groups have fewer than five rows or words follow. `before` begins each line's name.
std::vector<SheetPlot> plots_of(const LabTable& table, const std::string& before = "");

/// The curves of a run over its time that people ask for first: readings, motion of the dynamic
/// bodies, force, peak pressure and area of contacts and regions, sliding and wear, and the tension
/// of strands by group.
std::vector<SheetPlot> plots_of(const StoredCurves& curves, const std::string& before = "");

/// The plots of both, with the lines of plots of the same title together.
std::vector<SheetPlot> beside(std::vector<SheetPlot> plots, std::vector<SheetPlot> others);

}  // namespace condyle
