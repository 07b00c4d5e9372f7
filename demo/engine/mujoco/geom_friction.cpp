#include "engine/mujoco/geom_friction.h"

#include <algorithm>

#include "plugin/mujoco/src/model_filters.h"

namespace condyle {

Friction friction_of_geoms(const mjModel& model, int a, int b) {
  int dimensions = 0;
  double sliding = 0;
  const auto count = [&](int geom) {
    dimensions = std::max(dimensions, static_cast<int>(model.geom_condim[geom]));
    sliding = std::max(sliding, model.geom_friction[3 * geom]);
  };
  if (const int pair = mujoco::pair_of_geoms(model, a, b); pair >= 0) {
    dimensions = model.pair_dim[pair];
    sliding = model.pair_friction[5 * pair];
  } else {
    const int first = model.geom_priority[a], second = model.geom_priority[b];
    if (first >= second) count(a);
    if (second >= first) count(b);
  }
  Friction friction;
  if (dimensions > 1) friction.static_coefficient = friction.dynamic_coefficient = sliding;
  return friction;
}

}  // namespace condyle
