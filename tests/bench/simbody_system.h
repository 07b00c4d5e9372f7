#pragma once

#include "bench/pair_case.h"
#include "bench/system.h"

namespace condyle::bench {

/// Simbody's ElasticFoundationForce between the two meshes, with springs on the casting mesh as in
/// Condyle: from the pose to the force on the body. Simbody needs closed meshes, so open meshes are
/// capped; springs on caps may press but do not count as contacts.
std::unique_ptr<System> make_simbody(const PairCase& pair);

}  // namespace condyle::bench
