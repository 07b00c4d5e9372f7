#pragma once

namespace condyle {

/// The integration of contact and ligament forces in the engine's step.
enum class Integration {
  /// Stiffness joins the mass matrix: stable at any step length. Stiff directions are integrated by
  /// backward Euler, soft ones by the midpoint rule (solver/soft_directions.cpp). The default.
  implicit,
  /// Contact acts with its mean force over each (sub-)step, which conserves the energy of elastic
  /// contact, and bodies move by their mean velocity: a bounce loses only the energy that its law
  /// takes. Stable, but the integration no longer damps bodies at rest: use it for impacts, not for
  /// stacks. Islands with deformable surfaces stay implicit.
  conserving,
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
  /// Number of threads, >= 1, that search pairs, trace strands and share the work of a large pair.
  /// Results do not depend on it, to the bit. More than one pays off if several pairs touch, one
  /// pair is large, or many strands wrap.
  int threads = 1;
};

namespace detail {

/// Largest residual, relative to the step's momentum, with which a sub-step counts as solved:
/// searching contact once more may change the forces by that much.
inline constexpr double k_step_balance = 1e-4;

}  // namespace detail

}  // namespace condyle
