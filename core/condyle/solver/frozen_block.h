#pragma once

// Plain data, for kernels too: no Eigen here, see simd/lanes.h.

namespace condyle {

/// Triangles that are worked on side by side. Sums are kept per lane and the lanes are added at the
/// end in one fixed order, so that results do not depend on how wide the processor's vectors are.
inline constexpr int k_lanes = 8;

using BlockRow = double[k_lanes];

/// Eight casting triangles that met the target, at the pose where they were found; vectors in the
/// axes of the casting mesh there, points from its origin. From that pose on proximities go along
/// their gradients, and forces keep their points and directions.
/// Lanes that hold no triangle keep these values: they never touch.
struct alignas(64) FrozenBlock {
  double proximity[k_lanes] = {-1, -1, -1, -1, -1, -1, -1, -1};  ///< negative: about to touch [m]
  double gradient[6][k_lanes] = {};    ///< of the proximity: by rotation [m], by shift
  double at[3][k_lanes] = {};          ///< where the pressure acts [m]
  double along[3][k_lanes] = {};       ///< minus its direction, per pressure and area
  double rubs_at[3][k_lanes] = {};     ///< where friction acts [m]
  double across[3][k_lanes] = {};      ///< unit: slip has no part along it
  double cover[k_lanes] = {};          ///< area that rubs over the triangle's own
  double area[k_lanes] = {};           ///< of the casting triangle, as far as it acts [m^2]
  double acts[k_lanes] = {1, 1, 1, 1, 1, 1, 1, 1};  ///< part of the law's pressure: BedAccount
  double law_slope[k_lanes] = {};      ///< pressure over proximity by a linear law [Pa/m]
  double layers[k_lanes] = {1, 1, 1, 1, 1, 1, 1, 1};  ///< both layers' thickness [m]

  // As of the last evaluation, what has acted:
  double proximity_at_end[k_lanes] = {};  ///< [m]
  double pressure[k_lanes] = {};          ///< per area of the casting triangle [Pa]
  double traction[3][k_lanes] = {};       ///< of friction, on the casting triangle [Pa]
};

/// What the triangles of a block hold on to, where there is stiction (bristles.h).
struct alignas(64) BristleBlock {
  enum State : unsigned char { unknown, holds, slips };

  double reach[3][k_lanes] = {};      ///< from the foot to the centroid, where they were found [m]
  double stretch[3][k_lanes] = {};    ///< as of the last evaluation
  double stiffness[k_lanes] = {};     ///< [Pa/m]
  double slip_speed[k_lanes] = {};    ///< at the start; below 0: not known yet [m/s]
  double dragged[k_lanes] = {};       ///< as of the last evaluation [m]
  double along[3][k_lanes] = {};      ///< where it slips: the direction of the stretch
  State state[k_lanes] = {};
  unsigned char turns[k_lanes] = {};  ///< how often it has turned around in this step
};

/// Of the triangles of a block whose vertices move by themselves: by how much more than their
/// meshes' frames, and how far they yield.
///
/// Vertices that are free to move yield to a force F on a triangle within the step of length h.
/// Where the force of each of the n triangles that a vertex of mass m belongs to is taken to meet
/// m / n of its mass alone (mass splitting: Tonge, Benevolenski & Voroshilov 2012), the crossing of
/// ray and target gets away by c F in all, and faster by e F:
///     c = t h S, e = h S, S = sum w^2 n / m      over the vertices of both sides, w their weights
/// there. t is h, or the time since the start of the engine's step where h is a sub-step: the
/// engine moves vertices by an impulse as if it had come at the start. The compliance c stands in
/// series with the layers, and e with damping and friction. So no force is larger than what would
/// bring its vertices along, however light they are; where all triangles about a vertex press alike
/// it is just the way that the vertex goes.
struct alignas(64) YieldBlock {
  double drift[3][k_lanes] = {};    ///< of the casting material relative to the target's [m/s]
  double compliance[k_lanes] = {};  ///< c [m/N]
  double mobility[k_lanes] = {};    ///< of its rate [m/s per N]
};

}  // namespace condyle
