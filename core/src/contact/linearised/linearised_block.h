#pragma once

// Plain data, since kernels use it: no Eigen here, see simd/lanes.h.

namespace condyle {

/// Number of triangles that are processed side by side. Sums are kept per lane, and lanes are added
/// at the end in one fixed order, so results do not depend on the width of the processor's vectors.
inline constexpr int k_lanes = 8;

using BlockRow = double[k_lanes];

/// Eight casting triangles that met the target, at the pose of the search. Vectors are in the axes
/// of the casting mesh at this pose, points are from its origin. From this pose on, proximities are
/// linear along their gradients, and forces keep their points and directions. Lanes without a
/// triangle keep the default values: they never touch.
struct alignas(64) LinearisedBlock {
  /// Proximity at the search; negative: about to touch [m].
  double proximity[k_lanes] = {-1, -1, -1, -1, -1, -1, -1, -1};
  double gradient[6][k_lanes] = {};  ///< derivative of proximity by rotation [m], then by shift [1]
  double at[3][k_lanes] = {};        ///< point where pressure acts [m]
  double along[3][k_lanes] = {};     ///< minus the force per pressure and area of the triangle
  double rubs_at[3][k_lanes] = {};   ///< point where friction acts [m]
  double across[3][k_lanes] = {};    ///< unit normal of the plane in which slip lies
  double cover[k_lanes] = {};        ///< area that rubs, over the triangle's own area
  double area[k_lanes] = {};         ///< area of the casting triangle; 0: does not press [m^2]
  /// Stiffness of the layers at small depth; by a linear law, at any depth [Pa/m].
  double law_slope[k_lanes] = {};
  /// Depth for which the bodies did no work: see LinearisedContact::press_by() [m].
  double depth_held_back[k_lanes] = {};
  double layers[k_lanes] = {1, 1, 1, 1, 1, 1, 1, 1};  ///< thickness of both layers [m]

  // State at the last evaluation:
  double proximity_at_end[k_lanes] = {};  ///< proximity at the end of the step [m]
  double pressure[k_lanes] = {};          ///< normal force per area of the triangle [Pa]
  double traction[3][k_lanes] = {};       ///< traction of friction on the casting triangle [Pa]
};

/// The bristles of a block's triangles, if there is stiction (stiction.h).
struct alignas(64) BristleBlock {
  enum State : unsigned char { unknown, holds, slips };

  double reach[3][k_lanes] = {};    ///< vector from the foot to the centroid at the search [m]
  double stretch[3][k_lanes] = {};  ///< stretch at the last evaluation [m]
  double stiffness[k_lanes] = {};   ///< bristle_stiffness() [Pa/m]
  double slip_speed[k_lanes] = {};  ///< slip speed at the start; below 0: not known yet [m/s]
  double dragged[k_lanes] = {};     ///< distance by which the foot slips in the step [m]
  double along[3][k_lanes] = {};    ///< direction of the stretch of a bristle that slips
  State state[k_lanes] = {};
  unsigned char turns[k_lanes] = {};  ///< number of reversals of slip in this step
};

/// The yielding of a block's triangles whose vertices move by themselves: their drift relative to
/// the frames of their meshes, and their compliance.
///
/// Vertices that are free to move yield to a force F on a triangle within a step of length h. The
/// force of each of the n triangles to which a vertex of mass m belongs is taken to act on m / n of
/// its mass alone (mass splitting: Tonge, Benevolenski & Voroshilov 2012). The crossing of ray and
/// target then recedes by c F, and its velocity changes by e F:
///     c = t h S, e = h S, S = sum w^2 n / m      over the vertices of both sides, with weights w
/// t is h or, if h is a sub-step, the time since the start of the engine's step: the engine moves
/// vertices by an impulse as if it had come at the start. The compliance c is in series with the
/// layers, and e with damping and friction. No force is thus larger than the one that would carry
/// its vertices along, however light they are. If all triangles at a vertex press alike, the
/// crossing recedes exactly as far as the vertex moves.
struct alignas(64) VertexBlock {
  /// Velocity of the casting material relative to the target's, beyond that of the frames [m/s].
  double drift[3][k_lanes] = {};
  double compliance[k_lanes] = {};  ///< c: displacement over force [m/N]
  double mobility[k_lanes] = {};    ///< e: velocity over force [m/s per N]
};

}  // namespace condyle
