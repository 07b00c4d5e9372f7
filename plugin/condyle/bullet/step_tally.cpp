#include "condyle/bullet/step_tally.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace condyle::bullet {

GroupPart least_balanced(const ContactGroup& group) {
  const int body = group.least_balanced_body();
  GroupPart part;
  double hardest = -1;
  for (std::size_t p = 0; p < group.pairs.size(); ++p) {
    const GroupPair& pair = group.pairs[p];
    const double force = pair.forces.force.segment<3>(3).norm();
    if ((pair.casting.body != body && pair.target.body != body) || !(force > hardest)) continue;
    hardest = force;
    part = {static_cast<int>(p), -1};
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

void StepTally::begin_step() {
  std::string kept = std::move(report_.where);  // its memory, for steps allocate nothing
  kept.clear();
  report_ = {};
  report_.where = std::move(kept);
  pair_ = nullptr;
  strand_ = nullptr;
}

void StepTally::begin_run() {
  ++group_.runs;
  group_.search_residual = 0;
  reopen();
}

void StepTally::reopen() {
  group_.substeps = group_.out_of_balance = 0;
  group_.residual = 0;
  group_.pair = nullptr;
  group_.strand = nullptr;
  left_ = {};
}

void StepTally::set_residual(double residual, const PairState* pair, const StrandState* strand) {
  left_ = {std::isfinite(residual) ? residual : 1.0, pair, strand};
}

void StepTally::give_up_search(double residual) {
  group_.search_residual = std::max(group_.search_residual, residual);
}

void StepTally::accept(double tolerance) {
  const Left left = std::exchange(left_, {});
  ++group_.substeps;
  if (left.residual > std::max(tolerance, StepReport::k_balance)) ++group_.out_of_balance;
  if (left.residual <= group_.residual) return;
  group_.residual = left.residual;
  group_.pair = left.pair;
  group_.strand = left.strand;
}

void StepTally::end_group() {
  ++report_.groups;
  report_.substeps += group_.substeps;
  report_.most_substeps = std::max(report_.most_substeps, group_.substeps);
  report_.restarts += group_.runs - 1;
  report_.searches += group_.searches;
  report_.passes += group_.passes;
  report_.out_of_balance += group_.out_of_balance;
  report_.search_residual = std::max(report_.search_residual, group_.search_residual);
  if (group_.residual <= report_.residual) return;
  report_.residual = group_.residual;
  pair_ = group_.pair;
  strand_ = group_.strand;
}

void StepTally::name_worst(Registry& registry) {
  if (strand_ != nullptr) report_.where = strand_->frozen.strand.name;
  if (pair_ == nullptr) return;
  report_.casting = pair_->casting;
  report_.target = pair_->target;
  std::string& where = report_.where;
  where.push_back('\'');
  where.append(registry.collider(pair_->casting).name);
  where.append("' on '");
  where.append(registry.collider(pair_->target).name);
  where.push_back('\'');
}

}  // namespace condyle::bullet
