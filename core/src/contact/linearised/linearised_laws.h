#pragma once

#include "core/src/contact/linearised/linearised_sums.h"

namespace condyle {

/// sum_forces() and report_forces() by any law, and with stiction, one triangle at a time. An
/// elastic foundation without stiction has faster ones (law_kernels.h).
LinearisedSums sum_by_law(std::span<LinearisedBlock> blocks, const LinearisedLaw& law,
                          const RelativeMotion& motion, double dt, Linearisation linearisation);

}  // namespace condyle
