#pragma once

#include "core/src/contact/laws/friction_curve.h"
#include "core/src/contact/linearised/contact_columns.h"
#include "core/src/contact/linearised/linearised_block.h"

// Kernels that process the linearised triangles of a step several at a time: plain data, and
// functions compiled for several kinds of processor (simd_path.h). All give the same bits: no sum
// changes its order, and no multiplication is fused with an addition. No Eigen here: see
// simd/lanes.h.

namespace condyle {

struct PressureLaw;

/// RelativeMotion as plain numbers.
struct PlainMotion {
  double turn[3], shift[3];      ///< displacement since the search [rad, m]
  double angular[3], linear[3];  ///< velocity [rad/s, m/s]
};

/// Sums for an elastic foundation with dissipation and regularised friction: see LinearisedLaw.
struct SumTask {
  LinearisedBlock* blocks;  ///< the kernels also write their state at this evaluation
  int count;
  PlainMotion motion;
  bool is_displaced;  ///< the displacement of `motion` is not 0
  double dt;
  double dissipation;
  bool rubs;
  FrictionCurve friction;        ///< used if `rubs`
  const PressureLaw* nonlinear;  ///< null: linear, see LinearisedBlock
  bool has_one_law;              ///< `nonlinear` is one for all lanes, not one per lane
  bool wants_slopes;
  bool exact;  ///< exact or safe slopes: see sum_forces()
  /// What a report reads of eight blocks each; null: not wanted. Not written with sums.
  ContactBlock* reported;
};

/// Sums by lane of minus the forces. Most pairs do not touch, and clearing all sums would take as
/// long as testing their triangles: sums are written only if some triangle touches and they are
/// asked for.
struct alignas(64) LaneSums {
  bool touch = false;
  BlockRow wrench[6];
  BlockRow normal_slope[36];
  /// Derivative by slip velocity, if triangles rub: [turn, moment; moment^T, force] about the
  /// origin, with the upper halves of the symmetric blocks.
  BlockRow slip_force[6], slip_moment[9], slip_turn[6];
};

struct ApproachTask {
  const LinearisedBlock* blocks;
  const VertexBlock* vertices;  ///< null: no vertices move by themselves
  int count;
  PlainMotion motion;
  double dt;
  bool touching_alone;  ///< triangles that were apart at the search do not count
};

/// The approach of triangles over their layers, by lane: the largest and, of the triangles that
/// touch at the search, the area and the sum of area times approach.
struct alignas(64) LaneApproaches {
  BlockRow most, area, area_times_approach;
};

/// Triangles whose blocks have, besides areas and proximities, the centroid in `at`, the casting
/// normal in `along` and the target's normal, in its own axes, in `across`.
struct FaceTask {
  LinearisedBlock* blocks;
  int count;
  double R_CT[3][3];
  bool follows_target, two_sided, rubs_at_hit;
  ContactBlock* reported;      ///< gets areas, proximities and centroids of 64 each; null: none
  bool wants_gradient = true;  ///< how proximities change
  bool rubs = true;            ///< where and along what triangles rub
};

struct LawKernels {
  void (*sum_forces)(const SumTask& task, LaneSums& sums);

  /// Writes what a report reads of the same forces.
  void (*report_forces)(const SumTask& task);

  /// See find_approach().
  void (*find_approach)(const ApproachTask& task, LaneApproaches& found);

  /// Moves triangles to the end of the step, without pressure and traction. Returns whether any
  /// touches there.
  bool (*place)(const SumTask& task);

  /// Sums the friction of triangles whose pressures are written: all but normal_slope, which is 0.
  void (*rub_pressed)(const SumTask& task, LaneSums& sums);

  /// Sets how proximities change, and where and along what triangles press and rub; drops those
  /// that graze the target.
  void (*face_target)(const FaceTask& task);
};

/// The kernels for simd_path().
const LawKernels& law_kernels();

/// For kernels: pressures and slopes of `count` lanes at a `depth`, from lane `first` of all blocks
/// on, and the energy per area at a `proximity`; 0 where these are not above 0.
void press_nonlinear(const SumTask& task, int first, int count, const double* depth,
                     const double* proximity, double* pressure, double* slope, double* energy);

}  // namespace condyle
