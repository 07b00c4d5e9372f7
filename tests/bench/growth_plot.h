#pragma once

#include <filesystem>
#include <vector>

#include "bench/measurement.h"

namespace condyle::bench {

/// Draws the growth cases among the reports, time against triangles, as folder/growth.svg. Throws
/// InputError where there is none, or the file can not be written.
void write_growth_plot(const std::filesystem::path& folder, const std::vector<CaseReport>& reports);

}  // namespace condyle::bench
