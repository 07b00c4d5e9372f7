#pragma once

#include <Eigen/Core>

#include "condyle/model/osim_motion.h"

namespace condyle {

/// The states of a recorded motion at any time: those of its rows, and between two of them each
/// coordinate on the natural cubic spline through all of its values, speeds on straight lines.
/// Where the times of the rows do not ascend strictly there is nothing between rows: each holds
/// until the next. Needs all that it is made of to outlive it.
class StateCurve {
 public:
  StateCurve(const OsimKinematics& kinematics, const MotionTable& motion,
             const OsimMotionStates& states);

  /// The last row at or before `time` [s]; the first where there is none.
  int row_before(double time) const;

  /// The state at `time` [s], from the first row's to the last one's; couplers applied. At a row's
  /// own time the row's state, bit for bit.
  void state_at(double time, OsimState& state) const;

 private:
  const OsimKinematics* kinematics_;
  const MotionTable* motion_;
  const OsimMotionStates* states_;
  Eigen::MatrixXd values_, slopes_, speeds_;  ///< rows x coordinates; empty: nothing between rows
};

}  // namespace condyle
