#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>

#include "view/time_series.h"

namespace condyle {

/// A plot of lines over a common axis. Values are multiplied by `factor` for display.
struct Plot {
  std::string title = {}, unit = {};
  double factor = 1;
  std::span<const TimeSeries::Line> lines = {};  ///< NaN: nothing is drawn there

  std::string x_name = {}, x_unit = {};
  std::span<const float> x = {};  ///< one for each value of the lines, in any order
  double x_low = 0, x_high = 1;   ///< displayed range of x
  /// Drawn in grey below the lines, for comparison, as are `lines` over `x`.
  std::span<const TimeSeries::Line> before = {};
  std::span<const float> before_x = {};
  std::optional<Eigen::Vector2d> dot = {};  ///< point to mark: its x, and its value times factor

  std::optional<double> mark = {};  ///< x at which a vertical line is drawn

  float height = 120;  ///< [pixels]
  bool legend = false;
};

/// The colour of the line of this number in plots (ImU32).
unsigned line_color(std::size_t line);

/// Draws the plot as the next item of the current Dear ImGui window, over its full width: axes with
/// round ticks, a legend if `legend` is set, and the values under the cursor. Returns the x at the
/// mouse while it holds the plot.
std::optional<double> draw_plot(const Plot& plot);

inline constexpr const char* k_seconds = "s";  ///< unit of x in plots over time

/// A plot of the last ten seconds of a series.
Plot plot_over_time(const std::string& title, const std::string& unit, const TimeSeries& series);

/// Lets the plot compare the series with that of the last run of the scene: its lines are grey, and
/// x reaches to their end, if they are not longer than ten seconds.
void compare_with(const TimeSeries& last_run, Plot& plot);

/// A plot of `series` over another value at the same times, `x_series.lines()[0]`, such as an
/// angle.
Plot plot_over(const TimeSeries& x_series, const std::string& x_name, const std::string& x_unit,
               const std::string& title, const std::string& unit, const TimeSeries& series);

}  // namespace condyle
