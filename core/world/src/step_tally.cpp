#include "core/world/src/step_tally.h"

#include <algorithm>
#include <utility>

namespace condyle {

void StepTally::begin_step() {
  std::string kept = std::move(report_.where);  // keeps the memory, since steps allocate nothing
  kept.clear();
  report_ = {};
  report_.where = std::move(kept);
  pair_ = nullptr;
  strand_ = nullptr;
}

void StepTally::add(const StepCount& group, std::span<SessionPair* const> pairs,
                    std::span<SessionStrand* const> strands) {
  ++report_.groups;
  report_.substeps += group.substeps();
  report_.most_substeps = std::max(report_.most_substeps, group.substeps());
  report_.restarts += group.runs() - 1;
  report_.searches += group.searches();
  report_.passes += group.passes();
  report_.out_of_balance += group.out_of_balance();
  report_.search_residual = std::max(report_.search_residual, group.search_residual());
  if (group.residual() <= report_.residual) return;
  report_.residual = group.residual();
  const auto [pair, strand] = group.where();
  pair_ = pair < 0 ? nullptr : pairs[pair];
  strand_ = strand < 0 ? nullptr : strands[strand];
}

void StepTally::add_passed(const std::string& place) {
  if (report_.passed++ == 0) report_.passed_where = place;
}

void StepTally::name_worst() {
  if (strand_ != nullptr) report_.where = strand_->linearised.strand.name;
  if (pair_ == nullptr) return;
  report_.casting = pair_->casting;
  report_.target = pair_->target;
  std::string& where = report_.where;
  where.push_back('\'');
  where.append(pair_->casting_side.name);
  where.append("' on '");
  where.append(pair_->target_side.name);
  where.push_back('\'');
}

}  // namespace condyle
