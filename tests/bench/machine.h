#pragma once

#include <string>

namespace condyle::bench {

/// Processor, its cores, compiler: what a figure means little without.
std::string machine_text();

/// Today, as 2026-01-31.
std::string date_text();

}  // namespace condyle::bench
