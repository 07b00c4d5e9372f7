#include "core/src/solver/pair_search.h"

#include <algorithm>
#include <cmath>

#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/elastic/elastic_layer.h"
#include "core/src/contact/laws/user_call.h"
#include "core/src/solver/available_energy.h"
#include "core/src/solver/user_body.h"

namespace condyle {
namespace {

/// No triangle may approach by more than this part of the thinnest layers in one sub-step, so wider
/// gaps cannot close.
constexpr double k_reach_over_layer = 1.0 / 8;
/// Gaps up to this part of the layers are searched even at rest.
constexpr double k_least_reach_over_layer = 1.0 / 1024;

/// The bodies at the start of the sub-step, and the time at its end.
condyle_contact user_contact(const Island& island, std::size_t p) {
  const PairStep& pair = *island.pairs[p];
  const GroupPair& ends = island.group.pairs[p];
  condyle_contact contact = {};
  contact.time = island.time + island.dt - island.division.remaining;
  contact.casting = describe(pair.casting_side.name, island.pose_of(ends.casting),
                             island.velocity_of(ends.casting));
  contact.target =
      describe(pair.target_side.name, island.pose_of(ends.target), island.velocity_of(ends.target));
  return contact;
}

/// Whether a gap may close within a sub-step.
bool is_near_where_found(const PairStep& pair) {
  const double far = reach_limit(pair);
  return std::ranges::any_of(pair.hits,
                             [far](const ProximityHit& hit) { return hit.proximity > -far; });
}

StepMotion placed(const Island& island, const GroupEnd& end, bool at_end) {
  StepMotion motion = island.group.motion(end);
  if (at_end) return motion;
  motion.shift.setZero();
  motion.rotation.setIdentity();
  return motion;
}

}  // namespace

double reach_limit(const PairStep& pair) { return k_reach_over_layer * layers(pair); }

double reach_for(const PairStep& pair, double gap, bool limited) {
  const double limit = reach_limit(pair);
  const double least = std::max(gap, k_least_reach_over_layer * layers(pair));
  if (pair.pair.evaluator().elastic_layer()) return limited ? std::min(least, limit) : least;
  double reach = limit;
  while (reach < gap && !limited) reach *= 2;
  while (reach / 2 >= least && std::isfinite(reach)) reach /= 2;
  return reach;
}

void find_hits(Island& island, std::size_t p, bool at_end) {
  PairStep& pair = *island.pairs[p];
  const GroupPair& ends = island.group.pairs[p];
  pair.keeps_start = false;
  island.group.pairs[p].move = -1;
  pair.X_WC = island.pose_of(ends.casting) * pair.casting_side.X_BS;
  pair.X_WT = island.pose_of(ends.target) * pair.target_side.X_BS;
  if (has_user_function(pair.pair.settings())) pair.pair.set_user_contact(user_contact(island, p));
  pair.is_found_ahead = at_end;
  pair.X_CT_found = pair.linearised.place(
      placed(island, ends.casting, at_end), placed(island, ends.target, at_end),
      at_end ? island.solver.step() : 0.0, pair.X_WC, pair.X_WT);
  search_where_found(pair);
  pair.linearised.linearise(pair.pair.evaluator().surfaces(), pair.hits, pair.linearised_reach,
                            pair.bristles_now, pair.pieces);
  if (pair.account_now.is_open && !pair.linearised.deforms())
    pair.linearised.drop_unpressed(pair.hits, pair.account_now.pressing,
                                   pair.account_now.deepest + reach_limit(pair));
  if (pair.account_now.held_back > 0) hold_back_as_before(island, p);
}

void search_where_found(PairStep& pair) {
  const auto found = pair.pair.evaluator().find_hits(pair.X_CT_found, pair.reach, pair.most_force);
  const ElasticLayer* const layer = pair.pair.evaluator().elastic_layer();
  pair.linearised_reach = layer ? std::max(pair.reach, layer->reach(found)) : pair.reach;
  const auto pieces = pair.pair.evaluator().found_pieces();
  pair.pieces.assign(pieces.begin(), pieces.end());
  pair.hits.clear();
  std::ranges::copy_if(found, std::back_inserter(pair.hits),
                       [&](const ProximityHit& hit) { return !layer || !layer->is_far(hit); });
}

void find_hits_at_end(Island& island, std::size_t p) {
  find_hits(island, p, true);
  if (island.pairs[p]->follows_end || touches_where_found(*island.pairs[p])) return;
  find_hits(island, p, false);
  island.pairs[p]->keeps_start = true;
}

bool follow_to_end(Island& island, std::size_t p) {
  PairStep& pair = *island.pairs[p];
  find_hits(island, p, true);
  return pair.follows_end = is_near_where_found(pair);
}

}  // namespace condyle
