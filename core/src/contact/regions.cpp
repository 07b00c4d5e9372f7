#include <fmt/core.h>

#include <utility>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "core/src/contact/region_sums.h"

namespace condyle {
namespace {

template <class Predicate>
Region region_where(const ContactSurface& surface, std::string name, Predicate&& holds) {
  Region region{std::move(name), {}};
  for (int t = 0; t < surface.triangle_count(); ++t) {
    if (holds(surface.centroids()[t])) region.triangles.push_back(t);
  }
  return region;
}

}  // namespace

std::vector<Region> axis_regions(const ContactSurface& surface) {
  std::vector<Region> regions;
  for (int axis = 0; axis < 3; ++axis) {
    const char letter = "xyz"[axis];
    const auto minus = [axis](const Eigen::Vector3d& c) { return c[axis] < 0; };
    const auto plus = [axis](const Eigen::Vector3d& c) { return c[axis] >= 0; };
    regions.push_back(region_where(surface, {'-', letter}, minus));
    regions.push_back(region_where(surface, {'+', letter}, plus));
  }
  return regions;
}

Region half_space_region(const ContactSurface& surface, std::string name,
                         const Eigen::Vector3d& point, const Eigen::Vector3d& direction) {
  if (!point.allFinite() || !direction.allFinite() || direction.isZero(0)) {
    throw InputError(fmt::format(
        "region '{}' of {}: give a finite point and a finite direction that is not zero", name,
        surface.name()));
  }
  return region_where(surface, std::move(name),
                      [&](const Eigen::Vector3d& c) { return direction.dot(c - point) >= 0; });
}

void require_valid(const Region& region, const ContactSurface& surface) {
  int previous = -1;
  for (const int t : region.triangles) {
    if (t >= surface.triangle_count() || t < 0) {
      throw InputError(
          fmt::format("region '{}': triangle {} does not exist; {} has triangles 0 to {}",
                      region.name, t, surface.name(), surface.triangle_count() - 1));
    }
    if (t <= previous) {
      throw InputError(fmt::format(
          "region '{}' of {}: triangle {} follows {}; list each triangle once, ascending",
          region.name, surface.name(), t, previous));
    }
    previous = t;
  }
}

}  // namespace condyle
