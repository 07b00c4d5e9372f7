#pragma once

#include "core/src/solver/frozen_sums.h"

namespace condyle {

/// sum_forces() by any law, and with stiction, one triangle at a time. An elastic foundation
/// without stiction has faster sums (law_kernels.h).
FrozenSums sum_by_law(std::span<FrozenBlock> blocks, const FrozenLaw& law,
                      const RelativeMotion& motion, double dt, Linearisation linearisation);

}  // namespace condyle
