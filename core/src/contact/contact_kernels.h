#pragma once

#include "core/src/contact/laws/friction_curve.h"

// The forces of triangles in contact and the sums that every result has, eight contacts at a time:
// plain data, and functions compiled for several kinds of processor (simd_path.h). No Eigen here:
// see simd/lanes.h.

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

/// A vector of n numbers for each contact of a block.
template <int n>
struct VectorColumn {
  alignas(64) double column[n][64];
};

/// Some triangles in contact during one evaluation: few enough to stay in the first-level cache,
/// with each stage a plain loop over contiguous numbers. Vectors are in the casting mesh frame C.
/// Kernels process eight contacts at a time, and so also the entries behind the last contact.
struct alignas(64) ContactBlock {
  static constexpr int k_most = 64;
  template <class T>
  using Column = T[k_most];

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
  /// the casting normal; along the target's normal the gradient of the proximity
  /// (triangle_forces.h).
  VectorColumn<6> gradient;

  // Valid only if the settings have friction or dissipation, or the force follows the target.
  VectorColumn<3> target_normal;  ///< unit outward normal at the hit, in the target's axes
  Column<double> rate;            ///< rate at which the proximity grows [m/s]
  VectorColumn<3> rubs_across;    ///< unit vector perpendicular to the slip
  VectorColumn<3> rubs_at;        ///< point whose slip counts and at which friction acts
  VectorColumn<3> traction;       ///< traction of friction on the casting body [Pa]
  VectorColumn<6> friction;       ///< wrench of friction on the casting body (find_friction)
  Column<double> cover;           ///< area that rubs, over the triangle's area
  Column<double> normal_damping;  ///< d pressure / d (rate of proximity) [Pa s/m]
  Column<double> slip_damping;    ///< friction traction per slip speed [Pa s/m]
};

/// Angular and linear velocity.
struct PlainTwist {
  double angular[3], linear[3];
};

/// How the triangles of a block face the target. V: velocity of C relative to T at C's origin, in
/// C.
struct FaceBlock {
  double R_CT[3][3];
  PlainTwist V;
  bool follows_target, two_sided, rubs_at_hit;
};

/// Number of elements in the lower triangle of a symmetric 6 x 6 matrix.
inline constexpr int k_lower_triangle = 21;

struct ContactKernels {
  /// Writes the gradients along the casting normals: [c x n; n]; and, if it `rubs`, covers, and
  /// where and across what triangles rub.
  void (*face_casting)(bool rubs, ContactBlock& contacts);

  /// Writes rates, gradients, covers, and where and across what triangles rub, from the target's
  /// normals.
  void (*face_target)(const FaceBlock& task, ContactBlock& contacts);

  /// Elastic pressure, its slope and energy of linear springs with this stiffness [Pa/m].
  void (*press)(double stiffness, ContactBlock& contacts);

  /// Damps the pressures of a pressed block at their rates: with_dissipation() (law_lanes.h).
  void (*damp)(double dissipation, ContactBlock& contacts);

  /// Writes zeros for contacts without cover.
  void (*release)(ContactBlock& contacts);

  /// Traction and damping of Coulomb's friction against the slip.
  void (*rub)(const FrictionCurve& curve, const PlainTwist& V, ContactBlock& contacts);

  /// Wrenches of friction: of traction times area at the points that rub.
  void (*find_friction)(ContactBlock& contacts);

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
