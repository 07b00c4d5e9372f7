// Compiled for one kind of processor: see lanes.h.
#define CONDYLE_SIMD avx2
#include "condyle/solver/kernels/kernels.h"
