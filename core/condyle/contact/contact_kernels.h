#pragma once

// The sums over triangles in contact that every result has, eight contacts at once: plain data, and
// functions that are compiled for several kinds of processor (simd_path.h). No Eigen here: see
// simd/lanes.h.

namespace condyle {

/// Eight sums of each kind side by side: contact i of a result is added to lane i % 8.
struct alignas(64) OctantLanes {
  double area[8], energy[8];
  double value[2][8];     ///< proximity, pressure
  double largest[2][8];   ///< of the same
  double weight[2][8];    ///< each times area
  double first[2][3][8];  ///< weights times x, y, z
  double wrench[6][8];    ///< pressure's weight times the gradient
  int count;              ///< of contacts
};

/// The columns of a ContactBlock, 64-byte aligned, with zeros from `count` up to the next eight.
struct ContactColumns {
  int count;
  const double *area, *energy, *value[2], *centroid[3], *gradient[6];
  const double* octant;  ///< 0 to 7; behind the last contact that of the last
};

/// Of the lower triangle of a symmetric 6 x 6 matrix, column by column.
inline constexpr int k_lower_triangle = 21;

struct ContactKernels {
  /// Writes c x n of so many contacts, up to the next eight.
  void (*cross)(int count, const double* const (&c)[3], const double* const (&n)[3],
                double* const (&moment)[3]);

  /// Adds each contact to the sums of its octant, one of eight.
  void (*add_to_octants)(const ContactColumns& contacts, OctantLanes* octants);

  /// Adds weight g g^T of each contact's gradient.
  void (*add_outer_products)(const ContactColumns& contacts, const double* weight,
                             double (*sums)[8]);
};

/// Those of simd_path().
const ContactKernels& contact_kernels();

/// Eight lanes of a sum, in one order for all.
inline double lane_total(const double (&lanes)[8]) {
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
         ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

}  // namespace condyle
