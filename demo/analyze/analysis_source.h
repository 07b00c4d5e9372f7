#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "analyze/frame_selection.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"
#include "condyle/opensim/osim_scene.h"

namespace condyle {

/// The files of an analysis, and the parts of them to use.
struct AnalysisFiles {
  std::filesystem::path model, motion;
  std::string geometry;  ///< folder of the meshes; empty: where OpenSim looks for them
  FrameSelection frames;
  bool has_contacts = true;                           ///< false: ligaments and kinematics only
  std::function<void(ContactSettings&)> change = {};  ///< of all contacts' settings; may be empty
  std::vector<std::string> rigid = {};  ///< contact meshes that elastic_layer takes as rigid
  bool missing_default = false;  ///< coordinates that the motion lacks keep their default values
};

/// The contents of the files, ready for analyze(). Throws InputError.
struct AnalysisSource {
  explicit AnalysisSource(const AnalysisFiles& files);
  /// `read` is the model that was read from `files.model`.
  AnalysisSource(opensim::OsimModel read, const AnalysisFiles& files);
  AnalysisSource(const AnalysisSource&) = delete;  // its parts refer to one another
  AnalysisSource& operator=(const AnalysisSource&) = delete;

  AnalysisInput input() const { return {model, kinematics, states, motion, rows, surfaces}; }

  opensim::OsimModel model;
  opensim::MotionTable motion;
  opensim::OsimKinematics kinematics;
  opensim::OsimMotionStates states;
  std::vector<int> rows;        ///< rows of the motion to analyse
  opensim::ModelReport report;  ///< what was ignored or changed in reading the files
  std::vector<opensim::OsimSurfaces> surfaces;
};

}  // namespace condyle
