#include "core/src/solver/step_count.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "condyle/solver/step.h"
#include "core/src/solver/body_blocks.h"

namespace condyle {

namespace {

/// The body with the largest residual at the last evaluation, or -1.
int least_balanced_body(const GroupSolver& solver) {
  int body = -1;
  double most = -1;
  for (int i = 0; i < solver.group().body_count(); ++i) {
    const double left = part_of(solver.left_over(), i).squaredNorm();
    if (!(left > most)) continue;
    most = left;
    body = i;
  }
  return body;
}

}  // namespace

GroupPart least_balanced(const GroupSolver& solver) {
  const Group& group = solver.group();
  const int body = least_balanced_body(solver);
  GroupPart part;
  double hardest = -1;
  for (const GroupPair& pair : group.pairs) {
    const double force = pair.forces.force.segment<3>(3).norm();
    if ((pair.casting.body != body && pair.target.body != body) || !(force > hardest)) continue;
    hardest = force;
    part = {pair.number, -1};
  }
  for (std::size_t s = 0; s < group.strands.size(); ++s) {
    const GroupStrand& strand = group.strands[s];
    const double force = strand.strand->result.total_force;
    if (!(force > hardest) ||
        std::ranges::find(strand.ends, body, &GroupEnd::body) == strand.ends.end())
      continue;
    hardest = force;
    part = {-1, static_cast<int>(s)};
  }
  return part;
}

void StepCount::begin_run() {
  ++runs_;
  search_residual_ = 0;
  reopen();
}

void StepCount::reopen() {
  substeps_ = out_of_balance_ = 0;
  residual_ = left_ = 0;
  where_ = left_where_ = {};
}

void StepCount::set_residual(double residual, GroupPart where) {
  left_ = std::isfinite(residual) ? residual : 1.0;
  left_where_ = where;
}

void StepCount::give_up_search(double residual) {
  search_residual_ = std::max(search_residual_, residual);
}

void StepCount::accept(double tolerance) {
  const double left = std::exchange(left_, 0.0);
  const GroupPart where = std::exchange(left_where_, GroupPart{});
  ++substeps_;
  if (left > std::max(tolerance, detail::k_step_balance)) ++out_of_balance_;
  if (left <= residual_) return;
  residual_ = left;
  where_ = where;
}

}  // namespace condyle
