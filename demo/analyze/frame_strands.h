#pragma once

#include <string>
#include <vector>

#include "condyle/opensim/osim_model.h"
#include "core/opensim/src/osim_moment_arms.h"
#include "core/opensim/src/osim_path_tracer.h"

namespace condyle {

/// Follows the ligaments of a model frame by frame, in order of time.
class FrameStrands {
 public:
  /// `model` must outlive this object. Throws InputError.
  explicit FrameStrands(const opensim::OsimModel& model);

  /// Column labels of all ligaments.
  std::vector<std::string> labels() const;

  /// Whether what a frame gives depends on earlier frames: a wrap continues from the last one.
  bool has_memory() const;

  /// Follows all ligaments to a state that is only passed on the way to another: leaves the report
  /// as it is.
  void pass(const opensim::OsimState& state, const opensim::OsimBodies& bodies);

  /// Follows all ligaments to this state.
  void trace(const opensim::OsimState& state, const opensim::OsimBodies& bodies);

  /// Follows all ligaments and appends their values to `row`, parallel to labels().
  void evaluate(const opensim::OsimState& state, const opensim::OsimBodies& bodies,
                std::vector<double>& row);

  /// Column labels of the moment arms of all ligaments about all coordinates.
  std::vector<std::string> moment_arm_labels() const;

  /// Appends the moment arms of the last traced frame to `row`, parallel to moment_arm_labels().
  void append_moment_arms(const opensim::CoordinateMotions& motions,
                          std::vector<double>& row) const;

  /// path() is a Blankevoort ligament's path at the last traced frame; polyline() gives points
  /// along it in the ground frame, as ligament::polyline does.
  const ligament::TracedPath& path(int ligament) const {
    return strands_[index(ligament)].traced();
  }
  std::vector<Eigen::Vector3d> polyline(int ligament, const opensim::OsimBodies& bodies,
                                        double step) const;

  /// The memory that ligaments keep from earlier frames. With the same memory, a frame gives
  /// bitwise the same results.
  using Memory = std::vector<ligament::PathMemory>;
  Memory memory() const;
  void set_memory(const Memory& memory);

  /// Parts of the paths that are ignored, and frames in which a path could not be found.
  const opensim::ModelReport& report() const { return report_; }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  void trace(opensim::OsimPathTracer& tracer, const std::string& name,
             const opensim::OsimState& state, const opensim::OsimBodies& bodies);

  const opensim::OsimModel* model_;
  std::vector<opensim::OsimPathTracer> strands_, curves_;  ///< parallel to the model's ligaments
  opensim::ModelReport report_;
};

}  // namespace condyle
