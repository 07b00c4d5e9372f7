#pragma once

#include <Eigen/Core>
#include <span>

#include "core/src/ligament/wrap_arc.h"

namespace condyle::ligament {

/// How an iteration for a wrap ended. Results are finite either way.
struct WrapConvergence {
  bool converged = false;
  /// Largest sine of the angle between a free segment and the tangent of the geodesic; for an end
  /// on the surface, the geodesic's distance from it over wrap_scale. Above 2 if a segment runs
  /// against the path.
  double residual = 0;
};

/// Steps and tolerance of Newton's method.
struct WrapOptions {
  int most_iterations = 30;
  double enough = 1e-12;  ///< residual at which the iteration stops
  /// Residual below which the last step is linear, without a new geodesic.
  double last_linear = 1e-6;
  /// Set if an end lies on the surface: the geodesic then starts or ends at that point, in any
  /// direction.
  bool from_is_on_surface = false, to_is_on_surface = false;
};

/// Finds the path from `from` over the shape to `to`, both in its frame, near a first guess.
/// Newton's method adjusts the start, direction and length of the geodesic until the free segments
/// are along its tangents at both ends (Scholz, Sherman, Stavness, Delp & Kecskemethy 2016,
/// Multibody Syst. Dyn. 36:195-219, "path error"; here the Jacobi fields and the second fundamental
/// form give its derivative). A negative length means that the path does not touch. On failure
/// `arc` is the best arc found.
WrapConvergence solve_wrap(const geometry::Shape&, const Eigen::Vector3d& from,
                           const Eigen::Vector3d& to, const ArcStart& guess, Arc& arc,
                           const WrapOptions& options = {});

/// Finds the path from an arc that solved the problem for nearby ends. The motion of the ends is
/// first taken to first order, without a new geodesic, and while the ends move evenly the trend
/// adds the higher-order part. An arc that is good enough is left unchanged.
WrapConvergence continue_wrap(const geometry::Shape&, const Eigen::Vector3d& from,
                              const Eigen::Vector3d& to, Arc& arc, ArcTrend& trend,
                              const WrapOptions& options = {});

/// The rate at which the end of a path that leaves `from` in another direction moves sideways at
/// `to` [m/rad]. Positive if the path is the shortest among nearby paths.
double sideways_lever(const Arc&, const Eigen::Vector3d& from, const Eigen::Vector3d& to);

/// One of several obstacles that a path touches; links are in the order of the path.
struct WrapLink {
  const geometry::Shape* shape = nullptr;
  const Pose* X_WS = nullptr;
  Arc arc;  ///< in the shape's frame S: first the guess, then the solution
};

/// Largest number of obstacles that a path may touch between two fixed points.
inline constexpr int k_most_links = 8;

/// Finds the path from `from` to `to`, both in W, over all links at once. Precondition: 1 to
/// k_most_links links whose arcs were shot from their guesses; no end on a surface.
WrapConvergence solve_wraps(std::span<WrapLink> links, const Eigen::Vector3d& from_W,
                            const Eigen::Vector3d& to_W, const WrapOptions& options = {});

}  // namespace condyle::ligament
