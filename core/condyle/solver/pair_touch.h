#pragma once

#include <vector>

#include "condyle/solver/pair_path.h"
#include "condyle/solver/pair_step.h"

namespace condyle {

/// A pair of an island touches for the first time, or has let go.
struct TouchEvent {
  TouchKind kind = TouchKind::first_touch;
  std::size_t pair = 0;  ///< by its index in the island
  double time = 0;       ///< inside the step, since the engine's start [s]
  Meeting meeting;
  Encounter encounter;  ///< until now: at first touch its start alone
};

/// Follows touching through a (sub-)step that begins at a `time` [s] since the engine's start: how
/// the pair, by its `index` in the island, moved through it, how it would have without contact, and
/// the mean force on the casting body. Changes the pair's touch_now and appends what happened. A
/// dozen searches where it touches or lets go, two while it is about to; none while it is far apart
/// or stays in contact.
void follow_touch(PairStep& pair, std::size_t index, const PairPath& path,
                  const PairPath& free_path, double time, const Eigen::Vector3d& force_W,
                  std::vector<TouchEvent>& events);

/// Where the pair, apart until now, touches within the free path [s]; 0: nowhere inside it.
double time_of_touch(PairStep& pair, const PairPath& free_path);

}  // namespace condyle
