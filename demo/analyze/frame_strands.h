#pragma once

#include <string>
#include <vector>

#include "condyle/opensim/osim_model.h"
#include "core/opensim/src/osim_path_tracer.h"

namespace condyle {

/// Follows the ligaments of a model frame by frame, in order of time.
class FrameStrands {
 public:
  /// `model` must outlive this object. Throws InputError.
  explicit FrameStrands(const OsimModel& model);

  /// Column labels of all ligaments.
  std::vector<std::string> labels() const;

  /// Follows all ligaments to this state.
  void trace(const OsimState& state, const OsimBodies& bodies);

  /// Follows all ligaments and appends their values to `row`, parallel to labels().
  void evaluate(const OsimState& state, const OsimBodies& bodies, std::vector<double>& row);

  /// path() is a Blankevoort ligament's path at the last traced frame; polyline() gives points
  /// along it in the ground frame, as condyle::polyline does.
  const TracedPath& path(int ligament) const { return strands_[index(ligament)].traced(); }
  std::vector<Eigen::Vector3d> polyline(int ligament, const OsimBodies& bodies, double step) const;

  /// The memory that ligaments keep from earlier frames. With the same memory, a frame gives
  /// bitwise the same results.
  using Memory = std::vector<PathMemory>;
  Memory memory() const;
  void set_memory(const Memory& memory);

  /// Parts of the paths that are ignored, and frames in which a path could not be found.
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
