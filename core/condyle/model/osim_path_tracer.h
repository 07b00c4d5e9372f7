#pragma once

#include <vector>

#include "condyle/model/osim_kinematics.h"
#include "condyle/model/osim_model.h"
#include "condyle/pose.h"

namespace condyle {

/// Length of a path and the exact rate at which it grows.
struct OsimPathLength {
  double length = 0;             ///< [m]
  double lengthening_speed = 0;  ///< [m/s]
};

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

/// The path straight from point to active point. It passes wrap objects by.
OsimPathLength trace_straight(const OsimModel& model, const OsimPath& path, const OsimState& state,
                              const OsimBodies& bodies);

}  // namespace condyle
