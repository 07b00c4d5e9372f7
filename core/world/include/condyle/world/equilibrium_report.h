#pragma once

namespace condyle {

/// How an equilibrium was found.
struct EquilibriumReport {
  int iterations = 0;  ///< steps of the search
  double load = 0;     ///< the largest force of a load, contact, strand or joint [N]
  /// Imbalance that is left, as a part of `load`: of forces, and of moments over the body's radius.
  double residual = 0;
  /// Imbalance, as a part of `load`, at the pose itself where the body rests on an edge between
  /// facets, and `residual` is that of the mean of forces to its sides; else equal to `residual`.
  double jump = 0;
  /// How far the search has moved a body, as a part of its radius (a turn by its angle [rad]): more
  /// than about a tenth after a small change means that the equilibrium has jumped to another
  /// branch.
  double travel = 0;
};

}  // namespace condyle
