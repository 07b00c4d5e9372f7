#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/plot.h"

namespace condyle {

/// A plot that the user has put together: columns (plot_columns.h) over time or over a column.
struct OwnPlot {
  std::string x;  ///< empty: time
  std::vector<std::string> lines;
  bool operator==(const OwnPlot&) const = default;
};

/// As a line of the viewer's settings, and from it.
std::string text_of(const OwnPlot& plot);
OwnPlot own_plot_of(const std::string& text);

/// Whether the column may be a line of the plot: lines have two units at most.
bool can_show(const OwnPlot& plot, const std::string& column);
/// Adds the column to the lines, or removes it.
void toggle_line(const std::string& column, OwnPlot& plot);

/// The plot with its data. `plot` refers to the rest, and to the columns.
struct OwnPlotData {
  Plot plot;
  std::vector<TimeSeries::Line> lines, before;
};

/// Fills `data` from the columns of this and of the last run. Returns what is missing, if the world
/// has no such column.
std::string show_own_plot(const OwnPlot& plot, const TimeSeries& columns,
                          const TimeSeries& last_run, OwnPlotData& data);

}  // namespace condyle
