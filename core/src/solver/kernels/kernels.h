#pragma once

#include "core/src/solver/kernels/approach.h"
#include "core/src/solver/kernels/face_target.h"
#include "core/src/solver/kernels/force_sums.h"
#include "core/src/solver/kernels/layer_forces.h"

namespace condyle::CONDYLE_SIMD {

extern const LawKernels law_kernels;
const LawKernels law_kernels = {sum_forces, find_approach, place, rub_pressed, face_target};

}  // namespace condyle::CONDYLE_SIMD
