#pragma once

#include <vector>

#include "core/src/solver/pair_path.h"
#include "core/src/solver/pair_step.h"
#include "core/src/solver/touch_event.h"

namespace condyle {

/// Follows the touch of a pair through a (sub-)step that starts at a `time` [s] since the engine's
/// start. `index` is the pair's index in the island, `path` its motion, `free_path` its motion
/// without contact, and `force_W` the mean force on the casting body. Updates the pair's touch_now
/// and appends events. Costs a dozen searches when the pair touches or releases, two while it is
/// about to, and none while it is far apart or stays in contact.
void follow_touch(PairStep& pair, std::size_t index, const PairPath& path,
                  const PairPath& free_path, double time, const Eigen::Vector3d& force_W,
                  std::vector<TouchEvent>& events);

/// Time at which a pair that was apart touches on its free path [s]; 0 if it does not, or so near
/// to an end of the path that the touch is not worth a sub-step.
double time_of_touch(PairStep& pair, const PairPath& free_path);

}  // namespace condyle
