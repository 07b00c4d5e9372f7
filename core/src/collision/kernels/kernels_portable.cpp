// Compiled for one kind of processor: see lanes.h.
#define CONDYLE_SIMD portable
#include "core/src/collision/kernels/kernels.h"
