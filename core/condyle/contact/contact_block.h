#pragma once

#include <Eigen/Core>
#include <array>
#include <span>

#include "condyle/collision/proximity_window.h"
#include "condyle/contact/contact_kernels.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"

namespace condyle {

// The reduction from hits to results, one idea a file:
//
//   contact_block           triangles in contact, some at a time, quantity by quantity
//   contact_pressure        fills a block: pressure, damping, friction
//   octant_sums             sums by octant, of which the whole and the half spaces are made
//   region_sums             the same for the user's regions, where there are any
//   contact_linearisation   stiffness and damping
//   contact_patches         which triangles hang together
//   patch_report            the patches' sums, when somebody reads them
//
// All run over the hits in ascending order of the casting triangle. What every result has is summed
// in eight lanes, contact i in lane i % 8, and these are added in one order (contact_kernels.h);
// the rest one by one. So the width of a processor's registers cannot change a bit.

/// Two sums or quantities side by side: what every processor of today takes in one instruction.
using Double2 = Eigen::Array2d;

/// Vectors of n numbers, one column for each.
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

/// Some triangles in contact on their way through one evaluation: so few that they stay in the
/// nearest memory, and each stage a plain loop over contiguous numbers. Vectors in the casting mesh
/// frame C.
struct alignas(64) ContactBlock {
  static constexpr int k_most = 64;
  template <class T>
  using Column = std::array<T, k_most>;

  int count = 0;
  int clamped = 0;  ///< contacts beyond the range of their law
  Column<int> casting_triangle, target_triangle;
  alignas(64) Column<double> area;  ///< [m^2]
  Column<double> proximity;         ///< > 0 [m]
  Column<double> pressure;          ///< damping included, >= 0 [Pa]
  Column<double> stiffness;         ///< d pressure / d proximity [Pa/m]
  Column<double> potential_energy;  ///< elastic [J]
  VectorColumn<3> centroid;
  VectorColumn<3> normal;  ///< unit, outward
  /// Minus the wrench on the casting body per pressure and area: [c x n; n], or along the target's
  /// normal that by which the proximity grows, [x x m; m] with m = n_t / (n . n_t) at the hit x.
  VectorColumn<6> gradient;

  // Valid only where the settings have friction or dissipation, or the force follows the target.
  Column<Eigen::Vector3d> target_normal;  ///< where the ray met it: unit, outward
  VectorColumn<3> rubs_across;            ///< unit: the slip has no part along it
  VectorColumn<3> rubs_at;                ///< the point whose slip counts and where friction acts
  Column<double> cover;                   ///< area that rubs over the triangle's own
  Column<Eigen::Vector3d> traction;       ///< of friction, on the casting body [Pa]
  Column<double> normal_damping;          ///< d pressure / d (rate of proximity) [Pa s/m]
  Column<double> slip_damping;            ///< friction traction per slip speed [Pa s/m]
};

/// Starts a block with the hits that `chosen` (at most ContactBlock::k_most) names: triangles,
/// proximity, and the casting surface's geometry, of the areas the given share.
void gather(std::span<const ProximityHit> hits, std::span<const int> chosen,
            const ContactSurface& casting, double share, ContactBlock& block);

/// Ends a block: zeros behind its last contact, so that eight may be taken at once.
void pad(ContactBlock& block);

/// For sums in lanes; without octants.
ContactColumns columns_of(const ContactBlock& block);

}  // namespace condyle
