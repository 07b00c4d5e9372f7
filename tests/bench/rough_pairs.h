#pragma once

#include "bench/pair_case.h"

namespace condyle::bench {

// Pairs of meshes that are unlike implants: open meshes generated from a fixed seed, in metres.

/// A dish of a hundred thousand triangles under an ellipsoid of 320, which rolls and slides.
PairCase fine_on_coarse();

/// Two sheets of cartilage as from a scan, 30,000 triangles each: noise, uneven sampling, holes,
/// and triangles a million times as long as high.
PairCase scanned_cartilage();

}  // namespace condyle::bench
