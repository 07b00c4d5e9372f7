#include "core/src/base/checks.h"

namespace condyle::test {

/// In these tests the big structures are looked over each time that they are made.
[[maybe_unused]] const bool k_validates = [] {
  checks::validate_structures(true);
  return true;
}();

}  // namespace condyle::test
