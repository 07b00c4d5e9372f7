#pragma once

#include <numeric>

#include "condyle/contact/contact_surface.h"

namespace condyle {

/// Mean area of the triangles [m^2].
inline double mean_area(const ContactSurface& surface) {
  const auto areas = surface.areas();
  return std::accumulate(areas.begin(), areas.end(), 0.0) / surface.triangle_count();
}

}  // namespace condyle
