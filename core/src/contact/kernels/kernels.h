#pragma once

#include "core/src/contact/kernels/dense.h"
#include "core/src/contact/kernels/octant_lanes.h"
#include "core/src/contact/kernels/outer_products.h"

namespace condyle::CONDYLE_SIMD {

extern const ContactKernels contact_kernels;
const ContactKernels contact_kernels = {add_to_octants, add_outer_products};

extern const DenseKernels dense_kernels;
const DenseKernels dense_kernels = {factor, solve, solve_eight, add_columns};

}  // namespace condyle::CONDYLE_SIMD
