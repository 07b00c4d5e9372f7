#pragma once

#include "core/src/contact/linearised/contact_columns.h"

// The sums that every result has, eight contacts at a time: plain data, and functions compiled for
// several kinds of processor (simd_path.h). No Eigen here: see simd/lanes.h.

namespace condyle {

/// Eight sums of each kind side by side. Contact i of a result is added to lane i % 8.
struct alignas(64) OctantLanes {
  double area[8], energy[8];
  double value[2][8];     ///< sums of proximity and of pressure
  double largest[2][8];   ///< largest proximity and pressure
  double weight[2][8];    ///< sums of proximity and pressure times area
  double first[2][3][8];  ///< sums of these weights times x, y, z
  double wrench[6][8];    ///< sums of pressure times area times gradient
  int count;              ///< number of contacts
};

/// Number of elements in the lower triangle of a symmetric 6 x 6 matrix.
inline constexpr int k_lower_triangle = 21;

struct ContactKernels {
  /// Adds each contact to the sums of its octant. `octant`: 0 to 7 for each contact, padded with
  /// the octant of the last contact.
  void (*add_to_octants)(const ContactBlock& contacts, const double* octant, OctantLanes* octants);

  /// Adds weight g g^T for each contact's gradient g, lower triangle, column by column.
  void (*add_outer_products)(const ContactBlock& contacts, const double* weight, double (*sums)[8]);
};

/// The kernels for simd_path().
const ContactKernels& contact_kernels();

/// The sum of eight lanes, always in the same order.
inline double lane_total(const double (&lanes)[8]) {
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
         ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

}  // namespace condyle
