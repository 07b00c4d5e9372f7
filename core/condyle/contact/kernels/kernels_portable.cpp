// Compiled for one kind of processor: see lanes.h.
#define CONDYLE_SIMD portable
#include "condyle/contact/kernels/kernels.h"
