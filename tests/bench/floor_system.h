#pragma once

#include "bench/pair_case.h"
#include "bench/system.h"

namespace condyle::bench {

/// The minimum that any search must do: transform the ray of each contact and intersect it with its
/// triangle, where contacts and triangles are known in advance.
std::unique_ptr<System> make_floor(const PairCase& pair);

}  // namespace condyle::bench
