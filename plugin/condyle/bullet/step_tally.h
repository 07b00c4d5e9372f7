#pragma once

#include <span>

#include "condyle/bullet/registry.h"
#include "condyle/bullet/step_report.h"
#include "condyle/solver/step_count.h"

namespace condyle::bullet {

/// Counts what a substep's groups need, and what they leave over.
class StepTally {
 public:
  void begin_step();
  /// Adds a group that consists of those.
  void add(const StepCount& group, std::span<const PairState* const> pairs,
           std::span<const StrandState* const> strands);
  /// All groups of the step are in.
  void name_worst(Registry& registry);

  const StepReport& report() const { return report_; }

 private:
  StepReport report_;
  const PairState* pair_ = nullptr;
  const StrandState* strand_ = nullptr;
};

}  // namespace condyle::bullet
