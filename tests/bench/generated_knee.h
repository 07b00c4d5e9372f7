#pragma once

#include "bench/pair_case.h"

namespace condyle::bench {

/// The knee that ships, insert casting on femoral component, as its scene moves them: 600 steps of
/// 1/240 s, a tenth of a degree each.
PairCase generated_knee();

}  // namespace condyle::bench
