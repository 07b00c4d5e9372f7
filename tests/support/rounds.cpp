#include "rounds.h"

#include <algorithm>

namespace condyle::test {

int rounds(int whole) {
#ifdef CONDYLE_SANITIZED
  return std::max(1, whole / 8);
#else
  return whole;
#endif
}

}  // namespace condyle::test
