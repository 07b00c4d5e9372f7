#pragma once

#include <string>
#include <vector>

#include "condyle/ligament/strand_path.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"
#include "condyle/pose.h"

namespace condyle::opensim {

/// A point of a path in one state, with its velocity, in the frame of its body.
struct OsimPointOnBody {
  int body = 0;
  Eigen::Vector3d p_B = Eigen::Vector3d::Zero();  ///< [m]
  Eigen::Vector3d v_B = Eigen::Vector3d::Zero();  ///< velocity in the body [m/s]
};

/// Whether a conditional point is part of its path; its range has OpenSim's margin of 1e-5.
bool is_active(const OsimPathPoint& point, const OsimState& state);

/// The body, position and velocity of a path point.
OsimPointOnBody point_on_body(const OsimModel& model, const OsimPathPoint& point,
                              const OsimState& state);

/// The surface of a wrap object, in its own frame.
geometry::Shape wrap_shape(const OsimWrap& wrap);

/// Follows the path of a ligament or muscle over the bodies of its model: straight segments, and an
/// exact geodesic over each wrap object that it meets. The body indices of the path are those of
/// the model, starting with the ground. Each call continues from the previous one.
class OsimPathTracer {
 public:
  /// Model and path must outlive this object. Parts that cannot be followed are added to `report`.
  /// Throws InputError that names `what`.
  OsimPathTracer(const OsimModel& model, const OsimPath& path, const std::string& what,
                 ModelReport& report);

  /// The path in this state; valid until the next call. Does not allocate memory after the first
  /// calls.
  const ligament::TracedPath& trace(const OsimState& state, const OsimBodies& bodies);

  /// The speed at which the path of the last call to trace() would lengthen [m/s] with the speeds
  /// of this state, whose coordinates are those of that call, and `bodies` at these speeds.
  double lengthening_speed(const OsimState& state, const OsimBodies& bodies) const;

  const ligament::StrandPath& path() const { return path_; }
  /// The path of the last call to trace().
  const ligament::TracedPath& traced() const { return traced_; }

  /// The memory that the next call continues from. With the same memory, a state gives bitwise the
  /// same path.
  const ligament::PathMemory& memory() const { return memory_; }
  void set_memory(const ligament::PathMemory& memory) { memory_ = memory; }

 private:
  void place_points(const OsimState& state);

  const OsimModel* model_;
  const OsimPath* model_path_;
  ligament::StrandPath path_;
  ligament::PathMemory memory_;
  ligament::TracedPath traced_;
};

}  // namespace condyle::opensim
