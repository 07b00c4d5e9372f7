#include "core/src/geometry/require_length.h"

#include <fmt/core.h>

#include <cmath>

#include "condyle/error.h"

namespace condyle::geometry {

void require_length(const char* shape, const char* name, double length) {
  if (std::isfinite(length) && length > 0) return;
  throw InputError(
      fmt::format("{}: {} is {} m; give a positive, finite length", shape, name, length));
}

}  // namespace condyle::geometry
