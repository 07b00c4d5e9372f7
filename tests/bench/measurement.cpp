#include "bench/measurement.h"

#include <algorithm>

namespace condyle::bench {

void set_times(Measurement& measurement, std::vector<double>& seconds) {
  std::sort(seconds.begin(), seconds.end());
  const auto at = [&](double part) {
    return 1e6 * seconds[static_cast<std::size_t>(part * static_cast<double>(seconds.size() - 1))];
  };
  measurement.p25_us = at(0.25);
  measurement.median_us = at(0.5);
  measurement.p75_us = at(0.75);
  measurement.steps = static_cast<long>(seconds.size());
}

}  // namespace condyle::bench
