#pragma once

#include "core/src/contact/contact_kernels.h"
#include "core/src/simd/lanes.h"

namespace condyle::CONDYLE_SIMD {

/// The sums of one octant, held in registers as far as there are enough.
struct OctantRegisters {
  Double8 area, energy, value[2], largest[2], weight[2], first[2][3], wrench[6];

  CONDYLE_LANES explicit OctantRegisters(const OctantLanes& lanes)
      : area(load(lanes.area)), energy(load(lanes.energy)) {
    for (int q = 0; q < 2; ++q) {
      value[q] = load(lanes.value[q]);
      largest[q] = load(lanes.largest[q]);
      weight[q] = load(lanes.weight[q]);
      for (int k = 0; k < 3; ++k) first[q][k] = load(lanes.first[q][k]);
    }
    for (int k = 0; k < 6; ++k) wrench[k] = load(lanes.wrench[k]);
  }

  CONDYLE_LANES void give(OctantLanes& lanes) const {
    store(lanes.area, area);
    store(lanes.energy, energy);
    for (int q = 0; q < 2; ++q) {
      store(lanes.value[q], value[q]);
      store(lanes.largest[q], largest[q]);
      store(lanes.weight[q], weight[q]);
      for (int k = 0; k < 3; ++k) store(lanes.first[q][k], first[q][k]);
    }
    for (int k = 0; k < 6; ++k) store(lanes.wrench[k], wrench[k]);
  }

  /// Adds eight contacts, or zeros for contacts that are not chosen.
  template <class Chosen>
  CONDYLE_LANES void add(const ContactBlock& contacts, int at, const Chosen& chosen) {
    const Double8 areas = chosen(load(contacts.area + at));
    area = area + areas;
    energy = energy + chosen(load(contacts.potential_energy + at));
    const double* const values_of[] = {contacts.proximity, contacts.pressure};
    Double8 weights[2];
    for (int q = 0; q < 2; ++q) {
      const Double8 values = chosen(load(values_of[q] + at));
      weights[q] = values * areas;
      value[q] = value[q] + values;
      largest[q] = max(largest[q], values);
      weight[q] = weight[q] + weights[q];
    }
    for (int k = 0; k < 3; ++k) {
      const Double8 place = load(contacts.centroid.column[k] + at);
      for (int q = 0; q < 2; ++q) first[q][k] = first[q][k] + weights[q] * place;
    }
    for (int k = 0; k < 6; ++k)
      wrench[k] = wrench[k] + weights[1] * load(contacts.gradient.column[k] + at);
  }
};

/// Bit i is set if lane i of `octants` is `octant`.
CONDYLE_LANES unsigned lanes_in(double octant, const Double8& octants) {
  return ~sign_bits(all(0.0) - abs(octants - all(octant))) & 0xff;
}

/// Adds eight contacts of several octants. Lanes behind the last contact are ignored.
CONDYLE_LANES void add_mixed(const ContactBlock& contacts, const double* octant_of, int at,
                             OctantLanes* sums) {
  const Double8 octants = load(octant_of + at), none = all(0.0);
  const unsigned any = lanes_below(contacts.count - at) & 0xff;
  for (unsigned rest = any; rest != 0;) {
    const double octant = octant_of[at + first_of(rest)];
    const unsigned here = lanes_in(octant, octants) & any;
    rest &= ~here;
    const Double8 away = abs(octants - all(octant));
    OctantLanes& lanes = sums[static_cast<int>(octant)];
    OctantRegisters registers(lanes);
    registers.add(contacts, at, [&](const Double8& x) CONDYLE_INLINED_LAMBDA {
      return select_up_to(away, none, x, none);
    });
    registers.give(lanes);
    lanes.count += count_of(here);
  }
}

inline void add_to_octants(const ContactBlock& contacts, const double* octant_of,
                           OctantLanes* sums) {
  const auto are_all_in = [&](double octant, int at) CONDYLE_INLINED_LAMBDA {
    return lanes_in(octant, load(octant_of + at)) == 0xff;
  };
  for (int at = 0; at < contacts.count;) {
    const double octant = octant_of[at];
    if (!are_all_in(octant, at)) {
      add_mixed(contacts, octant_of, at, sums);
      at += 8;
      continue;
    }
    // Neighbours in the mesh file mostly lie in the same octant.
    OctantLanes& lanes = sums[static_cast<int>(octant)];
    const int first = at;
    OctantRegisters registers(lanes);
    do {
      registers.add(contacts, at, [](const Double8& x) CONDYLE_INLINED_LAMBDA { return x; });
      at += 8;
    } while (at < contacts.count && are_all_in(octant, at));
    registers.give(lanes);
    lanes.count += (at < contacts.count ? at : contacts.count) - first;
  }
}

}  // namespace condyle::CONDYLE_SIMD
