#pragma once

#include <filesystem>
#include <string>

#include "view/plot.h"

namespace condyle {

/// The lines of a plot as a table: x, the lines, and below them those of the last run, which a
/// column tells apart. A value that does not exist is an empty field.
std::string plot_csv(const Plot& plot);

/// The plot as a picture (SVG), one for each unit.
std::string plot_svg(const Plot& plot);

/// A file in the current folder that does not exist: condyle-STEM-001.EXTENSION.
std::filesystem::path free_file(const std::string& stem, const std::string& extension);

}  // namespace condyle
