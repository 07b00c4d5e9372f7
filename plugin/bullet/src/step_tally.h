#pragma once

#include <span>

#include "condyle/bullet/step_report.h"
#include "core/src/solver/step_count.h"
#include "plugin/bullet/src/registry.h"

namespace condyle::bullet {

/// Counts the work and the residuals of a substep's groups.
class StepTally {
 public:
  void begin_step();
  /// Adds a group with these pairs and strands.
  void add(const StepCount& group, std::span<const PairState* const> pairs,
           std::span<const StrandState* const> strands);
  /// Names the pair or strand of the largest residual. Call when all groups have been added.
  void name_worst(Registry& registry);

  const StepReport& report() const { return report_; }

 private:
  StepReport report_;
  const PairState* pair_ = nullptr;
  const StrandState* strand_ = nullptr;
};

}  // namespace condyle::bullet
