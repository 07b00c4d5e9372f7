#pragma once

#include "condyle/contact/contact_result.h"
#include "core/src/contact/contact_block.h"

namespace condyle {

/// Running sums over triangles in contact, from which statistics follow. Sums of disjoint sets of
/// triangles add up. Kept as pairs, so that one triangle costs a dozen additions.
struct ContactSums {
  int count = 0;
  Double2 area_energy = Double2::Zero();  ///< area [m^2], elastic energy [J]
  Double2 value = Double2::Zero();        ///< proximity [m], pressure [Pa]
  Double2 largest = Double2::Zero();      ///< largest proximity [m] and pressure [Pa]
  Double2 weight = Double2::Zero();  ///< sums of proximity times area, and of pressure times area
  Double2 first_x = Double2::Zero(), first_y = first_x,
          first_z = first_x;  ///< sums of these weights times x, y, z
  /// Wrench on the casting body: moment x and y, moment z and force x, force y and z.
  Double2 wrench0 = Double2::Zero(), wrench1 = wrench0, wrench2 = wrench0;
  /// Part of the wrench due to friction.
  Double2 friction0 = Double2::Zero(), friction1 = friction0, friction2 = friction0;

  /// Adds the i-th triangle of a block, without its friction.
  void add(const ContactBlock& block, int i) {
    const double area = block.area[i];
    const Double2 depth_pressure(block.proximity[i], block.pressure[i]);
    const Double2 weights = depth_pressure * area;
    ++count;
    area_energy += Double2(area, block.potential_energy[i]);
    value += depth_pressure;
    largest = largest.max(depth_pressure);
    weight += weights;
    first_x += weights * block.centroid.column[0][i];
    first_y += weights * block.centroid.column[1][i];
    first_z += weights * block.centroid.column[2][i];
    const Vector6 g = vector_at(block.gradient, i);
    wrench0 -= weights[1] * Double2(g[0], g[1]);
    wrench1 -= weights[1] * Double2(g[2], g[3]);
    wrench2 -= weights[1] * Double2(g[4], g[5]);
  }

  /// Adds the friction of the triangles [first, last) of a block.
  void add_friction(const ContactBlock& block, int first, int last);

  void add(const ContactSums& other);
};

ContactStatistics statistics_of(const ContactSums& sums);

}  // namespace condyle
