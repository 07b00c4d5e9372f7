// Compiled for one kind of processor: see lanes.h.
#define CONDYLE_SIMD avx512
#include "core/src/contact/linearised/kernels/kernels.h"
