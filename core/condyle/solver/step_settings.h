#pragma once

namespace condyle {

/// How the engine's step treats contact and ligaments.
enum class Integration {
  implicit,  ///< their stiffness joins the mass matrix: stable at any step (default)
  /// Contact's mean force over each (sub-)step, which keeps the energy of elastic contact, moves
  /// bodies by their mean velocity: a bounce loses what its law says. Stable, but what is at rest
  /// is no longer calmed by the numbers: for impacts, not for stacks. Bodies that meet a surface
  /// that deforms stay implicit.
  conserving,
  explicit_,  ///< forces of the start of the step, for comparison: stable at small steps only
};

/// How islands are solved.
struct StepSettings {
  Integration integration = Integration::implicit;
  int max_passes = 20;  ///< linearisations per (sub-)step, >= 1
  double pass_tolerance =
      1e-9;                ///< stop when the momentum left over is below this part of the step's
  int max_substeps = 256;  ///< sub-steps of contact alone; 1 turns them off
  int min_substeps = 1;    ///< more than 1 gives bounce with less numerical loss
  /// Above 0 the step in which a pair touches for the first time is divided at that moment, and
  /// what is left of it again into so many sub-steps: bounce with less loss at no cost to all other
  /// steps.
  int substeps_at_first_touch = 0;
  /// Threads that find the contacts of pairs and the paths of strands, >= 1, and share a pair that
  /// is much work. The result is the same to the bit. Worth it where several pairs touch or one is
  /// large, or many strands wrap.
  int threads = 1;
};

}  // namespace condyle
