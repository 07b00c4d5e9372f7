#pragma once

#include <Eigen/Core>

#include "condyle/opensim/osim_motion.h"

namespace condyle {

/// The state of a recorded motion at any time. At the times of rows it is the row's state. Between
/// rows, coordinates follow the natural cubic spline through all rows and speeds are interpolated
/// linearly. If the times of the rows do not ascend strictly, there is no interpolation: each row
/// holds until the next. The constructor's arguments must outlive the curve.
class StateCurve {
 public:
  StateCurve(const opensim::OsimKinematics& kinematics, const opensim::MotionTable& motion,
             const opensim::OsimMotionStates& states);

  /// The last row at or before `time` [s]; the first row if there is none.
  int row_before(double time) const;

  /// The state at `time` [s], limited to the times of the first and the last row, with couplers
  /// applied. At the time of a row it is bitwise the state of the row.
  void state_at(double time, opensim::OsimState& state) const;

 private:
  const opensim::OsimKinematics* kinematics_;
  const opensim::MotionTable* motion_;
  const opensim::OsimMotionStates* states_;
  Eigen::MatrixXd values_, slopes_, speeds_;  ///< rows x coordinates; empty: no interpolation
};

}  // namespace condyle
