#pragma once

#include <Eigen/Core>
#include <span>

#include "bench/pair_case.h"
#include "core/src/collision/proximity_search.h"

namespace condyle::bench {

struct FoundationForce {
  Eigen::Vector3d force = Eigen::Vector3d::Zero();  ///< force on the casting mesh, in its frame [N]
  double push = 0;                                  ///< sum of the forces' magnitudes [N]
};

/// Elastic-foundation force of given hits: the sum of -n A p, with the law evaluated triangle by
/// triangle. For peers that only find hits.
FoundationForce foundation_force(const PairCase& pair, std::span<const ProximityHit> hits);

}  // namespace condyle::bench
