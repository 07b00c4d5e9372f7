#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/src/solver/group_solver.h"

// After a pass of a large group, most of the residual often belongs to few bodies: to a pair that
// comes to touch, or that slips in the opposite direction. Such bodies get passes of their own
// while all others are held. Passes of the whole group then need not be shortened for them, and
// fewer are needed (nonlinear elimination: Cai & Keyes 2002).

namespace condyle {

/// The few bodies of a group that are far from balance.
class FewBodies {
 public:
  /// Solving a smaller group as a whole is as cheap.
  static constexpr int k_least_bodies = 16;

  /// Chooses the bodies with the largest residuals and the bodies that press on them. Returns false
  /// if they are not few.
  bool choose(const Group& group, const Eigen::VectorXd& residual);

  /// Brings the chosen bodies into balance over a step of `dt` [s], from the `state` of the whole
  /// group's solver. `imbalance`: norm of its `residual`; `wanted`: the one that it wants. Returns
  /// whether the few have come nearer to balance.
  bool balance(const Group& group, double dt, const Eigen::VectorXd& state,
               const Eigen::VectorXd& residual, double imbalance, double wanted);

  /// Gives the group the state of the few, or, if they found no balance, its own forces back, which
  /// were evaluated at other velocities meanwhile.
  void give_back(bool balanced, double dt, Group& group, Eigen::VectorXd& state) const;

  /// Another round is worth it if the last one left at most this part of the residual.
  static constexpr double k_worth = 0.5;

 private:
  void gather(const Group& group);

  Group few_;
  GroupSolver solver_{few_};
  Eigen::VectorXd start_;            ///< state of the few in the whole group's solver
  std::vector<int> bodies_, pairs_;  ///< indices in the whole group, ascending
  std::vector<int> place_;           ///< per body of the whole group: index in bodies_, or -1
  std::vector<int> given_;           ///< per body: index in the motions given to the few, or -1
};

}  // namespace condyle
