#pragma once

#include "bench/pair_case.h"
#include "bench/system.h"

namespace condyle::bench {

/// Bullet's own contact between two moving meshes: two btGImpactMeshShape in a collision world. It
/// finds contact points but no force, which is the task of Bullet's solver.
std::unique_ptr<System> make_gimpact(const PairCase& pair);

}  // namespace condyle::bench
