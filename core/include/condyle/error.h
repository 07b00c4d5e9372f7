#pragma once

#include <stdexcept>

namespace condyle {

/// Unusable input from outside: a file, a parameter or a registration. what() is one sentence that
/// names the file or object, the place in it, the problem and the remedy. The failed call leaves
/// the callee unchanged.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A simulation cannot continue (NaN, divergence). what() names the step, the body and the
/// quantity.
class SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace condyle
