#pragma once

#include <span>
#include <string>

#include "condyle/world/step_report.h"
#include "core/src/solver/step_count.h"
#include "core/world/src/session_pair.h"
#include "core/world/src/session_strand.h"

namespace condyle {

/// Counts the work and the residuals of a substep's groups.
class StepTally {
 public:
  void begin_step();
  /// Adds a group with these pairs and strands.
  void add(const StepCount& group, std::span<SessionPair* const> pairs,
           std::span<SessionStrand* const> strands);
  /// Counts a pair of which one body has passed through the other, at `place`.
  void add_passed(const std::string& place);
  /// Names the pair or strand of the largest residual. Call when all groups have been added.
  void name_worst();

  const StepReport& report() const { return report_; }

 private:
  StepReport report_;
  const SessionPair* pair_ = nullptr;
  const SessionStrand* strand_ = nullptr;
};

}  // namespace condyle
