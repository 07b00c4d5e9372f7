#pragma once

#include "condyle/collision/kernels/bundle_motion.h"
#include "condyle/collision/kernels/exact_test.h"
#include "condyle/collision/kernels/list_rows.h"
#include "condyle/collision/kernels/near_boxes.h"
#include "condyle/collision/kernels/row_test.h"
#include "condyle/collision/kernels/sibling_motion.h"

namespace condyle::CONDYLE_SIMD {

extern const SearchKernels search_kernels;
const SearchKernels search_kernels = {distance, near_packs, make_list, move, spend, trace, cross};

}  // namespace condyle::CONDYLE_SIMD
