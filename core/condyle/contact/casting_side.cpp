#include "condyle/contact/casting_side.h"

#include <numeric>

namespace condyle {
namespace {

double mean_area(const ContactSurface& surface) {
  const auto areas = surface.areas();
  return std::accumulate(areas.begin(), areas.end(), 0.0) / surface.triangle_count();
}

}  // namespace

bool casts_better(const ContactSurface& b, const ContactSurface& a) {
  if (a.triangle_count() == 0 || b.triangle_count() == 0) return b.triangle_count() > 0;
  if ((a.shape() != nullptr) != (b.shape() != nullptr)) return a.shape() != nullptr;
  return mean_area(b) < mean_area(a);
}

}  // namespace condyle
