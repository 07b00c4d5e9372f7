#pragma once

#include <string>

#include "view/time_series.h"

namespace condyle {

/// Draws the lines over time as the next item of the current Dear ImGui window, `height` pixels
/// tall: axes with round ticks, a unit, a legend where asked for, and the values under the cursor.
/// `factor` multiplies the values before they are shown in `unit`.
void plot_lines(const std::string& title, const std::string& unit, const TimeSeries& series,
                double factor, float height, bool legend);

}  // namespace condyle
