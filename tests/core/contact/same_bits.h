#pragma once

#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

#include "condyle/contact/contact_result.h"

namespace condyle::test {

template <class T>
inline bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

inline bool same_bits(const SideMap& a, const SideMap& b) {
  return same_bits(a.proximity, b.proximity) && same_bits(a.pressure, b.pressure) &&
         same_bits(a.potential_energy, b.potential_energy) && same_bits(a.partner, b.partner);
}

inline void check_same_bits(const ContactStatistics& a, const ContactStatistics& b) {
  CHECK(a.n_contacting == b.n_contacting);
  CHECK(a.contact_area == b.contact_area);
  CHECK(a.mean_proximity_of_triangles == b.mean_proximity_of_triangles);
  CHECK(a.mean_pressure_of_triangles == b.mean_pressure_of_triangles);
  CHECK(a.center_of_proximity == b.center_of_proximity);
  CHECK(a.center_of_pressure == b.center_of_pressure);
  CHECK(a.contact_force == b.contact_force);
  CHECK(a.contact_moment == b.contact_moment);
  CHECK(a.potential_energy == b.potential_energy);
}

inline void check_same_bits(const ContactResult& a, const ContactResult& b) {
  CHECK(same_bits(a.casting, b.casting));
  CHECK(same_bits(a.traction, b.traction));
  CHECK(same_bits(a.patch_triangles.get(), b.patch_triangles.get()));
  CHECK(a.F_casting_C.force == b.F_casting_C.force);
  CHECK(a.F_casting_C.moment == b.F_casting_C.moment);
  CHECK(a.stiffness.get() == b.stiffness.get());
  CHECK(a.damping.get() == b.damping.get());
  check_same_bits(a.total, b.total);
  REQUIRE(a.regions.size() == b.regions.size());
  for (std::size_t i = 0; i < a.regions.size(); ++i) {
    check_same_bits(a.regions[i].statistics, b.regions[i].statistics);
  }
  REQUIRE(a.patches.size() == b.patches.size());
  for (std::size_t i = 0; i < a.patches.size(); ++i) {
    CHECK(a.patches[i].first_triangle == b.patches[i].first_triangle);
    check_same_bits(a.patches[i].statistics, b.patches[i].statistics);
  }
}

}  // namespace condyle::test
