#pragma once

#include <stdexcept>

namespace condyle {

/// No window can be opened here; what() says why.
class NoWindow : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace condyle
