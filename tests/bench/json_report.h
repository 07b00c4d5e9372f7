#pragma once

#include <filesystem>
#include <vector>

#include "bench/measurement.h"

namespace condyle::bench {

/// {"machine": .., "cases": [{"name", "system", "median_us", "p25_us", "p75_us", "contacts",
/// "steps", "checksum_force_N", "allocations_per_step"}]}; null for values that do not apply.
void write_json(const std::filesystem::path& file, const std::vector<CaseReport>& reports);

}  // namespace condyle::bench
