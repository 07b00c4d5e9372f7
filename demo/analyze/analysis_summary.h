#pragma once

#include <string>

#include "analyze/analysis.h"

namespace condyle {

/// How long the parts of a run took [s].
struct AnalysisTimes {
  double reading = 0;  ///< model, motion, meshes and their hierarchies
  double frames = 0;   ///< kinematics, ligaments, contacts
  double total = 0;    ///< until the summary was written
};

/// The text of summary.json: what was analysed, what was not taken over, how long it took, and of
/// each column its least and largest value with their times, and its mean.
std::string analysis_summary(const AnalysisInput& input, const AnalysisOptions& options,
                             const AnalysisResult& result, const ModelReport& report,
                             const AnalysisTimes& times);

}  // namespace condyle
