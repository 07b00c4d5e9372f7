#pragma once

#include <string>
#include <vector>

#include "condyle/ligament/course_path.h"
#include "condyle/model/model_report.h"
#include "condyle/model/osim_kinematics.h"
#include "condyle/model/osim_model.h"
#include "condyle/pose.h"

namespace condyle {

/// A point of a path at one state: in its body and its velocity in that body.
struct OsimPointOnBody {
  int body = 0;
  Eigen::Vector3d p_B = Eigen::Vector3d::Zero();  ///< [m]
  Eigen::Vector3d v_B = Eigen::Vector3d::Zero();  ///< of a moving point [m/s]
};

/// Whether a conditional point is part of its path: OpenSim's range has a margin of 1e-5.
bool is_active(const OsimPathPoint& point, const OsimState& state);

OsimPointOnBody point_on_body(const OsimModel& model, const OsimPathPoint& point,
                              const OsimState& state);

/// The surface of a wrap object, in its own frame.
Shape wrap_shape(const OsimWrap& wrap);

/// The path of a ligament or muscle over the bodies of its model (the bodies of its course are
/// those of the model, ground first): straight, and a true geodesic over each wrap object that it
/// meets. Frame after frame it goes on from the one before.
class OsimPathTracer {
 public:
  /// Needs model and path to outlive it. What cannot be followed is added to `report`. Throws
  /// InputError that names `what`.
  OsimPathTracer(const OsimModel& model, const OsimPath& path, const std::string& what,
                 ModelReport& report);

  /// The path at this state; valid until the next call. Free of allocation when warm.
  const CoursePath& trace(const OsimState& state, const OsimBodies& bodies);

  const StrandCourse& course() const { return course_; }
  /// The path that was traced last.
  const CoursePath& traced() const { return traced_; }

  /// What goes on to the next frame: with the same memory the same state gives the same bits.
  const CourseMemory& memory() const { return memory_; }
  void set_memory(const CourseMemory& memory) { memory_ = memory; }

 private:
  void place_points(const OsimState& state);

  const OsimModel* model_;
  const OsimPath* path_;
  StrandCourse course_;
  CourseMemory memory_;
  CoursePath traced_;
};

}  // namespace condyle
