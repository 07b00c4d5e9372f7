#pragma once

#include <Eigen/Core>

namespace condyle {

/// The integration of contact and ligament forces in the engine's step.
enum class Integration {
  /// Stiffness joins the mass matrix: stable at any step length. Stiff directions are integrated by
  /// backward Euler, soft ones by the midpoint rule (solver/soft_directions.h). The default.
  implicit,
  backward_euler,  ///< as `implicit`, but with backward Euler in all directions
  explicit_,  ///< forces from the start of the step, for comparison; stable only at small steps
};

/// The settings by which islands are solved.
struct StepSettings {
  Integration integration = Integration::implicit;
  int max_passes = 20;  ///< linearisations per (sub-)step, >= 1
  /// Passes end when the residual is below this fraction of the step's momentum.
  double pass_tolerance = 1e-9;
  int max_substeps = 256;  ///< limit on sub-steps, which are for contact alone; 1: no sub-steps
  int min_substeps = 1;    ///< more than 1: bounces lose less energy to the integration
  /// Above 0, the step in which a pair first touches is divided at that moment, and the rest of it
  /// into this many sub-steps. Bounces then lose less energy, at no cost to other steps.
  int substeps_at_first_touch = 0;
  /// Number of threads, >= 1, that solve sets of bodies which nothing couples, search pairs, trace
  /// strands and share the work of a large pair. Results do not depend on it, to the bit. More than
  /// one pays off if several pairs touch, one pair is large, or many strands wrap. Functions of the
  /// user are called from the thread that steps.
  int threads = 1;
};

/// The time of a pair from first touch to last release. All its patches count as one.
struct Encounter {
  double start = 0;         ///< time of first touch [s]
  double impact_speed = 0;  ///< speed of approach along the normal at first touch [m/s]
  double peak_force = 0;    ///< largest mean force over a (sub-)step, with friction [N]
  double peak_time = 0;     ///< end of the (sub-)step with the largest mean force [s]
  Eigen::Vector3d impulse_W = Eigen::Vector3d::Zero();  ///< impulse on the casting body [N s]
};

/// What an event of contact tells.
enum class TouchKind { first_touch, last_release };

/// Wall time of the stages of the engine's last step [s]. Where threads work on different stages at
/// once, that time is divided among the stages as the threads spent theirs.
struct StageTimes {
  double gather = 0, find = 0, solve = 0, publish = 0;
  /// The time of the whole step [s].
  double total() const { return gather + find + solve + publish; }
};

/// The energy balance [J] of all dynamic rigid bodies of the world and of Condyle's pairs and
/// strands, over one of the engine's substeps or since the start. By definition of `numbers`,
///
///     start + added() = stored() + dissipated() + numbers
///
/// The internal energy of soft bodies is not included.
struct EnergyLedger {
  // Stored at the end:
  double kinetic = 0;    ///< kinetic energy of the bodies
  double elastic = 0;    ///< energy in the layers, and with stiction in the bristles
  double ligaments = 0;  ///< energy in the ligament strands
  double start = 0;      ///< sum of these three at the start

  // Added to the bodies; negative if taken from them:
  double external = 0;   ///< work of gravity and of the user's forces
  double by_joints = 0;  ///< work of the engine's joints: motors, and anchors on moving bodies
  double by_moved = 0;   ///< work of kinematic bodies and moved vertices through pairs and strands;
                         ///< of soft bodies too, including damping and friction of their contacts
  double by_user = 0;    ///< totals only: by changes between steps (velocities, settings, bodies)

  // Dissipated:
  /// Taken by damping in the normal law; for a user's law, the work of pressure that the law's
  /// energy does not account for.
  double damping = 0;
  double friction = 0;          ///< taken by friction of pairs
  double ligament_damping = 0;  ///< taken by damping and tearing of strands
  double drag = 0;              ///< taken by the engine's damping of bodies
  double engine_contacts = 0;   ///< taken by the engine's own contacts

  /// Dissipated by the time stepping: in each (sub-)step backward Euler takes half of mass times
  /// the square of the change of velocity, and half of stiffness times the square of the change of
  /// depth. Negative if the numbers added energy.
  double numbers = 0;

  /// The sums of the members above [J].
  double stored() const { return kinetic + elastic + ligaments; }
  double added() const { return external + by_joints + by_moved + by_user; }
  double dissipated() const {
    return damping + friction + ligament_damping + drag + engine_contacts;
  }
};

/// Adds a step to a total. The first step starts the total; before a later one, the change of
/// stored energy since the previous step counts as by_user.
void add(const EnergyLedger& step, bool is_first, EnergyLedger& sum);

namespace detail {

/// Largest residual, relative to the step's momentum, with which a sub-step counts as solved:
/// searching contact once more may change the forces by that much.
inline constexpr double k_step_balance = 1e-4;

}  // namespace detail

}  // namespace condyle
