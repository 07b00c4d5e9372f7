#include "core/src/base/checks.h"

namespace condyle::test {

/// Executables that contain this file validate large structures each time that they make one.
[[maybe_unused]] const bool k_validates = [] {
  checks::validate_structures(true);
  return true;
}();

}  // namespace condyle::test
