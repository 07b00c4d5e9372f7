#include "condyle/world/step_report.h"

#include <algorithm>

namespace condyle {

void add(const StepReport& step, double time, StepTotals& totals) {
  ++totals.steps;
  totals.divided_steps += step.most_substeps > 1 ? 1 : 0;
  totals.steps_out_of_balance += step.out_of_balance > 0 ? 1 : 0;
  totals.substeps += step.substeps;
  totals.restarts += step.restarts;
  totals.searches += step.searches;
  totals.passes += step.passes;
  totals.most_substeps = std::max(totals.most_substeps, step.most_substeps);
  totals.most_passes = std::max(totals.most_passes, step.passes);
  totals.search_residual = std::max(totals.search_residual, step.search_residual);
  if (step.passed > 0 && totals.passed == 0) {
    totals.passed_time = time;
    totals.passed_where = step.passed_where;
  }
  totals.passed += step.passed;
  if (step.residual <= totals.residual) return;
  totals.residual = step.residual;
  totals.time = time;
  totals.where = step.where;
}

}  // namespace condyle
