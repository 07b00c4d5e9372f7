#pragma once

#include <string>

#include "view/plot.h"

namespace condyle {

/// The lines of a plot as a table: x, the lines, and below them those of the last run, which a
/// column tells apart. A value that does not exist is an empty field.
std::string plot_csv(const Plot& plot);

/// The plot as a picture (SVG), one for each unit.
std::string plot_svg(const Plot& plot);

}  // namespace condyle
