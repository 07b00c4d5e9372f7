#pragma once

#include <Eigen/Core>
#include <span>

#include "condyle/contact/contact_laws.h"
#include "condyle/pose.h"
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/pressure_law.h"
#include "core/src/contact/linearised/law_kernels.h"
#include "core/src/contact/linearised/step_motion.h"

namespace condyle {

/// The motion of the casting mesh C relative to the target mesh T, in C's axes and at C's origin at
/// the search. Each vector has an angular part, then a linear part.
struct RelativeMotion {
  Vector6 displacement = Vector6::Zero();  ///< displacement since the search [rad, m]
  Vector6 velocity = Vector6::Zero();      ///< velocity [rad/s, m/s]
  Vector6 to_end = Vector6::Zero();        ///< see StepMotion::to_end [rad, m]
  Vector6 lag = Vector6::Zero();           ///< see StepMotion::lag [rad/s, m/s]
};

PlainMotion plain(const RelativeMotion& motion);

/// The moment about the origin and the force, of a force at a point.
inline Vector6 wrench(const Eigen::Vector3d& point, const Eigen::Vector3d& force) {
  Vector6 w;
  w << point.cross(force), force;
  return w;
}

/// Which evaluation of the bristles this is within a step.
enum class BristlePass {
  first,  ///< first evaluation after linearising
  next,   ///< at other velocities than the last evaluation
  again,  ///< at the velocities of the last evaluation
};

/// The laws by which linearised triangles press and rub.
struct LinearisedLaw {
  /// Laws of a nonlinear foundation, one for all lanes or one per lane; empty: a linear one, see
  /// LinearisedBlock.
  std::span<const PressureLaw> nonlinear;
  double dissipation = 0;            ///< dissipation by Hunt and Crossley [s/m]
  Friction friction;                 ///< resolved
  std::span<BristleBlock> bristles;  ///< one per block if there is stiction, else empty
  BristlePass pass = BristlePass::next;
  /// A law with_derived_stiffness(), whose stiffness for `volume` is each triangle's law_slope.
  /// Null: the elastic foundation.
  const NormalLaw* normal = nullptr;
  const condyle_contact* contact = nullptr;  ///< input of users' laws
  /// One per block if vertices move by themselves, else empty.
  std::span<const VertexBlock> vertices = {};
  /// Where report_forces() writes what a report reads of the blocks, 64 triangles in each.
  std::span<ContactBlock> reported = {};
  const PressureLaw& nonlinear_at(std::size_t lane) const {
    return nonlinear[nonlinear.size() == 1 ? 0 : lane];
  }
  bool rubs() const { return condyle::rubs(friction); }
  /// Whether the normal force is a law of the user's.
  bool asks_user() const { return normal != nullptr && normal->kind == NormalLawKind::user; }
  /// Whether all sums are formed by lanes (law_kernels.h), rather than triangle by triangle
  /// (linearised_laws.cpp).
  bool is_by_lanes() const {
    return bristles.empty() && normal == nullptr && vertices.empty() &&
           friction.mode != FrictionMode::user;
  }
};

/// Sums over the linearised triangles, about C's mesh origin at the search, in C's axes. Rows and
/// columns: moment or rotation, then force or shift. Derivatives are of minus the wrench on C,
/// times dt^2 if by displacement and times dt if by velocity; 0 if they were not asked for.
struct LinearisedSums {
  Vector6 wrench = Vector6::Zero();        ///< wrench on C by pressure and friction
  Matrix6 normal_slope = Matrix6::Zero();  ///< derivative by proximity and its rate
  Matrix6 slip_slope = Matrix6::Zero();    ///< derivative by slip velocity
  double users_energy = 0;                 ///< energy stored by a user's normal law [J]
  bool is_consistent = true;               ///< see PairForces
  bool touch = false;                      ///< whether any triangle touches; if not, all else is 0
};

/// The input of the kernels.
SumTask task_of(std::span<LinearisedBlock> blocks, const LinearisedLaw& law,
                const RelativeMotion& motion, double dt, Linearisation linearisation);

/// The sums over lanes.
LinearisedSums totals(const SumTask& task, const LaneSums& lanes);

/// Sums forces at the displacement and velocity of `motion`, and their derivatives for a step of
/// `dt` [s]. Writes proximity_at_end, and the bristles' stretch. Exact: the rows of normal_slope
/// are of the whole force, its columns of the proximity. Safe: both are of the normal force, and
/// friction's slope is its secant, so both slopes are symmetric positive semi-definite.
LinearisedSums sum_forces(std::span<LinearisedBlock> blocks, const LinearisedLaw& law,
                          const RelativeMotion& motion, double dt, Linearisation linearisation);

/// Writes `law.reported` of the same forces.
void report_forces(std::span<LinearisedBlock> blocks, const LinearisedLaw& law,
                   const RelativeMotion& motion, double dt);

}  // namespace condyle
