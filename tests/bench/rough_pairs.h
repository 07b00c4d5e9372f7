#pragma once

#include "bench/pair_case.h"

namespace condyle::bench {

// Pairs that differ in kind from implants: generated, from a fixed seed, open, in metres.

/// A dish of a hundred thousand triangles under an ellipsoid of 320, which rolls and slides.
PairCase fine_on_coarse();

/// Two sheets of cartilage as a scan gives them, 30,000 triangles each: noise, places unevenly
/// sampled, holes, and triangles a million times as long as high.
PairCase scanned_cartilage();

}  // namespace condyle::bench
