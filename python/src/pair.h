#pragma once

#include <memory>

#include "pair_pool.h"

namespace condyle::python {

/// What Python calls a Pair.
struct Pair {
  std::shared_ptr<PairPool> pool;
};

}  // namespace condyle::python
