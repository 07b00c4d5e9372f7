#pragma once

#include <filesystem>
#include <vector>

#include "bench/measurement.h"

namespace condyle::bench {

/// Draws the growth cases of the reports, time against triangles, as folder/growth.svg, and those
/// of the elastic layer, time and memory against nodes, as folder/elastic-growth.svg. Throws
/// InputError if there are none or a file cannot be written.
void write_growth_plot(const std::filesystem::path& folder, const std::vector<CaseReport>& reports);

}  // namespace condyle::bench
