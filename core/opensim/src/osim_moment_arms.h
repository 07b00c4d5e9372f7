#pragma once

#include <vector>

#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"
#include "core/opensim/src/osim_path_tracer.h"

namespace condyle::opensim {

/// The motions of a model in which one coordinate moves at unit rate, with those that couplers
/// drive by it, while all others rest. A path's moment arm about the coordinate is minus the speed
/// at which the path then lengthens.
class CoordinateMotions {
 public:
  /// Model and kinematics must outlive this object.
  CoordinateMotions(const OsimModel& model, const OsimKinematics& kinematics);

  /// Computes the motions at a state. Its speeds do not matter; couplers must have been applied.
  void set(const OsimState& state);

  /// The moment arm about a coordinate of a path that was traced in this state [m per rad; no unit
  /// if the coordinate is a length]; 0 about a coordinate that a coupler drives.
  double moment_arm(int coordinate, const OsimPathTracer& tracer) const;

 private:
  const OsimModel* model_;
  const OsimKinematics* kinematics_;
  std::vector<OsimState> states_;   ///< one for each coordinate
  std::vector<OsimBodies> bodies_;  ///< one for each coordinate
};

}  // namespace condyle::opensim
