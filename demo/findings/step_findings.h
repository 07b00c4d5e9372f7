#pragma once

#include <vector>

#include "condyle/bullet/step_report.h"
#include "findings/finding.h"

namespace condyle {

/// Whether the results of a run are in doubt because steps were not solved: more than one percent
/// of the steps are above StepReport::k_balance, or the imbalance of one step exceeds one percent
/// of its momentum.
bool is_out_of_balance(const bullet::StepTotals& totals);

/// A warning if is_out_of_balance(), else nothing.
std::vector<Finding> step_findings(const bullet::StepTotals& totals);

}  // namespace condyle
