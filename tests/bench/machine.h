#pragma once

#include <string>

namespace condyle::bench {

/// Processor, number of cores and compiler, which the figures depend on.
std::string machine_text();

/// Today's date in the form 2026-01-31.
std::string date_text();

}  // namespace condyle::bench
