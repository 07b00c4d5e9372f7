#include "core/src/contact/yielding.h"

#include <algorithm>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/contact_result.h"
#include "condyle/contact/layer.h"

namespace condyle {

double yield_stress_of(const Layer& casting, const Layer& target) {
  if (casting.use == LayerUse::rigid) return target.yield_stress;
  if (target.use == LayerUse::rigid) return casting.yield_stress;
  const bool is_casting_softer = casting.elastic_modulus < target.elastic_modulus;
  const Layer& softer = is_casting_softer ? casting : target;
  const Layer& harder = is_casting_softer ? target : casting;
  if (softer.yield_stress == 0 && softer.elastic_modulus < harder.elastic_modulus) return 0;
  const auto [least, most] = std::minmax(softer.yield_stress, harder.yield_stress);
  return least > 0 ? least : most;
}

bool Yielding::see(const ContactPair& pair) {
  const ContactStatistics& total = pair.result().total;
  if (stress == 0 || !(total.max_pressure > stress)) return false;
  peak = std::max(peak, total.max_pressure);
  const double found = area_above(pair, stress);
  if (found <= area) return false;
  area = found;
  contact_area = total.contact_area;
  return true;
}

double area_above(const ContactPair& pair, double pressure) {
  const ContactResult& result = pair.result();
  if (!(result.total.max_pressure > pressure)) return 0;
  double area = 0;
  for (const ProximityHit& hit : result.hits) {
    const int t = hit.casting_triangle;
    if (result.casting->pressure[t] > pressure) area += pair.casting().areas()[t];
  }
  return pair.share() * area;
}

}  // namespace condyle
