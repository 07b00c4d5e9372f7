#include "findings/step_findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace condyle {
namespace {

/// Fraction of all steps that may be out of balance.
constexpr double k_few_steps = 1e-2;
/// Fraction of a step's momentum; such an imbalance shows in the third digit of its forces.
constexpr double k_much_left = 1e-2;

bool is_out_of_balance(const StepTotals& totals) {
  const double part = static_cast<double>(totals.steps_out_of_balance) /
                      static_cast<double>(std::max(1L, totals.steps));
  return part > k_few_steps || totals.residual > k_much_left;
}

}  // namespace

std::optional<Finding> step_finding(const StepTotals& totals) {
  if (!is_out_of_balance(totals)) return {};
  return Finding{
      "out_of_balance",
      totals.where.empty() ? std::string("steps") : totals.where,
      fmt::format("{} of {} steps were not solved to {:g} of their momentum; the largest remainder "
                  "was at {:.6g} s, {:.2g} of it: use shorter steps, a softer layer, or a law "
                  "whose force does not jump",
                  totals.steps_out_of_balance, totals.steps, StepReport::k_balance, totals.time,
                  totals.residual),
      {{"steps", static_cast<double>(totals.steps_out_of_balance)},
       {"residual", totals.residual},
       {"time [s]", totals.time}}};
}

std::optional<Finding> passed_finding(const StepTotals& totals) {
  if (totals.passed == 0) return {};
  return Finding{
      "passed_through",
      totals.passed_where,
      fmt::format("at {:.6g} s one body came through the surface of the other, deeper "
                  "than the layers, and may be on its far side; {} such in all: use "
                  "thicker or stiffer layers, a lower speed, finer triangles, or "
                  "shorter steps",
                  totals.passed_time, totals.passed),
      {{"passed", static_cast<double>(totals.passed)}, {"time [s]", totals.passed_time}}};
}

}  // namespace condyle
