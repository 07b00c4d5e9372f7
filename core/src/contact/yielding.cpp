#include "core/src/contact/yielding.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/contact_result.h"
#include "condyle/contact/layer.h"
#include "core/src/contact/range_fault.h"

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

bool Yielding::observe(const ContactPair& pair) {
  const ContactStatistics& total = pair.result().total;
  const double limit = yield_stress_of(pair.casting().layer(0), pair.target().layer(0));
  if (limit == 0 || !(total.max_pressure > limit)) return false;
  return add({limit, area_above(pair, limit), total.contact_area, total.max_pressure});
}

bool Yielding::add(const Yielding& other) {
  peak = std::max(peak, other.peak);
  if (std::tie(other.area, other.contact_area, other.stress) <=
      std::tie(area, contact_area, stress))
    return false;
  std::tie(area, contact_area, stress) = std::tie(other.area, other.contact_area, other.stress);
  return true;
}

void Yielding::add_faults(std::vector<RangeFault>& faults) const {
  if (!any()) return;
  faults.push_back(
      {"beyond_yield",
       fmt::format("its pressure exceeds the yield stress of its layers, {:.4g} MPa, on up to "
                   "{:.4g} of {:.4g} mm^2, and reaches {:.4g} MPa; elastic figures may be too high "
                   "there",
                   1e-6 * stress, 1e6 * area, 1e6 * contact_area, 1e-6 * peak),
       {{"area [m^2]", area},
        {"contact_area [m^2]", contact_area},
        {"peak_pressure [Pa]", peak},
        {"yield_stress [Pa]", stress}}});
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
