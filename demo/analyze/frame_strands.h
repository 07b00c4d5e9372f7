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

  /// Follows all ligaments to this state.
  void trace(const OsimState& state, const OsimBodies& bodies);

  /// The same, and appends their numbers, parallel to labels().
  void evaluate(const OsimState& state, const OsimBodies& bodies, std::vector<double>& row);

  /// A Blankevoort ligament's path at the frame that was traced last, and points along it in the
  /// ground as condyle::polyline gives them.
  const CoursePath& path(int ligament) const { return strands_[index(ligament)].traced(); }
  std::vector<Eigen::Vector3d> polyline(int ligament, const OsimBodies& bodies, double step) const;

  /// What ligaments remember of the frames before: with the same memory the same frame gives the
  /// same bits.
  using Memory = std::vector<CourseMemory>;
  Memory memory() const;
  void set_memory(const Memory& memory);

  /// What of the model's paths is not followed, and where a path could not be found.
  const ModelReport& report() const { return report_; }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  void trace(OsimPathTracer& tracer, const std::string& name, const OsimState& state,
             const OsimBodies& bodies);

  const OsimModel* model_;
  std::vector<OsimPathTracer> strands_, curves_;  ///< parallel to the model's ligaments
  ModelReport report_;
};

}  // namespace condyle
