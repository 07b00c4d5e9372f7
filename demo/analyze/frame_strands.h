#pragma once

#include <string>
#include <vector>

#include "condyle/model/model_report.h"
#include "condyle/model/osim_kinematics.h"

namespace condyle {

/// The ligaments of a model, frame after frame in the order of time.
class FrameStrands {
 public:
  /// Needs the model to outlive it.
  explicit FrameStrands(const OsimModel& model);

  std::vector<std::string> labels() const;

  /// Evaluates all ligaments and appends their numbers, parallel to labels().
  void evaluate(const OsimState& state, const OsimBodies& bodies, std::vector<double>& row);

  /// What of the model's paths is not followed.
  const ModelReport& report() const { return report_; }

 private:
  const OsimModel* model_;
  ModelReport report_;
};

}  // namespace condyle
