#include "core/src/solver/soft_part.h"

#include <algorithm>

#include "core/src/contact/laws/user_call.h"
#include "core/src/solver/energy_account.h"
#include "core/src/solver/group_energy.h"

namespace condyle {
namespace {

/// A soft part up to this is not worth the passes that it costs.
constexpr double k_least_part = 0.1;
/// How long kinetic energy is remembered [s], since there is none at the turning point of a swing.
constexpr double k_memory = 0.1;
/// How long steps start divided after one that had to be divided [s]. A sub-step that must be
/// repeated wastes its computation, and the next one loses energy because it has another length.
constexpr double k_divided_for = 0.5;
/// Fewest and most steps of backward Euler after an attempt at soft directions that was given up.
constexpr int k_shortest_pause = 2, k_longest_pause = 32;
// Fractions of the remembered kinetic energy: a gain that rounding may cause, and the most that the
// integration may give back of what it took.
constexpr double k_negligible = 1e-9, k_most_taken = 0.05;

bool rests(const GivenBody& given) {
  return given.velocity.angular.isZero(0) && given.velocity.linear.isZero(0);
}

bool may_be_soft(const Island& island, const EngineRows& rows) {
  return island.settings.integration == Integration::implicit && rows.empty() &&
         island.strands.empty() && island.vertices.empty() &&
         island.movers.size() <= k_most_soft_bodies &&
         std::ranges::all_of(island.given_bodies, rests) &&
         std::ranges::all_of(island.pairs, [](const PairStep* pair) {
           return is_bounded(*pair) && pair->memory.account.held_back == 0 &&
                  pair->memory.account.paused_for == 0 && !has_user_function(pair->pair.settings());
         });
}

bool presses(const PairStep& pair) { return pair.memory.elastic > 0; }

}  // namespace

void set_soft_part(Island& island, const EngineRows& rows) {
  double moving = 0, stored = 0;
  if (may_be_soft(island, rows)) {
    for (const PairStep* pair : island.pairs) {
      if (!presses(*pair)) continue;
      moving += pair->memory.account.moving;
      stored += pair->memory.elastic;
    }
  }
  const double part = moving > 0 ? moving * moving / (moving * moving + stored * stored) : 0;
  island.group.soft_part = part > k_least_part ? part : 0;
}

int substeps_in_soft_directions(const Island& island) {
  if (island.group.soft_part == 0) return 1;
  const auto is_divided = [](const PairStep* pair) { return pair->memory.account.divided_for > 0; };
  return std::ranges::any_of(island.pairs, is_divided) ? 2 : 1;
}

void keep_soft_step(Island& island, SoftStep step) {
  for (PairStep* pair : island.pairs) {
    PairAccount& account = pair->account_now;
    account.divided_for =
        step == SoftStep::divided ? k_divided_for : std::max(0.0, account.divided_for - island.dt);
    account.paused_for = std::max(0, account.paused_for - 1);
    if (step == SoftStep::none) continue;
    account.last_pause = step == SoftStep::given_up
                             ? std::clamp(2 * account.last_pause, k_shortest_pause, k_longest_pause)
                             : 0;
    account.paused_for = account.last_pause;
  }
}

void keep_moving_energy(Island& island, double h) {
  const Group& group = island.group;
  const double kept = std::max(0.0, 1 - h / k_memory);
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    double& moving = island.pairs[p]->account_now.moving;
    moving = std::max(kept * moving, kinetic_energy(group, group.pairs[p], false));
  }
}

bool gains_in_soft_directions(Island& island, double h) {
  if (island.group.soft_part == 0) return false;
  double gain = added_energy(island.solver), dissipated = 0, taken = 0, moving = 0;
  for (const PairStep* pair : island.pairs) {
    const LinearisedWork work = pair->linearised.work_at_end(h);
    gain += work.elastic() - std::max(0.0, pair->elastic_now);
    dissipated += work.damping + work.friction;
    taken += pair->account_now.taken;
    moving += pair->account_now.moving;
  }
  if (gain > taken + k_negligible * moving) return true;
  taken = std::clamp(taken - gain - dissipated, 0.0, k_most_taken * moving);
  for (PairStep* pair : island.pairs) {
    pair->account_now.taken = taken / static_cast<double>(island.pairs.size());
    // The energy balance of the group covers what the layers store, however little work its force
    // did. What is in the account already, for example from triangles that lost contact for a
    // while, is not credited twice.
    const LinearisedWork work = pair->linearised.work_at_end(h);
    const double covered = std::max(pair->account_now.stored, pair->account_now.reserve);
    pair->account_now.reserve += std::max(0.0, work.layers - covered - work.pressure);
  }
  return false;
}

}  // namespace condyle
