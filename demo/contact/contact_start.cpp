#include "contact/contact_start.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "condyle/scene/scene_build.h"

namespace condyle {

double box_distance(const PlacedPair& pair) {
  const Eigen::AlignedBox3d casting = bounding_box(pair.casting->mesh());
  const Eigen::AlignedBox3d target = bounding_box(transformed(pair.target->mesh(), pair.X_CT));
  return casting.exteriorDistance(target);
}

double gap_of(const PlacedPair& pair) {
  // The upper end of the window, which must be above 0; a smaller gap counts as touching [m].
  constexpr double k_touch = 1e-9;
  const double apart = has_endless_side(pair) ? 0 : box_distance(pair);
  const double size = largest_extent(pair);
  // Most gaps are small, and short rays are fast to trace.
  for (double part = 1.0 / 64; part <= 1; part *= 4) {
    double gap = std::numeric_limits<double>::infinity();
    for (const ProximityHit& hit : hits_of(pair, -(apart + part * size), k_touch)) {
      if (hit.proximity < 0) gap = std::min(gap, -hit.proximity);
    }
    if (std::isfinite(gap)) return gap < k_touch ? 0 : gap;
  }
  return apart;
}

bool has_endless_side(const PlacedPair& pair) {
  const auto is_endless_shape = [](const ContactSurface& surface) {
    return surface.shape() != nullptr && scene::is_endless(*surface.shape());
  };
  return is_endless_shape(*pair.casting) || is_endless_shape(*pair.target);
}

}  // namespace condyle
