#include "core/src/contact/casting_side.h"

#include <Eigen/Core>
#include <algorithm>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/contact/contact_surface.h"
#include "core/src/contact/surface/layer_setups.h"
#include "core/src/contact/surface/mean_area.h"

namespace condyle {
namespace {

double largest_area(const ContactSurface& surface) {
  const auto areas = surface.areas();
  return areas.empty() ? 0.0 : *std::ranges::max_element(areas);
}

Eigen::AlignedBox3d box_of(const ContactSurface& surface) {
  if (surface.shape() != nullptr) return bounding_box(*surface.shape());
  return bounding_box(surface.mesh());
}

/// Area of the largest triangle over the area of the largest side of a box around the target.
double coarseness(const ContactSurface& casting, const ContactSurface& target) {
  const Eigen::Vector3d size = box_of(target).sizes();
  const double side = std::max({size.x() * size.y(), size.y() * size.z(), size.z() * size.x()});
  return largest_area(casting) / side;
}

/// Whether only a piece of the surface has a mesh to cast from.
bool is_endless(const ContactSurface& surface) {
  return surface.shape() != nullptr && !bounding_box(*surface.shape()).sizes().allFinite();
}

/// Whether an elastic layer cannot have the surface as its target.
bool must_cast(const ContactSurface& surface) {
  return !surface.has_uniform_layer() || surface.layer_setups().table() != nullptr;
}

}  // namespace

bool casts_coarsely(const ContactSurface& casting, const ContactSurface& target) {
  return coarseness(casting, target) > 1;
}

bool casts_better(const ContactSurface& b, const ContactSurface& a) {
  if (a.triangle_count() == 0 || b.triangle_count() == 0) return b.triangle_count() > 0;
  if (is_endless(a) != is_endless(b)) return is_endless(a);
  constexpr double k_coarse = 1.0 / 20;
  const double b_casting = coarseness(b, a), a_casting = coarseness(a, b);
  if (std::max(a_casting, b_casting) > k_coarse && a_casting != b_casting)
    return b_casting < a_casting;
  if ((a.shape() != nullptr) != (b.shape() != nullptr)) return a.shape() != nullptr;
  return mean_area(b) < mean_area(a);
}

bool casts_better(const ContactSurface& b, const ContactSurface& a,
                  const ContactSettings& settings) {
  if (settings.formulation == Formulation::elastic_layer && must_cast(a) != must_cast(b))
    return must_cast(b);
  return casts_better(b, a);
}

}  // namespace condyle
