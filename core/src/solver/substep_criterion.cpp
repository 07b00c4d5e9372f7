#include "core/src/solver/substep_criterion.h"

#include <algorithm>
#include <cmath>

#include "core/src/solver/pair_motion.h"
#include "core/src/solver/pair_touch.h"

namespace condyle {

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
