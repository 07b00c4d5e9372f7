#pragma once

#include "bench/pair_case.h"
#include "bench/system.h"

namespace condyle::bench {

/// The least that any way of casting must do: for this step's contacts, told in advance, transform
/// the ray and meet it with its one triangle, told in advance too.
std::unique_ptr<System> make_floor(const PairCase& pair);

}  // namespace condyle::bench
