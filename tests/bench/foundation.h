#pragma once

#include <Eigen/Core>
#include <span>

#include "bench/pair_case.h"
#include "condyle/collision/proximity_search.h"

namespace condyle::bench {

struct FoundationForce {
  Eigen::Vector3d force = Eigen::Vector3d::Zero();  ///< on the casting mesh, in its frame [N]
  double push = 0;                                  ///< sum of the magnitudes [N]
};

/// Elastic-foundation force of given hits: the sum of -n A p, by the law itself, triangle after
/// triangle. What a peer that finds hits alone would press with.
FoundationForce foundation_force(const PairCase& pair, std::span<const ProximityHit> hits);

}  // namespace condyle::bench
