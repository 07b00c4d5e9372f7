// Compiled for one kind of processor: see lanes.h.
#define CONDYLE_SIMD avx512
#include "condyle/solver/kernels/kernels.h"
