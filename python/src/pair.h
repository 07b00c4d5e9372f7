#pragma once

#include <memory>

#include "pair_pool.h"

namespace condyle::python {

/// The class Pair of the Python package.
struct Pair {
  std::shared_ptr<PairPool> pool;
};

}  // namespace condyle::python
