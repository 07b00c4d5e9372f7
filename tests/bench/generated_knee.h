#pragma once

#include "bench/pair_case.h"

namespace condyle::bench {

/// The shipped knee, with the insert casting on the femoral component, moved as in its scene: 600
/// steps of 1/240 s, a tenth of a degree each.
PairCase generated_knee();

}  // namespace condyle::bench
