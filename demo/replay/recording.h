#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analyze/frame_strands.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"
#include "condyle/opensim/osim_scene.h"
#include "replay/state_curve.h"

namespace condyle {

/// The model and the motion that are replayed.
struct RecordingInput {
  std::filesystem::path model, motion;  ///< .osim file; .sto or .mot file
  std::string geometry = {};            ///< folder of the meshes; empty: see geometry_folders()
  bool missing_default = false;  ///< coordinates missing from the motion keep their default values
};

/// A mesh that is only drawn, such as a bone.
struct RecordedMesh {
  std::string name;
  int frame = 0;  ///< frame of the model in which the mesh is given
  std::shared_ptr<const TriangleMesh> mesh;
};

/// An OpenSim model with its meshes and a recorded motion, ready to be shown at any time. It does
/// not change after construction. The rows of the motion are called frames.
class Recording {
 public:
  /// Reads everything and follows the strands through the motion once. Meanwhile it calls
  /// `progress(time, duration)` [s]. Throws InputError.
  explicit Recording(const RecordingInput& input,
                     const std::function<void(double, double)>& progress = {});
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  int frames() const { return motion.rows(); }
  double time_of(int frame) const { return motion.times[frame]; }
  double first_time() const { return motion.times.front(); }
  double last_time() const { return motion.times.back(); }

  const opensim::OsimModel model;
  const opensim::MotionTable motion;
  const opensim::OsimKinematics kinematics;
  const opensim::OsimMotionStates states;
  const StateCurve curve;
  opensim::ModelReport report;  ///< parts of the model that are ignored or not shown
  std::vector<opensim::OsimSurfaces> surfaces;  ///< one for each contact
  std::vector<RecordedMesh> meshes;             ///< meshes on bodies that have contacts or strands
  opensim::OsimBodies first_poses;              ///< poses of the bodies in the first frame
  /// Rotational coordinate with the largest range that no coupler drives; -1: none.
  int angle = -1;

  /// The memory of the strands before a frame. A wrapped strand continues from the previous frame,
  /// so its force depends on all earlier frames. Marks are kept for every stride_-th frame.
  struct Mark {
    int frame = 0;
    FrameStrands::Memory memory;
  };
  /// The last mark at or before `frame`.
  const Mark& mark_before(int frame) const { return marks_[frame / stride_]; }

 private:
  void read_meshes(const std::string& geometry);
  void find_angle();
  void follow_strands(const std::function<void(double, double)>& progress);

  int stride_ = 1;
  std::vector<Mark> marks_;
};

}  // namespace condyle
