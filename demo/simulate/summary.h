#pragma once

#include <string>

#include "condyle/solver/step.h"
#include "findings/finding.h"
#include "simulate/history.h"
#include "simulate/step_times.h"
#include "world/scene_world.h"

namespace condyle {

/// The data of a run that summary.json needs.
struct RunRecord {
  double rate = 0;                   ///< step rate [Hz]
  double wall_time = 0;              ///< wall time of all steps, without writing files [s]
  StageTimes stages;                 ///< sums over the steps [s]
  std::vector<StageTiming> timings;  ///< empty if timings were not requested
  std::string error;                 ///< message of the failure; empty if the run completed
  std::vector<Finding> findings;     ///< findings at the start and during the run
  std::string picture;               ///< reason why final.png is missing; empty if it was written
};

/// The text of summary.json: the run, its speed, and for each value of the history the last,
/// smallest, largest and mean value.
std::string summary_text(const SceneWorld& world, const HistoryFile& history,
                         const std::vector<Figure>& last, const RunRecord& run);

}  // namespace condyle
