#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "condyle/contact/contact_result.h"

// Whether two results are the same to the last bit.

namespace condyle::test {

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

inline bool same_bits(const SideMap& a, const SideMap& b) {
  return same_bits(a.proximity, b.proximity) && same_bits(a.pressure, b.pressure) &&
         same_bits(a.potential_energy, b.potential_energy) && same_bits(a.partner, b.partner);
}

inline bool same_bits(const Wrench& a, const Wrench& b) {
  return a.force == b.force && a.moment == b.moment;
}

inline bool are_same(const std::vector<ProximityHit>& a, const std::vector<ProximityHit>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const ProximityHit& one, const ProximityHit& other) {
                      return one.casting_triangle == other.casting_triangle &&
                             one.target_triangle == other.target_triangle &&
                             one.proximity == other.proximity;
                    });
}

/// The first figure of two statistics that differs; empty if none does.
inline std::string difference_of_bits(const ContactStatistics& a, const ContactStatistics& b) {
  if (a.n_contacting != b.n_contacting) return "number of triangles";
  if (a.contact_area != b.contact_area) return "area";
  if (a.mean_proximity_of_triangles != b.mean_proximity_of_triangles ||
      a.mean_proximity != b.mean_proximity || a.max_proximity != b.max_proximity)
    return "proximity";
  if (a.mean_pressure_of_triangles != b.mean_pressure_of_triangles ||
      a.mean_pressure != b.mean_pressure || a.max_pressure != b.max_pressure)
    return "pressure";
  if (a.center_of_proximity != b.center_of_proximity) return "centre of proximity";
  if (a.center_of_pressure != b.center_of_pressure) return "centre of pressure";
  if (a.contact_force != b.contact_force || a.contact_moment != b.contact_moment) return "force";
  if (a.friction_force != b.friction_force || a.friction_moment != b.friction_moment)
    return "friction";
  return a.potential_energy == b.potential_energy ? "" : "energy";
}

/// The first of two results' parts that differs; empty if none does.
inline std::string difference_of_bits(const ContactResult& a, const ContactResult& b) {
  if (!are_same(a.hits, b.hits)) return "hits";
  if (!same_bits(a.casting, b.casting)) return "map of the casting side";
  if (!same_bits(a.traction, b.traction)) return "traction";
  if (!same_bits(a.thrust, b.thrust)) return "thrust";
  if (!same_bits(a.F_casting_C, b.F_casting_C) || !same_bits(a.F_target_C, b.F_target_C))
    return "wrench";
  if (a.stiffness.get() != b.stiffness.get()) return "stiffness";
  if (a.damping.get() != b.damping.get()) return "damping";
  if (a.clamped_triangles != b.clamped_triangles) return "number of clamped triangles";
  if (const std::string of_total = difference_of_bits(a.total, b.total); !of_total.empty())
    return "total: " + of_total;
  if (a.regions.size() != b.regions.size()) return "number of regions";
  for (std::size_t i = 0; i < a.regions.size(); ++i)
    if (const std::string of_region =
            difference_of_bits(a.regions[i].statistics, b.regions[i].statistics);
        !of_region.empty())
      return "region " + a.regions[i].name + ": " + of_region;
  if (a.patches.size() != b.patches.size()) return "number of patches";
  if (!same_bits(a.patch_triangles.get(), b.patch_triangles.get())) return "triangles of patches";
  for (std::size_t i = 0; i < a.patches.size(); ++i) {
    const ContactPatch &one = a.patches[i], &other = b.patches[i];
    if (one.first_triangle != other.first_triangle || one.triangle_count != other.triangle_count)
      return "triangles of a patch";
    if (const std::string of_patch = difference_of_bits(one.statistics, other.statistics);
        !of_patch.empty())
      return "patch " + std::to_string(i) + ": " + of_patch;
  }
  return "";
}

}  // namespace condyle::test
