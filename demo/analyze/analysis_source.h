#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "analyze/formulation_choice.h"
#include "analyze/frame_selection.h"
#include "condyle/opensim/osim_kinematics.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"
#include "core/opensim/src/osim_surfaces.h"

namespace condyle {

/// The files of an analysis, and what is taken of them.
struct AnalysisFiles {
  std::filesystem::path model, motion;
  std::string geometry;  ///< folder of the meshes; empty: where OpenSim looks for them
  FrameSelection frames;
  bool has_contacts = true;      ///< false: ligaments and kinematics alone
  FormulationChoice law = {};    ///< of the contacts
  bool missing_default = false;  ///< coordinates that the motion lacks keep their default values
};

/// What the files hold, ready for analyze(). Throws InputError.
struct AnalysisSource {
  explicit AnalysisSource(const AnalysisFiles& files);
  /// `read` is what the file of the model holds.
  AnalysisSource(opensim::OsimModel read, const AnalysisFiles& files);
  AnalysisSource(const AnalysisSource&) = delete;  // its parts refer to one another
  AnalysisSource& operator=(const AnalysisSource&) = delete;

  AnalysisInput input() const { return {model, kinematics, states, motion, rows, surfaces}; }

  opensim::OsimModel model;
  opensim::MotionTable motion;
  opensim::OsimKinematics kinematics;
  opensim::OsimMotionStates states;
  std::vector<int> rows;        ///< of the motion
  opensim::ModelReport report;  ///< what was not taken over as it stands
  std::vector<opensim::OsimSurfaces> surfaces;
};

}  // namespace condyle
