#pragma once

#include <stdexcept>

namespace condyle::bench {

/// The bench must stop: what it would time is wrong.
class BenchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace condyle::bench
