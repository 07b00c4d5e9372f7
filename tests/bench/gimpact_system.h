#pragma once

#include "bench/pair_case.h"
#include "bench/system.h"

namespace condyle::bench {

/// Bullet's own contact between two moving meshes: two btGImpactMeshShape in a collision world. Its
/// contacts are contact points, and it has no force: that is the business of its solver.
std::unique_ptr<System> make_gimpact(const PairCase& pair);

}  // namespace condyle::bench
