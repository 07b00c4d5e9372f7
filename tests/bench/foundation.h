#pragma once

#include <Eigen/Core>
#include <span>

#include "bench/pair_case.h"
#include "condyle/collision/proximity_search.h"

namespace condyle::bench {

/// Elastic-foundation force on the casting mesh, in its frame, of given hits: the sum of -n A p, by
/// the law itself, triangle after triangle. What a peer that finds hits alone would press with.
Eigen::Vector3d foundation_force(const PairCase& pair, std::span<const ProximityHit> hits);

}  // namespace condyle::bench
