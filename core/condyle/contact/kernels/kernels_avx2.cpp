// Compiled for one kind of processor: see lanes.h.
#define CONDYLE_SIMD avx2
#include "condyle/contact/kernels/kernels.h"
