#pragma once

#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace condyle::test {

/// The seeds of a soak's runs: CONDYLE_SOAK_RUNS seeds (default 1000) from CONDYLE_SOAK_SEED on
/// (default 1).
inline std::vector<unsigned> soak_seeds() {
  const auto number = [](const char* name, unsigned otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
  };
  std::vector<unsigned> seeds(number("CONDYLE_SOAK_RUNS", 1000));
  std::iota(seeds.begin(), seeds.end(), number("CONDYLE_SOAK_SEED", 1));
  return seeds;
}

/// How many of a soak's `runs` may end in a SimulationError, as a light body may that is crushed
/// until it has used up its layers: one in a thousand, and two more for chance.
inline std::size_t most_errors(std::size_t runs) { return 2 + runs / 1000; }

}  // namespace condyle::test
