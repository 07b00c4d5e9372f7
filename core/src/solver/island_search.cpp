#include "core/src/solver/island_search.h"

#include <algorithm>
#include <limits>

#include "core/src/solver/far_pairs.h"
#include "core/src/solver/pair_motion.h"
#include "core/src/solver/pair_search.h"
#include "core/src/solver/vertex_compliance.h"
#include "core/src/threads/share.h"

namespace condyle {
namespace {

/// Speeds may grow by this factor within a sub-step before the search is repeated.
constexpr double k_spare_reach = 1.25;
/// The force of an elastic layer may grow by this factor within a sub-step before the search is
/// repeated.
constexpr double k_spare_force = 1.5;
/// Contact is searched again if it has moved by more than this part of its depth since its search.
constexpr double k_displacement_over_depth = 1e-3;

/// Estimated upper bound on the sum of the forces on the nodes of a pair's elastic layer [N];
/// infinite if nothing is known.
double force_to_expect(const Island& island, const PairStep& pair) {
  const double before = pair.linearised.layer_force();
  const bool is_known = before > 0 && !island.is_explicit() && !(pair.account_now.held_back > 0);
  return is_known ? k_spare_force * before : std::numeric_limits<double>::infinity();
}

void find_pair(Island& island, std::size_t p, double h) {
  // Until the step has been divided, the reach covers every gap that may close: gaps help to decide
  // how fine the sub-steps must be.
  const bool limited = island.division.substeps > std::max(1, island.settings.min_substeps);
  PairStep& pair = *island.pairs[p];
  const double distance = travel(island, p, h);
  pair.reach = reach_for(pair, k_spare_reach * distance, limited);
  pair.most_force = force_to_expect(island, pair);
  pair.follows_end = false;
  // Search at the predicted end, unless the bodies might pass through one another before it.
  find_hits(island, p, distance <= reach_limit(pair));
}

void linearise_strand(const Island& island, StrandStep& strand) {
  LinearisedStrand& linearised = strand.linearised;
  linearised.X_WB_start.clear();
  linearised.is_given.clear();
  linearised.inverse_mass.clear();
  for (const GroupEnd& end : strand.ends) {
    linearised.is_given.push_back(end.body < 0);
    linearised.X_WB_start.push_back(island.pose_of(end));
    linearised.inverse_mass.push_back(end.body < 0 ? 0
                                                   : island.group.bodies[end.body].inverse_mass);
  }
  linearise(linearised);
}

}  // namespace

bool keeps_motion(const Island& island) { return island.bodies_in_contact <= k_most_soft_bodies; }

/// Each pair is much work and is shared out by itself; strands are shared out by the dozen.
void find(Island& island, double h) {
  constexpr std::size_t k_strands = 12;
  const std::size_t pairs = island.pairs.size(), strands = island.strands.size();
  const std::size_t dozens = (strands + k_strands - 1) / k_strands;
  share(island.settings.threads, pairs + dozens, [&island, h](std::size_t i) {
    const std::size_t pair_count = island.pairs.size(), strand_count = island.strands.size();
    if (i < pair_count) return find_pair(island, i, h);
    const std::size_t first = (i - pair_count) * k_strands;
    const std::size_t last = std::min(strand_count, first + k_strands);
    for (std::size_t s = first; s < last; ++s) linearise_strand(island, *island.strands[s]);
  });
}

bool look_ahead(Island& island, double h) {
  if (island.is_explicit()) return false;
  bool any = false;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    if (island.pairs[p]->is_found_ahead || !touches_where_found(*island.pairs[p])) continue;
    find_hits_at_end(island, p);
    any = true;
  }
  if (any) set_compliances(island, h);
  return any;
}

bool find_at_end(Island& island, double h) {
  if (island.is_explicit()) return false;
  bool any = false;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    const PairStep& pair = *island.pairs[p];
    if (pair.keeps_start || !pair.linearised.has_left_planes(k_displacement_over_depth)) continue;
    find_hits_at_end(island, p);
    any = true;
  }
  if (any) set_compliances(island, h);
  return any;
}

bool widen_reach(Island& island, double h) {
  if (island.is_explicit()) return false;
  bring_near_pairs_back(island, h);
  bool widened = false;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    PairStep& pair = *island.pairs[p];
    const double wanted = std::min(travel(island, p, h), reach_limit(pair));
    const bool is_faster = wanted > pair.reach;
    const bool is_harder = pair.linearised.layer_force() > pair.most_force;
    if (!is_faster && !is_harder) continue;
    if (is_faster) pair.reach = reach_for(pair, k_spare_reach * wanted, true);
    if (is_harder) pair.most_force = std::numeric_limits<double>::infinity();
    if (is_faster && keeps_motion(island))
      find_hits(island, p, false);
    else
      find_hits_at_end(island, p);
    widened = true;
  }
  if (widened) set_compliances(island, h);
  return widened;
}

Leaving leave_start(Island& island, double h) {
  Leaving leaving = Leaving::none;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    const PairStep& pair = *island.pairs[p];
    if (!pair.keeps_start || !pair.linearised.has_left_planes(1)) continue;
    if (keeps_motion(island) || !follow_to_end(island, p)) return Leaving::lost;
    leaving = Leaving::followed;
  }
  if (leaving == Leaving::followed) set_compliances(island, h);
  return leaving;
}

}  // namespace condyle
