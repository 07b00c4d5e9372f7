#include "core/src/solver/group_forces.h"

#include <algorithm>

#include "core/src/solver/body_blocks.h"

namespace condyle {
namespace {

void add_force(const GroupPair& pair, Eigen::VectorXd& sum) {
  const int index[2] = {pair.casting.body, pair.target.body};
  for (int i = 0; i < 2; ++i)
    if (index[i] >= 0) part_of(sum, index[i]) += part_of(pair.forces.force, i);
}

void add_force(const GroupStrand& strand, Eigen::VectorXd& sum) {
  for (std::size_t i = 0; i < strand.ends.size(); ++i)
    if (strand.ends[i].body >= 0)
      part_of(sum, strand.ends[i].body) += strand.strand->forces.force[i];
}

}  // namespace

void GroupForces::evaluate(double dt, Linearisation linearisation) {
  for (GroupPair& pair : group_.pairs) {
    // If only a few pairs were searched again or held back, the forces of the others are known.
    if (linearisation == Linearisation::none && pair.move == move_) continue;
    pair.contact->evaluate(group_.motion(pair.casting), group_.motion(pair.target), dt,
                           linearisation, pair.forces);
    pair.move = move_;
  }
  for (const GroupStrand& strand : group_.strands) evaluate(strand, dt, linearisation);
  evaluated_at_ = move_;
  add_up();
}

void GroupForces::evaluate(const GroupStrand& strand, double dt, Linearisation linearisation) {
  strand_motions_.clear();
  for (const GroupEnd& end : strand.ends) strand_motions_.push_back(&group_.motion(end));
  condyle::evaluate(*strand.strand, strand_motions_, dt, linearisation);
}

void GroupForces::add_up() {
  sum_.setZero(Eigen::Index{6} * group_.body_count());
  for (const GroupPair& pair : group_.pairs) add_force(pair, sum_);
  for (const GroupStrand& strand : group_.strands) add_force(strand, sum_);
  for (int i = 0; i < group_.body_count(); ++i) {
    auto force = part_of(sum_, i);
    force = (group_.bodies[i].mass_root * force).eval();
  }
}

bool GroupForces::are_consistent() const {
  return std::ranges::all_of(group_.pairs,
                             [](const GroupPair& pair) { return pair.forces.is_consistent; });
}

}  // namespace condyle
