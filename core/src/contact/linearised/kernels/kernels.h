#pragma once

#include "core/src/contact/linearised/kernels/approach.h"
#include "core/src/contact/linearised/kernels/face_target.h"
#include "core/src/contact/linearised/kernels/force_sums.h"
#include "core/src/contact/linearised/kernels/layer_forces.h"

namespace condyle::CONDYLE_SIMD {

extern const LawKernels law_kernels;
const LawKernels law_kernels = {sum_forces, report_forces, find_approach,
                                place,      rub_pressed,   face_target};

}  // namespace condyle::CONDYLE_SIMD
