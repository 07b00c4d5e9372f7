#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>

namespace condyle::bench {

/// Google Benchmark's console output, and after it how many times each peer's median is ours:
/// contenders of one task are named TASK/condyle and TASK/PEER.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
  RatioReporter() : ConsoleReporter(OO_Tabular) {}  // without colours, which files do not want
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

 private:
  std::map<std::string, double> median_seconds_;
};

}  // namespace condyle::bench
