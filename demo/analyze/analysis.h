#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "analyze/frame_contacts.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/model/model_report.h"
#include "condyle/model/motion_table.h"
#include "condyle/model/osim_motion.h"

namespace condyle {

/// What is analysed: a model, its motion, and the rows of it.
struct AnalysisInput {
  const OsimModel& model;
  const OsimKinematics& kinematics;
  const OsimMotionStates& states;
  const MotionTable& motion;
  std::span<const int> rows;
  std::span<const OsimSurfaces> surfaces;  ///< one for each contact; none: no contacts
};

struct AnalysisOptions {
  FrameContactOptions contacts;
  int threads = 1;
  std::filesystem::path map_folder;  ///< pressure maps go there; empty: none
};

struct AnalysisResult {
  MotionTable kinematics, ligaments, contact;  ///< contact: no columns where there are none
  ModelReport report;                          ///< what the paths of ligaments leave out
  std::vector<SeriesEntry> maps;               ///< the files written, in map_folder
};

/// Goes through the rows. Results do not depend on the number of threads, bit for bit.
/// Throws SimulationError where a StopSignal came. `progress(done, total)` is called now and then,
/// on the calling thread.
AnalysisResult analyze(const AnalysisInput& input, const AnalysisOptions& options,
                       const std::function<void(int, int)>& progress);

}  // namespace condyle
