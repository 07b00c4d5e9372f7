#pragma once

#include <Eigen/Core>
#include <array>
#include <span>

#include "condyle/collision/proximity_window.h"
#include "condyle/contact/contact_kernels.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"

namespace condyle {

// The reduction from hits to results, one idea per file:
//
//   contact_block           triangles in contact, some at a time, quantity by quantity
//   contact_pressure        fills a block: pressure, damping, friction
//   octant_sums             sums by octant, which add up to the total and the half spaces
//   region_sums             sums by the user's regions, if there are any
//   contact_linearisation   stiffness and damping, computed when they are read
//   contact_patches         patches of connected triangles
//   patch_report            sums by patch, computed when they are read
//
// All of them run over the hits in ascending order of the casting triangle. Sums that every result
// has are formed in eight lanes, contact i in lane i % 8, which are then added in one order
// (contact_kernels.h); other sums are formed contact by contact. So results are the same to the bit
// for any register width.

/// Two sums or quantities side by side, which every current processor handles in one instruction.
using Double2 = Eigen::Array2d;

/// Vectors of n numbers, stored as n columns.
template <int n>
class VectorColumn {
 public:
  using Vector = Eigen::Matrix<double, n, 1>;

  Vector operator[](int i) const {
    Vector v;
    for (int k = 0; k < n; ++k) v[k] = numbers_[k][i];
    return v;
  }
  void set(int i, const Vector& v) {
    for (int k = 0; k < n; ++k) numbers_[k][i] = v[k];
  }
  double* column(int k) { return numbers_[k]; }
  const double* column(int k) const { return numbers_[k]; }

 private:
  alignas(64) double numbers_[n][64];
};

/// Some triangles in contact during one evaluation: few enough to stay in the first-level cache,
/// with each stage a plain loop over contiguous numbers. Vectors are in the casting mesh frame C.
struct alignas(64) ContactBlock {
  static constexpr int k_most = 64;
  template <class T>
  using Column = std::array<T, k_most>;

  int count = 0;
  int clamped = 0;  ///< contacts beyond the range of their law
  Column<int> casting_triangle, target_triangle;
  alignas(64) Column<double> area;  ///< [m^2]
  Column<double> proximity;         ///< > 0 [m]
  Column<double> pressure;          ///< pressure with damping, >= 0 [Pa]
  Column<double> stiffness;         ///< d pressure / d proximity [Pa/m]
  Column<double> potential_energy;  ///< elastic energy [J]
  VectorColumn<3> centroid;
  VectorColumn<3> normal;  ///< unit, outward
  /// Minus the wrench on the casting body per pressure and area (set_direction): [c x n; n] along
  /// the casting normal; along the target's normal the gradient of the proximity, [x x m; m] with m
  /// = n_t / (n . n_t) at the hit x.
  VectorColumn<6> gradient;

  // Valid only if the settings have friction or dissipation, or the force follows the target.
  VectorColumn<3> target_normal;  ///< unit outward normal at the hit
  VectorColumn<3> rubs_across;    ///< unit vector perpendicular to the slip
  VectorColumn<3> rubs_at;        ///< point whose slip counts and at which friction acts
  Column<double> cover;           ///< area that rubs, over the triangle's area
  VectorColumn<3> traction;       ///< traction of friction on the casting body [Pa]
  VectorColumn<6> friction;       ///< wrench of friction on the casting body (find_friction)
  Column<double> normal_damping;  ///< d pressure / d (rate of proximity) [Pa s/m]
  Column<double> slip_damping;    ///< friction traction per slip speed [Pa s/m]
};

/// Starts a block with the hits whose indices are `chosen`, at most ContactBlock::k_most:
/// triangles, proximity, centroids and normals of the casting surface, areas times `share`.
void gather(std::span<const ProximityHit> hits, std::span<const int> chosen,
            const ContactSurface& casting, double share, ContactBlock& block);

/// Ends a block: writes zeros behind its last contact, so that kernels may process eight contacts
/// at a time.
void pad(ContactBlock& block);

/// The columns for sums in lanes, without octants.
ContactColumns columns_of(const ContactBlock& block);

/// The columns for forces in lanes.
ForceColumns force_columns_of(ContactBlock& block);

}  // namespace condyle
