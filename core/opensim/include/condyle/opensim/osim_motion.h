#pragma once

#include <vector>

#include "condyle/opensim/model_report.h"
#include "condyle/opensim/motion_table.h"
#include "condyle/opensim/osim_kinematics.h"
#include "condyle/opensim/osim_model.h"

namespace condyle {

/// The states of a model in a recorded motion. The column of a coordinate's value has the
/// coordinate's path as its label, with or without "/value", or its name alone; the column of its
/// speed has the path with "/speed", or the name with "_u". A path may be short: "joint/name".
class OsimMotionStates {
 public:
  /// If coordinates that no coupler drives have no column, throws InputError that names them all,
  /// unless `missing_are_default` is set: then they keep their default values and the report says
  /// so. Speeds that are not in the motion are the slopes of the natural cubic spline through the
  /// values, or zero if its times do not ascend strictly. Speeds that are an angular velocity are
  /// taken from the motion only if it has all three. Model, kinematics and motion must outlive
  /// this object.
  OsimMotionStates(const OsimModel& model, const OsimKinematics& kinematics,
                   const MotionTable& motion, bool missing_are_default);

  /// The state in a row of the motion, with couplers applied.
  void state_at(int row, OsimState& state) const;

  const ModelReport& report() const { return report_; }

 private:
  struct Source {
    int value = -1, speed = -1;  ///< indices of columns; -1: none
    double factor = 1;           ///< converts the columns to SI units
    double constant = 0;         ///< value if there is no column
    std::vector<double> slopes;  ///< one per row, if the motion has no speeds
  };

  void find_columns(bool missing_are_default);
  void find_joints_at_rates();
  void find_slopes();

  const OsimModel* model_;
  const OsimKinematics* kinematics_;
  const MotionTable* motion_;
  std::vector<Source> sources_;
  /// Joints whose speeds are an angular velocity that the motion lacks: the rates of their angles
  /// give it.
  std::vector<int> joints_at_rates_;
  ModelReport report_;
};

}  // namespace condyle
