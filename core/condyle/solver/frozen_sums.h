#pragma once

#include <Eigen/Core>
#include <span>

#include "condyle/contact/friction.h"
#include "condyle/contact/normal_law.h"
#include "condyle/contact/pressure_law.h"
#include "condyle/pose.h"
#include "condyle/solver/law_kernels.h"
#include "condyle/solver/step_motion.h"

namespace condyle {

/// How the casting mesh C moves relative to the target mesh T, in C's axes and at C's origin where
/// they were found; rotation or angular velocity, then shift or velocity.
struct RelativeMotion {
  Vector6 way = Vector6::Zero();       ///< from there [rad, m]
  Vector6 velocity = Vector6::Zero();  ///< [rad/s, m/s]
  Vector6 onward = Vector6::Zero();    ///< see StepMotion [rad, m]
  Vector6 behind = Vector6::Zero();    ///< the same [rad/s, m/s]
};

PlainMotion plain(const RelativeMotion& motion);

/// Which evaluation of a step bristles are in.
enum class BristlePass {
  first,  ///< at the velocities of the step's start
  next,   ///< at other velocities than the last one
  again,  ///< at the same
};

/// How the frozen triangles press and rub.
struct FrozenLaw {
  std::span<const PressureLaw> nonlinear;  ///< per lane; empty: linear, see FrozenBlock
  double dissipation = 0;                  ///< Hunt-Crossley [s/m]
  Friction friction;                       ///< resolved
  std::span<BristleBlock> bristles;        ///< one per block where there is stiction, else none
  BristlePass pass = BristlePass::next;
  const NormalLaw* normal = nullptr;  ///< settled; none: the elastic foundation. The stiffness of
                                      ///< `volume` is each triangle's law_slope
  bool takes_mean = false;            ///< of the normal force over the way
  const condyle_contact* contact = nullptr;  ///< what the user's laws are told
  std::span<YieldBlock> yields =
      {};  ///< one per block where vertices move by themselves, else none
  bool rubs() const { return condyle::rubs(friction); }
  /// Whether all of it is summed by lanes (law_kernels.h), else one by one (frozen_laws.cpp).
  bool is_by_lanes() const {
    return bristles.empty() && normal == nullptr && !takes_mean && yields.empty() &&
           friction.mode != FrictionMode::user;
  }
};

/// Sums over the frozen triangles, about C's mesh origin where they were found, in its axes. Rows
/// and columns: moment or rotation, force or shift. The derivatives are of minus the wrench on C,
/// times dt^2 where they are by displacement and dt where by velocity; all zero where none were
/// asked for.
struct FrozenSums {
  Vector6 wrench = Vector6::Zero();        ///< on C, of pressure and friction
  Matrix6 normal_slope = Matrix6::Zero();  ///< what follows proximity and its rate
  Matrix6 slip_slope = Matrix6::Zero();    ///< what follows the slip velocity
  double users_energy = 0;                 ///< by a normal law of the user's [J]
  bool settled = true;                     ///< see PairForces
  bool touch = false;                      ///< any triangle; without, all else is 0
};

/// Sums forces at the way and velocity of `motion`, and their derivatives for a step of `dt` [s].
/// Writes proximity_at_end, and the bristles' stretch. Exact: normal_slope's rows are of the whole
/// force, its columns of the proximity. Safe: both are of the normal force, and friction's slope is
/// its secant, so that both slopes are symmetric positive semi-definite.
FrozenSums sum_forces(std::span<FrozenBlock> blocks, const FrozenLaw& law,
                      const RelativeMotion& motion, double dt, Linearisation linearisation);

}  // namespace condyle
