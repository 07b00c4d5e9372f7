#include "new_joint/touching.h"

#include "contact/contact_start.h"

namespace condyle {

double distance_to_touch(PlacedPair pair, const Eigen::Vector3d& direction) {
  constexpr double k_touch = 1e-6;  // [m]
  constexpr int k_most_moves = 60;
  double travelled = 0;
  // The gap is not larger than the way, so moving by it does not pass through.
  for (int i = 0; i < k_most_moves; ++i) {
    const double gap = gap_of(pair);
    if (gap < k_touch) break;
    pair.X_CT.pretranslate(gap * direction);
    travelled += gap;
  }
  return travelled;
}

}  // namespace condyle
