#pragma once

#include <stdexcept>

namespace condyle::bench {

/// Stops the bench because a result is wrong.
class BenchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace condyle::bench
