#include "condyle/contact/yield.h"

#include <algorithm>

namespace condyle {

double yield_stress_of(const Layer& casting, const Layer& target) {
  const auto [least, most] = std::minmax(casting.yield_stress, target.yield_stress);
  return least > 0 ? least : most;
}

double area_above(const ContactPair& pair, double pressure) {
  const ContactResult& result = pair.result();
  double area = 0;
  for (const ProximityHit& hit : result.hits) {
    const int t = hit.casting_triangle;
    if (result.casting->pressure[t] > pressure) area += pair.casting().areas()[t];
  }
  return pair.share() * area;
}

}  // namespace condyle
