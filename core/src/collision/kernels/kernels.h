#pragma once

#include "core/src/collision/kernels/bundle_motion.h"
#include "core/src/collision/kernels/exact_test.h"
#include "core/src/collision/kernels/list_rows.h"
#include "core/src/collision/kernels/near_boxes.h"
#include "core/src/collision/kernels/row_test.h"
#include "core/src/collision/kernels/sibling_motion.h"

namespace condyle::CONDYLE_SIMD {

extern const SearchKernels search_kernels;
const SearchKernels search_kernels = {distance, near_packs, make_list, move,
                                      subtract, trace,      cross};

}  // namespace condyle::CONDYLE_SIMD
