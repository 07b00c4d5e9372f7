#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analyze/frame_strands.h"
#include "condyle/model/model_report.h"
#include "condyle/model/motion_table.h"
#include "condyle/model/osim_kinematics.h"
#include "condyle/model/osim_surfaces.h"
#include "replay/state_curve.h"

namespace condyle {

/// Which motion of which model is replayed.
struct RecordingInput {
  std::filesystem::path model, motion;  ///< .osim; .sto or .mot
  std::string geometry = {};     ///< folder of the meshes; empty: the model's and Geometry in it
  bool missing_default = false;  ///< coordinates that the motion lacks keep their default values
};

/// A mesh that is only looked at, as bones are.
struct RecordedMesh {
  std::string name;
  int frame = 0;  ///< of the model; the mesh lies in it
  std::shared_ptr<const TriangleMesh> mesh;
};

/// An OpenSim model with its meshes and a recorded motion of it, ready to be shown at any time.
/// Nothing of it changes once it is made. Its rows are called frames.
class Recording {
 public:
  /// Reads all and follows the strands once along the motion, as `progress(time, duration)` [s]
  /// tells. Throws InputError.
  explicit Recording(const RecordingInput& input,
                     const std::function<void(double, double)>& progress = {});
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  int frames() const { return motion.rows(); }
  double time_of(int frame) const { return motion.times[static_cast<std::size_t>(frame)]; }
  double first_time() const { return motion.times.front(); }
  double last_time() const { return motion.times.back(); }

  const OsimModel model;
  const MotionTable motion;
  const OsimKinematics kinematics;
  const OsimMotionStates states;
  const StateCurve curve;
  ModelReport report;                  ///< what is not taken over, or not shown
  std::vector<OsimSurfaces> surfaces;  ///< one for each contact
  std::vector<RecordedMesh> meshes;    ///< on bodies of contacts and strands
  OsimBodies first_poses;              ///< of the bodies in the first frame
  int angle = -1;  ///< coordinate that turns the most, of those that no coupler drives; -1: none

  /// What strands remember in front of a frame: a wrapped one goes on from the frame before, so
  /// that its force at a frame depends on all earlier ones. Kept in front of every stride-th frame.
  struct Mark {
    int frame = 0;
    FrameStrands::Memory memory;
  };
  /// The last mark at or in front of `frame`.
  const Mark& mark_before(int frame) const {
    return marks_[static_cast<std::size_t>(frame / stride_)];
  }

 private:
  void read_meshes(const std::string& geometry);
  void find_angle();
  void follow_strands(const std::function<void(double, double)>& progress);

  int stride_ = 1;
  std::vector<Mark> marks_;
};

}  // namespace condyle
