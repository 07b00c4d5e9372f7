#include "bench/foundation.h"

#include "core/src/contact/laws/pressure_law.h"

namespace condyle::bench {

FoundationForce foundation_force(const PairCase& pair, std::span<const ProximityHit> hits) {
  const ContactSurface &casting = *pair.casting, &target = *pair.target;
  FoundationForce sum;
  for (const ProximityHit& hit : hits) {
    const int c = hit.casting_triangle;
    const PressureLaw law =
        make_pressure_law(casting.layer(c), target.layer(hit.target_triangle), pair.settings);
    const double push = casting.areas()[c] * evaluate(law, hit.proximity).pressure;
    sum.force -= push * casting.normals()[c];
    sum.push += push;
  }
  return sum;
}

}  // namespace condyle::bench
