#pragma once

#include <Eigen/Core>
#include <cstddef>

namespace condyle {

/// Triangles that are worked on side by side. Sums are kept per lane and the lanes are added at the
/// end in one fixed order, so that results do not depend on how wide the processor's vectors are.
constexpr int k_lanes = 8;

using BlockRow = double[k_lanes];

inline Eigen::Vector3d vector_at(const BlockRow (&lanes)[3], std::size_t lane) {
  return {lanes[0][lane], lanes[1][lane], lanes[2][lane]};
}

inline void put(const Eigen::Vector3d& v, BlockRow (&lanes)[3], std::size_t lane) {
  for (int k = 0; k < 3; ++k) lanes[k][lane] = v[k];
}

/// Eight casting triangles and the planes of the target triangles that their rays met, as they
/// stand at the start of a (sub-)step; C and T are the axes of the casting and the target mesh.
/// Lanes that hold no triangle keep these values: they never touch.
struct alignas(64) FrozenBlock {
  double centroid_C[3][k_lanes] = {};
  double normal_C[3][k_lanes] = {};                    ///< of the casting triangle, outward
  double normal_T[3][k_lanes] = {};                    ///< of the target triangle, outward
  double plane_T[k_lanes] = {1, 1, 1, 1, 1, 1, 1, 1};  ///< normal_T . any point of its plane [m]
  double area[k_lanes] = {};                           ///< of the casting triangle [m^2]
  double law_slope[k_lanes] = {};  ///< pressure over proximity by a linear law [Pa/m]
  double layers[k_lanes] = {1, 1, 1, 1, 1, 1, 1, 1};             ///< both layers' thickness [m]
  double proximity[k_lanes] = {-1, -1, -1, -1, -1, -1, -1, -1};  ///< negative: about to touch [m]
  double proximity_at_end[k_lanes] = {};                         ///< as of the last evaluation [m]
};

/// What the triangles of a block hold on to, where there is stiction (bristles.h).
struct alignas(64) BristleBlock {
  enum State : unsigned char { unknown, holds, slips };

  double foot_T[3][k_lanes] = {};
  double stretch_T[3][k_lanes] = {};  ///< as of the last evaluation
  double stiffness[k_lanes] = {};     ///< [Pa/m]
  double slip_speed[k_lanes] = {};    ///< at the start; below 0: not known yet [m/s]
  double dragged[k_lanes] = {};       ///< as of the last evaluation [m]
  double along_T[3][k_lanes] = {};    ///< where it slips: the direction of the stretch
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
  double drift_C[3][k_lanes] = {};  ///< of the casting material, in C's axes [m/s]
  double drift_T[3][k_lanes] = {};  ///< of the target's, in T's axes [m/s]
  double compliance[k_lanes] = {};  ///< c [m/N]
  double mobility[k_lanes] = {};    ///< of its rate [m/s per N]
  double force_C[3][k_lanes] = {};  ///< on the casting triangle, as of the last evaluation [N]
};

}  // namespace condyle
