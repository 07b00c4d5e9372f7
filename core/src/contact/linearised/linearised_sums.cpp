#include "core/src/contact/linearised/linearised_sums.h"

#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/linearised/linearised_laws.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;

double lane_sum(const BlockRow& lanes) {
  static_assert(k_lanes == 8);
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
         ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

Vector6 sum_of(const BlockRow (&lanes)[6]) {
  Vector6 sum;
  for (int i = 0; i < 6; ++i) sum[i] = lane_sum(lanes[i]);
  return sum;
}

Matrix3d symmetric_sum_of(const BlockRow (&upper)[6]) {
  const Vector6 m = sum_of(upper);
  Matrix3d sum;
  sum << m[0], m[1], m[2], m[1], m[3], m[4], m[2], m[4], m[5];
  return sum;
}

}  // namespace

LinearisedSums totals(const SumTask& task, const LaneSums& lanes) {
  LinearisedSums sums;
  sums.touch = lanes.touch;
  if (!lanes.touch) return sums;
  sums.wrench = -sum_of(lanes.wrench);
  if (!task.wants_slopes) return sums;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) sums.normal_slope(i, j) = lane_sum(lanes.normal_slope[6 * i + j]);
  if (!task.rubs) return sums;
  Matrix3d moment;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) moment(i, j) = lane_sum(lanes.slip_moment[3 * i + j]);
  sums.slip_slope.topLeftCorner<3, 3>() = symmetric_sum_of(lanes.slip_turn);
  sums.slip_slope.topRightCorner<3, 3>() = moment;
  sums.slip_slope.bottomLeftCorner<3, 3>() = moment.transpose();
  sums.slip_slope.bottomRightCorner<3, 3>() = symmetric_sum_of(lanes.slip_force);
  return sums;
}

PlainMotion plain(const RelativeMotion& motion) {
  PlainMotion numbers;
  for (int i = 0; i < 3; ++i) {
    numbers.turn[i] = motion.displacement[i];
    numbers.shift[i] = motion.displacement[3 + i];
    numbers.angular[i] = motion.velocity[i];
    numbers.linear[i] = motion.velocity[3 + i];
  }
  return numbers;
}

SumTask task_of(std::span<LinearisedBlock> blocks, const LinearisedLaw& law,
                const RelativeMotion& motion, double dt, Linearisation linearisation) {
  return {
      .blocks = blocks.data(),
      .count = static_cast<int>(blocks.size()),
      .motion = plain(motion),
      .is_displaced = !motion.displacement.isZero(0),
      .dt = dt,
      .dissipation = law.dissipation,
      .rubs = law.rubs(),
      .friction = curve_of(law.friction),
      .nonlinear = law.nonlinear.empty() ? nullptr : law.nonlinear.data(),
      .has_one_law = law.nonlinear.size() == 1,
      .wants_slopes = linearisation != Linearisation::none,
      .exact = linearisation == Linearisation::exact,
      .reported = law.reported.empty() ? nullptr : law.reported.data(),
  };
}

LinearisedSums sum_forces(std::span<LinearisedBlock> blocks, const LinearisedLaw& law,
                          const RelativeMotion& motion, double dt, Linearisation linearisation) {
  if (!law.is_by_lanes()) return sum_by_law(blocks, law, motion, dt, linearisation);
  const SumTask task = task_of(blocks, law, motion, dt, linearisation);
  LaneSums lanes;
  law_kernels().sum_forces(task, lanes);
  return totals(task, lanes);
}

void report_forces(std::span<LinearisedBlock> blocks, const LinearisedLaw& law,
                   const RelativeMotion& motion, double dt) {
  if (law.is_by_lanes())
    law_kernels().report_forces(task_of(blocks, law, motion, dt, Linearisation::none));
  else
    sum_by_law(blocks, law, motion, dt, Linearisation::none);
}

}  // namespace condyle
