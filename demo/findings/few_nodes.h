#pragma once

#include "condyle/contact/contact_result.h"

namespace condyle {

/// With fewer active nodes an elastic layer is too coarse. From this number on, the peak under a
/// ball is right to 2 %.
inline constexpr int k_few_nodes = 60;

/// Whether an elastic layer presses, and with few nodes.
inline bool has_few_nodes(const LayerFigures& layer) {
  return layer.active_nodes > 0 && layer.active_nodes < k_few_nodes;
}

}  // namespace condyle
