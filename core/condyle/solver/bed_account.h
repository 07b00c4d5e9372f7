#pragma once

#include <vector>

namespace condyle {

/// What the bed of a pair carries from one (sub-)step to the next, so that it never gives more
/// energy than it was given. Where surfaces jump, as at silhouettes, borders and folds, rays come
/// to meet the target at depth, and the energy that the law has for that depth is nobody's work.
struct BedAccount {
  bool is_open = false;  ///< else nothing is known of the pair yet
  /// What pressing in has cost the bodies, and pressing out has not given back: what the bed may
  /// still give [J].
  double reserve = 0;
  double moving = 0;          ///< most kinetic energy of both bodies of late [J]
  double deepest = 0;         ///< of the triangles that press [m]
  std::vector<int> pressing;  ///< casting triangles, ascending
};

}  // namespace condyle
