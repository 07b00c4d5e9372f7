#pragma once

#include <string>

#include "analyze/analysis.h"

namespace condyle {

/// Wall times of the parts of a run [s].
struct AnalysisTimes {
  double reading = 0;  ///< reading the model, motion and meshes, and building hierarchies
  double frames = 0;   ///< kinematics, ligaments and contacts
  double total = 0;    ///< everything up to writing the summary
};

/// The text of summary.json: what was analysed, what was ignored, wall times, and for each column
/// the smallest and largest value with their times, and the mean.
std::string analysis_summary(const AnalysisInput& input, const AnalysisResult& result,
                             const opensim::ModelReport& report, const AnalysisTimes& times);

}  // namespace condyle
