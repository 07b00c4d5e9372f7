#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "analyze/frame_contacts.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"

namespace condyle {

/// The input of an analysis: a model, its motion, and the rows to analyse.
struct AnalysisInput {
  const opensim::OsimModel& model;
  const opensim::OsimKinematics& kinematics;
  const opensim::OsimMotionStates& states;
  const opensim::MotionTable& motion;
  std::span<const int> rows;
  std::span<const opensim::OsimSurfaces> surfaces;  ///< one for each contact; empty: no contacts
};

struct AnalysisOptions {
  bool flip_meshes = false;  ///< casts from the target too, as OpenSim's option of this name does
  bool moment_arms = false;  ///< of the ligaments about the coordinates
  int threads = 1;
  bool keeps_maps = false;           ///< returns the maps of all frames
  std::filesystem::path map_folder;  ///< folder of the pressure maps; empty: none are written
};

/// Maps of one mesh in all frames, frame after frame with a number for each triangle.
struct FrameMaps {
  std::vector<double> pressure;   ///< [Pa]
  std::vector<double> proximity;  ///< [m]
};

struct ContactMaps {
  FrameMaps casting, target;
};

struct AnalysisResult {
  /// Without contacts the contact table has no columns.
  opensim::MotionTable kinematics, ligaments, contact;
  /// Columns of the moment arms that are not 0 in all rows; none unless asked for.
  opensim::MotionTable moment_arms;
  opensim::ModelReport report;            ///< parts of ligament paths that are ignored
  std::vector<ContactMaps> contact_maps;  ///< by contact; empty unless asked for
  std::vector<mesh::SeriesEntry> maps;    ///< the files written to map_folder
  std::vector<RangeWatch> ranges;         ///< by contact
};

/// The force direction of all contacts of the model.
ForceDirection force_direction_of(const opensim::OsimModel& model);

/// Warnings about the result, one sentence each: contacts whose figures are outside the range in
/// which they mean something.
std::vector<std::string> warnings_of(const AnalysisInput& input, const AnalysisResult& result);

/// Analyses the rows. Ligaments that wrap are followed through all rows of the motion up to the
/// last of these, so that a row gives the same whichever others are analysed. The results are
/// bitwise independent of the number of threads. Throws SimulationError if a StopSignal was
/// received. `progress(done, total)` is called on the calling thread, at intervals of about one
/// frame's computing time or 50 ms, whichever is longer; an exception from it ends the analysis.
AnalysisResult analyze(const AnalysisInput& input, const AnalysisOptions& options,
                       const std::function<void(int, int)>& progress);

}  // namespace condyle
