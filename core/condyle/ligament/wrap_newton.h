#pragma once

#include <Eigen/Core>
#include <span>

#include "condyle/ligament/wrap_arc.h"

namespace condyle {

/// How an iteration for a wrap ended. Results are finite either way.
struct WrapConvergence {
  bool converged = false;
  double residual = 0;  ///< largest sine between a free segment and the tangent that it should be
};

/// Steps and tolerance of Newton's method.
struct WrapOptions {
  int most_iterations = 30;
  double enough = 1e-12;      ///< residual that no step is taken for
  double last_linear = 1e-6;  ///< residual from which the last step needs no new geodesic
  /// Ends that lie on the surface: the geodesic starts or ends right there, whatever its direction.
  bool from_is_on_surface = false, to_is_on_surface = false;
};

/// The path from `from` over the shape to `to`, both in its frame, near a first guess: Newton's
/// method on the start, direction and length of its geodesic, so that the free segments are along
/// its tangents at both ends (Scholz, Sherman, Stavness, Delp & Kecskemethy 2016, Multibody Syst.
/// Dyn. 36:195-219, "path error"; its derivative here by the Jacobi fields and the second
/// fundamental form). The length may come out negative: then the path does not touch. On failure
/// `arc` is the best that was found.
WrapConvergence solve_wrap(const Shape&, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                           const ArcStart& guess, Arc& arc, const WrapOptions& options = {});

/// The same from an arc that was the answer for ends nearby: what moved is first taken to first
/// order, without a new geodesic, and beyond that as the trend has it where the ends move on evenly.
/// An arc that is good enough is left as it is.
WrapConvergence continue_wrap(const Shape&, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                              Arc& arc, ArcTrend& trend, const WrapOptions& options = {});

/// Rate at which the end of a path that leaves `from` in another direction moves sideways at `to`,
/// per radian [m]: above zero where the path is the shortest among those near to it.
double sideways_lever(const Arc&, const Eigen::Vector3d& from, const Eigen::Vector3d& to);

/// One of several obstacles that a path touches, in the order in which it does.
struct WrapLink {
  const Shape* shape = nullptr;
  const Pose* X_WS = nullptr;
  Arc arc;  ///< in the shape's frame S: the guess, then the answer
};

/// How many obstacles a path may touch between two points that are fixed to it.
inline constexpr int k_most_links = 8;

/// The path from `from` to `to`, both in W, over all links at once. Precondition: 1 to k_most_links
/// of them, whose arcs were shot from their guess; no end on a surface.
WrapConvergence solve_wraps(std::span<WrapLink> links, const Eigen::Vector3d& from_W,
                            const Eigen::Vector3d& to_W, const WrapOptions& options = {});

}  // namespace condyle
