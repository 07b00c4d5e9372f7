#pragma once

#include <string>

#include "condyle/bullet/plugin.h"
#include "findings/finding.h"
#include "scene_world.h"
#include "simulate/history.h"
#include "step_times.h"

namespace condyle {

/// What a run was, for summary.json.
struct RunRecord {
  double rate = 0;                   ///< [Hz]
  double wall_time = 0;              ///< of all steps, without writing files [s]
  bullet::StageTimes stages;         ///< summed over the steps [s]
  std::vector<StageTiming> timings;  ///< empty: not asked for
  std::string error;                 ///< empty: completed
  std::vector<Finding> findings;     ///< what was found at the start and over the run
  std::string picture;               ///< why final.png is missing; empty: it is there
};

/// The text of summary.json: the run, its speed, and per figure the last value, least, largest,
/// mean.
std::string summary_text(const SceneWorld& world, const HistoryFile& history,
                         const std::vector<Figure>& last, const RunRecord& run);

}  // namespace condyle
