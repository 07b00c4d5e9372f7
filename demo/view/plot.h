#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>

#include "view/time_series.h"

namespace condyle {

/// One picture with lines over a common axis. `factor` multiplies values before they are shown.
struct Plot {
  std::string title = {}, unit = {};
  double factor = 1;
  std::span<const TimeSeries::Line> lines = {};

  std::string x_name = {}, x_unit = {};
  std::span<const float> x = {};            ///< one for each value of the lines, in any order
  double x_low = 0, x_high = 1;             ///< what is shown of it
  std::optional<Eigen::Vector2d> dot = {};  ///< marked: its x, and its value times factor

  std::optional<double> mark = {};  ///< an x with a line across

  float height = 120;  ///< [pixels]
  bool legend = false;
};

/// Draws it as the next item of the current Dear ImGui window, as wide as that: axes with round
/// ticks, a legend where asked for, and the values under the cursor. The x at which the mouse holds
/// it, if it does.
std::optional<double> draw_plot(const Plot& plot);

inline constexpr const char* k_seconds = "s";  ///< unit of x over time

/// The last ten seconds of a series.
Plot plot_over_time(const std::string& title, const std::string& unit, const TimeSeries& series);

/// The same over another figure of the same instants, `x_series.lines()[0]`, such as an angle.
Plot plot_over(const TimeSeries& x_series, const std::string& x_name, const std::string& x_unit,
               const std::string& title, const std::string& unit, const TimeSeries& series);

}  // namespace condyle
