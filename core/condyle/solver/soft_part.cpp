#include "condyle/solver/soft_part.h"

#include <algorithm>

#include "condyle/solver/energy_account.h"

namespace condyle {
namespace {

constexpr std::size_t k_most_bodies = 8;
/// A smaller part is not worth its passes.
constexpr double k_least_part = 0.1;
/// How long kinetic energy is remembered [s]: at the turning point of a swing there is none.
constexpr double k_memory = 0.1;

bool stands_still(const Stander& stander) {
  return stander.velocity.angular.isZero(0) && stander.velocity.linear.isZero(0);
}

bool may_be_soft(const Island& island, const EngineRows& rows) {
  return island.settings.integration == Integration::implicit && rows.empty() &&
         island.strands.empty() && island.vertices.empty() &&
         island.movers.size() <= k_most_bodies &&
         std::ranges::all_of(island.standers, stands_still) &&
         std::ranges::all_of(island.pairs, [](const PairStep* pair) {
           return is_bounded(*pair) && !has_user_function(pair->pair.settings());
         });
}

bool presses(const PairStep& pair) { return pair.memory.elastic > 0; }

/// A body is held if it presses on a static body, directly or through others.
void find_held(Island& island) {
  std::vector<GroupBody>& bodies = island.group.bodies;
  for (GroupBody& body : bodies) body.is_held = false;
  const auto is_held = [&](const GroupEnd& end) {
    return end.body < 0 || bodies[static_cast<std::size_t>(end.body)].is_held;
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t p = 0; p < island.pairs.size(); ++p) {
      const GroupPair& ends = island.group.pairs[p];
      const bool casting = is_held(ends.casting), target = is_held(ends.target);
      if (casting == target || !presses(*island.pairs[p])) continue;
      const GroupEnd& now = casting ? ends.target : ends.casting;
      bodies[static_cast<std::size_t>(now.body)].is_held = grows = true;
    }
  }
}

/// Kinetic energy of a body relative to the centre of the other one, at the start of the sub-step
/// [J].
double kinetic_energy(const Island& island, const GroupEnd& end, const GroupEnd& seen_from) {
  if (end.body < 0) return 0;
  Vector6 velocity = island.velocity_of(end);
  velocity.tail<3>() -= island.velocity_of(seen_from).tail<3>();
  const GroupBody& body = island.group.bodies[static_cast<std::size_t>(end.body)];
  return 0.5 * (body.mass_root_inverse * velocity).squaredNorm();
}

}  // namespace

void set_soft_part(Island& island, const EngineRows& rows) {
  double moving = 0, stored = 0;
  if (may_be_soft(island, rows)) {
    for (const PairStep* pair : island.pairs) {
      if (!presses(*pair)) continue;
      moving += pair->memory.bed.moving;
      stored += pair->memory.elastic;
    }
  }
  const double part = moving > 0 ? moving * moving / (moving * moving + stored * stored) : 0;
  island.group.soft_part = part > k_least_part ? part : 0;
  if (island.group.soft_part > 0) find_held(island);
}

void keep_moving_energy(Island& island, double h) {
  const double kept = std::max(0.0, 1 - h / k_memory);
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    const GroupPair& ends = island.group.pairs[p];
    double& moving = island.pairs[p]->bed_now.moving;
    moving = std::max(kept * moving, kinetic_energy(island, ends.casting, ends.target) +
                                         kinetic_energy(island, ends.target, ends.casting));
  }
}

}  // namespace condyle
