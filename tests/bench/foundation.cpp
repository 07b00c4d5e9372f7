#include "bench/foundation.h"

#include "condyle/contact/pressure_law.h"

namespace condyle::bench {

Eigen::Vector3d foundation_force(const PairCase& pair, std::span<const ProximityHit> hits) {
  const ContactSurface &casting = *pair.casting, &target = *pair.target;
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  for (const ProximityHit& hit : hits) {
    const int c = hit.casting_triangle;
    const PressureLaw law =
        make_pressure_law(casting.layer(c), target.layer(hit.target_triangle), pair.settings);
    force -= casting.areas()[c] * evaluate(law, hit.proximity).pressure * casting.normals()[c];
  }
  return force;
}

}  // namespace condyle::bench
