#pragma once

#include <stdexcept>

namespace condyle {

/// Input from outside is unusable: a file, a parameter, a registration. what() is one sentence that
/// names the file or object, the place in it, what is wrong and the remedy. The state of the callee
/// is as before the call.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A simulation can not go on (NaN, divergence). what() names the step, the body and the quantity.
class SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace condyle
