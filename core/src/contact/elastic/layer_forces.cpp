#include "core/src/contact/elastic/layer_forces.h"

#include <algorithm>
#include <limits>

namespace condyle {

double first_candidate_depth(std::span<const double> depths) {
  double deepest = 0;
  for (const double depth : depths) deepest = std::max(deepest, depth);
  return deepest > 0 ? -0.1 * deepest : std::numeric_limits<double>::infinity();
}

}  // namespace condyle
