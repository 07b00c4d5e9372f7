#include "core/src/contact/linearised/surface_pair.h"

namespace condyle {

/// With an elastic layer a triangle has no law of its own. The result then has a thickness only,
/// for callers that compare depths with it.
PressureLaw SurfacePair::law(int casting_triangle, int target_triangle) const {
  if (uniform_law) return *uniform_law;
  if (layer) return {.thickness_a = layer->depth_scale()};
  return make_pressure_law(casting->layer(casting_triangle), target->layer(target_triangle),
                           settings);
}

}  // namespace condyle
