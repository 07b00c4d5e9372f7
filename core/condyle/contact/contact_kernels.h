#pragma once

#include "condyle/contact/friction_curve.h"

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

/// The columns of a ContactBlock, 64-byte aligned, with zeros from `count` up to the next eight.
struct ContactColumns {
  int count;
  const double *area, *energy, *value[2], *centroid[3], *gradient[6];
  const double* octant;  ///< 0 to 7; padded with the octant of the last contact
};

/// The columns of a ContactBlock from which its forces follow, 64-byte aligned. Kernels also
/// process what stands behind the last contact, up to the next eight.
struct ForceColumns {
  int count;
  const double *area, *proximity, *centroid[3], *normal[3];
  double *target_normal[3], *gradient[6];
  double *rubs_at[3], *rubs_across[3], *traction[3], *friction[6];
  double *cover, *pressure, *stiffness, *energy, *normal_damping, *slip_damping;
};

/// Angular and linear velocity.
struct PlainTwist {
  double angular[3], linear[3];
};

/// Number of elements in the lower triangle of a symmetric 6 x 6 matrix.
inline constexpr int k_lower_triangle = 21;

struct ContactKernels {
  /// Writes the gradients along the casting normals: [c x n; n].
  void (*face_casting)(const ForceColumns& contacts);

  /// Turns the target's normals by R.
  void (*turn_target)(const double (&R)[3][3], const ForceColumns& contacts);

  /// Writes covers, and gradients along the target's normals.
  void (*face_target)(const ForceColumns& contacts);

  /// Elastic pressure and energy of layers that yield in proportion to it [Pa/m].
  void (*press)(double stiffness, const ForceColumns& contacts);

  /// Damps what was pressed: with_dissipation() (law_lanes.h) at the rate of proximity_rate().
  void (*damp)(double dissipation, const PlainTwist& V, const ForceColumns& contacts);

  /// Writes zeros for contacts without cover.
  void (*release)(const ForceColumns& contacts);

  /// Writes where the rays meet the target as the points that rub.
  void (*rub_at_hits)(const ForceColumns& contacts);

  /// Traction and damping of Coulomb's friction against the slip.
  void (*rub)(const FrictionCurve& curve, const PlainTwist& V, const ForceColumns& contacts);

  /// Wrenches of friction: of traction times area at the points that rub.
  void (*find_friction)(const ForceColumns& contacts);

  /// Adds each contact to the sums of its octant.
  void (*add_to_octants)(const ContactColumns& contacts, OctantLanes* octants);

  /// Adds weight g g^T for each contact's gradient g, lower triangle, column by column.
  void (*add_outer_products)(const ContactColumns& contacts, const double* weight,
                             double (*sums)[8]);
};

/// The kernels for simd_path().
const ContactKernels& contact_kernels();

/// The sum of eight lanes, always in the same order.
inline double lane_total(const double (&lanes)[8]) {
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
         ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

}  // namespace condyle
