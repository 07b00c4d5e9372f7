#pragma once

#include <string>
#include <vector>

#include "view/time_series.h"
#include "world/shown_world.h"

namespace condyle {

/// A figure of a world in the unit that is usual in joints, for plots that the user puts together.
struct PlotColumn {
  std::string name;  ///< with its unit: "flexion [deg]"
  double value = 0;  ///< NaN if it does not exist now
};

/// Readings, contacts with their regions, strands, bodies, and what is measured against theory.
std::vector<PlotColumn> plot_columns(const ShownWorld& world);

/// Adds a sample if one is due.
void record_columns(const ShownWorld& world, TimeSeries& columns);

/// The unit in the name of a column: "deg".
std::string unit_of_column(const std::string& name);
/// The name of a column without its unit.
std::string title_of_column(const std::string& name);

}  // namespace condyle
