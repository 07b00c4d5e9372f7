#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/src/contact/elastic/clustered_compliance.h"
#include "core/src/contact/elastic/complementarity.h"
#include "core/src/contact/elastic/iterative_complementarity.h"
#include "core/src/contact/elastic/layer_rows.h"
#include "core/src/contact/elastic/sparse_inverse.h"

namespace condyle {

// Two solvers for the forces on the nodes of an elastic layer. Both solve the same problem.

/// The nodes of a layer that may press: parallel lists, by ascending node.
struct KnownNodes {
  std::span<const int> nodes;
  std::span<const double> depths;  ///< d [m]
  std::span<const double> parts;   ///< part of each patch that the other body covers, in (0, 1]
};

/// The nodes that press, by ascending node.
struct LayerForces {
  /// Limit on the rounds that add nodes lifted beyond their gap to the candidates; each round moves
  /// the border by at least a node.
  static constexpr int k_most_rounds = 50;

  std::vector<int> active;     ///< indices into KnownNodes
  std::vector<double> forces;  ///< parallel to `active` [N]
  int candidates = 0, passes = 0;
  double residual = 0;
};

/// Nodes deeper than this are candidates from the start: those that overlap, and those with gaps up
/// to a tenth of the greatest depth [m]. Infinite where none overlaps.
double first_candidate_depth(std::span<const double> depths);

/// Solves by Cholesky's factor of the compliance between candidates: exact to rounding, in time n^3
/// and memory n^2. Keeps entries from solution to solution.
class DenseForces {
 public:
  explicit DenseForces(const LayerCompliance& compliance);

  void solve(const KnownNodes& known, double tolerance, LayerForces& out);

  /// b := C_aa^-1 b on the nodes that press.
  void solve_active(EightColumns& b) const { solver_.factor().solve(b); }

 private:
  void solve_candidates(const KnownNodes& known, double tolerance);
  bool add_lifted(const KnownNodes& known);

  LayerRows rows_;                ///< compliance between the known nodes
  std::vector<int> slots_;        ///< per known node: its row
  std::vector<int> changed_;      ///< scratch
  std::vector<int> candidates_;   ///< nodes that press or nearly do: indices into KnownNodes
  std::vector<char> was_active_;  ///< per node: pressed in the last solution
  std::vector<double> entries_;   ///< entries of C between candidates [m/N]
  Eigen::VectorXd depths_;
  std::vector<char> start_;
  ComplementaritySolver solver_;
  ComplementarityOutcome outcome_;
};

/// Solves by conjugate gradients on clusters of nodes, for contacts of thousands of them: to the
/// tolerance that is asked for, in time and memory that grow as n log n. The results do not depend
/// on earlier solutions, to the bit.
class ClusteredForces {
 public:
  explicit ClusteredForces(const LayerSetup& setup);

  void solve(const KnownNodes& known, double tolerance, LayerForces& out);

  /// b := C_aa^-1 b on the nodes that press, after solve().
  void solve_active(EightColumns& b);

 private:
  void place(const KnownNodes& known);
  void order();
  bool add_lifted();
  void take(LayerForces& out);

  const LayerNodes* nodes_;
  ClusteredCompliance compliance_;
  SparseInverse inverse_;
  SymmetricOperator operator_;
  IterativeComplementarity solver_;
  std::vector<int> candidates_;  ///< places, ascending
  Eigen::VectorXd displacements_;
  Eigen::VectorXd depths_;      ///< per place [m]
  std::vector<int> places_;     ///< places of the known nodes, ascending
  std::vector<int> known_at_;   ///< parallel to places_: indices into KnownNodes
  std::vector<int> of_active_;  ///< places, parallel to the active nodes
};

}  // namespace condyle
