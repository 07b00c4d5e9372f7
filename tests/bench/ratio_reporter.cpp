#include "bench/ratio_reporter.h"

#include <fmt/core.h>

namespace condyle::bench {

void RatioReporter::ReportRuns(const std::vector<Run>& runs) {
  ConsoleReporter::ReportRuns(runs);
  for (const Run& run : runs)
    if (run.aggregate_name == "median")
      median_seconds_[run.run_name.function_name] =
          run.GetAdjustedCPUTime() / benchmark::GetTimeUnitMultiplier(run.time_unit);
}

void RatioReporter::Finalize() {
  for (const auto& [name, seconds] : median_seconds_) {
    const std::string task = name.substr(0, name.rfind('/'));
    const auto ours = median_seconds_.find(task + "/condyle");
    if (ours != median_seconds_.end() && ours->first != name)
      fmt::print("{} takes {:.1f} times as long as {} (medians of processor time)\n", name,
                 seconds / ours->second, ours->first);
  }
}

}  // namespace condyle::bench
