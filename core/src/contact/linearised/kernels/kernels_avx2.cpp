// Compiled for one kind of processor: see lanes.h.
#define CONDYLE_SIMD avx2
#include "core/src/contact/linearised/kernels/kernels.h"
