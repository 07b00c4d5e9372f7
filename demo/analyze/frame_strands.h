#pragma once

#include <string>
#include <vector>

#include "condyle/model/model_report.h"
#include "condyle/model/osim_path_tracer.h"

namespace condyle {

/// The ligaments of a model, frame after frame in the order of time.
class FrameStrands {
 public:
  /// Needs the model to outlive it. Throws InputError.
  explicit FrameStrands(const OsimModel& model);

  std::vector<std::string> labels() const;

  /// Evaluates all ligaments and appends their numbers, parallel to labels().
  void evaluate(const OsimState& state, const OsimBodies& bodies, std::vector<double>& row);

  /// What of the model's paths is not followed, and where a path could not be found.
  const ModelReport& report() const { return report_; }

 private:
  const CoursePath& trace(OsimPathTracer& tracer, const std::string& name, const OsimState& state,
                          const OsimBodies& bodies);

  const OsimModel* model_;
  std::vector<OsimPathTracer> strands_, curves_;  ///< parallel to the model's ligaments
  ModelReport report_;
};

}  // namespace condyle
