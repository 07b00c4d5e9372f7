#include "core/src/solver/substep_criterion.h"

#include <algorithm>
#include <cmath>

#include "core/src/solver/island_bodies.h"
#include "core/src/solver/pair_motion.h"
#include "core/src/solver/pair_search.h"
#include "core/src/solver/pair_touch.h"

namespace condyle {
namespace {

/// Whether the pair touches on its free path, tested at poses no further apart than half of the
/// thickness that bodies would have to pass through.
bool touches_on_path(Island& island, std::size_t p, double distance, double h) {
  constexpr double k_most_looks = 32;
  PairStep& pair = *island.pairs[p];
  const double thin = std::max(pair.casting_side.box_S.sizes().minCoeff(),
                               pair.target_side.box_S.sizes().minCoeff());
  const double looks = std::clamp(std::ceil(2 * distance / thin), 1.0, k_most_looks);
  const PairPath free_path = path(island, p, true, h);
  for (int i = 1; i <= static_cast<int>(looks); ++i)
    if (touches(pair.pair, free_path, 0, i * h / looks)) return true;
  return false;
}

}  // namespace

int finer_for_layers(const Island& island, double h) {
  int finer = 1;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    const GroupPair& ends = island.group.pairs[p];
    finer = std::max(
        finer, island.pairs[p]->linearised.wanted_substeps(island.group.motion(ends.casting),
                                                           island.group.motion(ends.target), h));
  }
  return finer;
}

int finer_to_meet(Island& island, double h) {
  int finer = 1;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    const PairStep& pair = *island.pairs[p];
    const StepMotion C = free_motion(island, island.group.pairs[p].casting, h);
    const StepMotion T = free_motion(island, island.group.pairs[p].target, h);
    const double distance = travel(island, p, C, T, h), finest = distance / reach_limit(pair);
    if (finest > finer && !touches_where_found(pair) && !pair.linearised.foresees_touch(C, T) &&
        touches_on_path(island, p, distance, h))
      finer = static_cast<int>(std::min(1e6, std::ceil(finest)));
  }
  return finer;
}

double first_touch(Island& island, double h) {
  const StepSettings& settings = island.settings;
  if (settings.substeps_at_first_touch == 0 || settings.max_substeps == 1 || island.is_explicit())
    return 0;
  double first = 0;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    PairStep& pair = *island.pairs[p];
    pair.touch_foreseen = 0;
    if (pair.has_stopped) continue;
    const double time = pair.touch_foreseen = time_of_touch(pair, path(island, p, true, h));
    if (time > 0 && (first == 0 || time < first)) first = time;
  }
  return first;
}

void note_stops(Island& island, double h) {
  for (PairStep* pair : island.pairs)
    if (pair->touch_foreseen > 0 && pair->touch_foreseen <= h) pair->has_stopped = true;
}

}  // namespace condyle
