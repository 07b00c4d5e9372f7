#pragma once

#include <stdexcept>

namespace condyle {

/// Thrown if no window can be opened; what() gives the reason.
class NoWindow : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace condyle
