#pragma once

// Plain data, since kernels use it: no Eigen here, see simd/lanes.h.

namespace condyle {

/// A vector of n numbers for each contact of a block.
template <int n>
struct VectorColumn {
  alignas(64) double column[n][64];
};

/// What a report reads of some triangles in contact after an evaluation: few enough to stay in the
/// first-level cache, one array per quantity. Vectors are in the casting mesh frame C. Kernels
/// process eight contacts at a time, and so also the entries behind the last contact.
struct alignas(64) ContactBlock {
  static constexpr int k_most = 64;
  template <class T>
  using Column = T[k_most];

  int count = 0;
  Column<int> casting_triangle;
  alignas(64) Column<double> area;  ///< [m^2]
  Column<double> proximity;         ///< [m]
  VectorColumn<3> centroid;         ///< of the triangle; of a patch, its point
  // Written by the evaluation; 0 for a triangle whose ray grazes the target:
  Column<double> pressure;          ///< pressure with damping, >= 0 [Pa]
  Column<double> stiffness;         ///< d pressure / d proximity [Pa/m]
  Column<double> normal_damping;    ///< d pressure / d (rate of proximity) [Pa s/m]
  Column<double> potential_energy;  ///< elastic energy [J]
  VectorColumn<6> gradient;         ///< minus the wrench on the casting body per pressure and area
  // Written if there is friction:
  VectorColumn<3> traction;     ///< traction of friction on the casting body [Pa]
  VectorColumn<6> friction;     ///< wrench of friction on the casting body
  VectorColumn<3> rubs_at;      ///< point whose slip counts and at which friction acts
  Column<double> cover;         ///< area that rubs, over the triangle's area
  Column<double> slip_damping;  ///< friction traction per slip speed [Pa s/m]
};

}  // namespace condyle
