#pragma once

#include "condyle/contact/friction_curve.h"
#include "condyle/solver/frozen_block.h"

// What a step does with each of its frozen triangles, some side by side: plain data, and functions
// that are compiled for several kinds of processor (simd_path.h). All give the same bits: no sum
// changes its order and no multiplication melts into an addition. No Eigen here: see simd/lanes.h.

namespace condyle {

struct PressureLaw;

/// RelativeMotion as plain numbers.
struct PlainMotion {
  double turn[3], shift[3];      ///< [rad, m]
  double angular[3], linear[3];  ///< [rad/s, m/s]
};

/// An elastic foundation with dissipation and regularised friction: see FrozenLaw.
struct SumTask {
  FrozenBlock* blocks;  ///< their figures of the last evaluation are written
  int count;
  PlainMotion motion;
  double dt;
  double dissipation;
  bool rubs;
  FrictionCurve friction;        ///< where it rubs
  const PressureLaw* nonlinear;  ///< per lane of all blocks; null: linear, see FrozenBlock
  bool wants_slopes;
  bool exact;  ///< the slopes: see sum_forces()
};

/// Sums by lane, of minus the forces. Most pairs touch nowhere, and clearing all takes as long as
/// looking at them: what is not asked for, or of what does not touch, is not written.
struct alignas(64) LaneSums {
  bool touch = false;
  BlockRow wrench[6];
  BlockRow normal_slope[36];
  /// Of the slip's slope, where it rubs: about the origin it is [turn, moment; moment^T, force],
  /// the symmetric ones by their upper halves.
  BlockRow slip_force[6], slip_moment[9], slip_turn[6];
};

struct ApproachTask {
  const FrozenBlock* blocks;
  const YieldBlock* yields;  ///< null: none
  int count;
  PlainMotion motion;
  double dt;
  bool touching_alone;  ///< what was apart where it was found does not count
};

struct LawKernels {
  void (*sum_forces)(const SumTask& task, LaneSums& sums);

  /// Raises `most` to the largest part of their layers by which triangles approach:
  /// find_approach().
  void (*find_approach)(const ApproachTask& task, BlockRow& most);
};

/// Those of simd_path().
const LawKernels& law_kernels();

/// For kernels: pressures and their slopes of `count` lanes from `first` of all blocks' on, 0 where
/// the proximity is not above 0.
void press_nonlinear(const PressureLaw* laws, int first, int count, const double* proximity,
                     double* pressure, double* slope);

}  // namespace condyle
