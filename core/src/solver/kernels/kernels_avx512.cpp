// Compiled for one kind of processor: see lanes.h.
#define CONDYLE_SIMD avx512
#include "core/src/solver/kernels/kernels.h"
