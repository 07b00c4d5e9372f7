#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace condyle {

/// Where a point has entered a surface, and the outward normal there; frame of the surface.
struct SurfaceEntry {
  Eigen::Vector3d p, normal;
};

/// The account of a pair's elastic layers, from one (sub-)step to the next: they never give more
/// energy than they were given. Where surfaces jump, as at silhouettes, borders and folds,
/// rays meet the target at depth, and no work was done for the energy that the law has at that
/// depth.
struct PairAccount {
  bool is_open = false;  ///< false: nothing is known of the pair yet
  /// Energy that the layers may still give [J]: the work that bodies did to press in, minus the
  /// work that they got back.
  double reserve = 0;
  double stored = 0;  ///< energy stored in the layers, by the law [J]
  /// The reserve is what was paid, since the last step ended out of balance (MuJoCo).
  bool is_paid = false;
  double moving = 0;  ///< largest recent kinetic energy of both bodies [J]
  double taken = 0;   ///< energy taken by the integration in soft directions, not yet returned [J]
  // Steps in soft directions (soft_part.h):
  double divided_for = 0;  ///< time for which steps still start divided, after one that was [s]
  int paused_for = 0;      ///< number of steps that still go by backward Euler alone
  int last_pause = 0;      ///< number of steps of the last pause; 0 once soft directions succeed
  /// If the contact was held back in the last sub-step, the part of the depth by which it pressed,
  /// over the part that surely gives no more than is available; else 0.
  double held_back = 0;
  double borne = 0;    ///< force by which the account recovers, see update_account() [N]
  double deepest = 0;  ///< greatest depth of the triangles that press [m]
  /// Where the middle of each body has entered the other's surface (passage.h).
  std::optional<SurfaceEntry> casting_entry, target_entry;
  std::vector<int> pressing;  ///< casting triangles that press, ascending
};

}  // namespace condyle
