#pragma once

#include <vector>

#include "condyle/model/model_report.h"
#include "condyle/model/motion_table.h"
#include "condyle/model/osim_kinematics.h"

namespace condyle {

/// The states of a model that a motion records. A coordinate's value stands in a column with its
/// path and "/value", or with its name alone, its speed with "/speed" or "_u".
class OsimMotionStates {
 public:
  /// Where a coordinate that no coupler drives has no column, throws InputError that names all of
  /// them, unless `missing_are_default`: then their default values hold, and the report says so.
  /// Speeds that are not in the motion are the slopes of the natural cubic spline through the
  /// values. Needs model, kinematics and motion to outlive it.
  OsimMotionStates(const OsimModel& model, const OsimKinematics& kinematics,
                   const MotionTable& motion, bool missing_are_default);

  /// The state in a row of the motion, couplers applied.
  void state_at(int row, OsimState& state) const;

  const ModelReport& report() const { return report_; }

 private:
  struct Source {
    int value = -1, speed = -1;  ///< columns, -1: none
    double factor = 1;           ///< to radians
    double constant = 0;         ///< value where there is no column
    std::vector<double> slopes;  ///< per row, where speeds are not in the motion
  };

  void find_columns(bool missing_are_default);
  void find_slopes();

  const OsimModel* model_;
  const OsimKinematics* kinematics_;
  const MotionTable* motion_;
  std::vector<Source> sources_;
  bool speeds_are_rates_ = false;
  ModelReport report_;
};

}  // namespace condyle
