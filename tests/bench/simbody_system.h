#pragma once

#include "bench/pair_case.h"
#include "bench/system.h"

namespace condyle::bench {

/// Simbody's ElasticFoundationForce between the two meshes, with springs on the casting one as
/// ours: from the pose to the force on the body. It takes closed meshes only, so open ones are
/// capped; springs on caps do not count as contacts, though they may press.
std::unique_ptr<System> make_simbody(const PairCase& pair);

}  // namespace condyle::bench
