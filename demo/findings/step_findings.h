#pragma once

#include <vector>

#include "condyle/bullet/step_report.h"
#include "findings/finding.h"

namespace condyle {

/// Whether so many of a run's steps, or one of them by so much, were not solved that its figures
/// are in doubt: more than a hundredth of the steps above StepReport::k_balance, or a step whose
/// imbalance is above a hundredth of its momentum.
bool is_out_of_balance(const bullet::StepTotals& totals);

/// That, as a warning; nothing where all is well.
std::vector<Finding> step_findings(const bullet::StepTotals& totals);

}  // namespace condyle
