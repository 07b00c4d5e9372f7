#pragma once

#include <optional>

#include "condyle/world/step_report.h"
#include "findings/finding.h"

namespace condyle {

/// A warning if the results of a run are in doubt because steps were not solved: more than one
/// percent of the steps are above StepReport::k_balance, or the imbalance of one step exceeds one
/// percent of its momentum; else nothing.
std::optional<Finding> step_finding(const StepTotals& totals);

/// A warning if bodies of a run came through one another (StepReport::passed); else nothing.
std::optional<Finding> passed_finding(const StepTotals& totals);

}  // namespace condyle
