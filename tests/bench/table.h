#pragma once

#include <string>

#include "bench/measurement.h"

namespace condyle::bench {

/// One case: a line per system with median and quartiles [us per step], contacts and timed steps,
/// allocations per step, and the median as a multiple of Embree's and of the floor's.
std::string table_of(const CaseReport& report);

/// Three digits, or nothing for NaN.
std::string short_number(double value);

}  // namespace condyle::bench
