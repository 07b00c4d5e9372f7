#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/ligament/path_status.h"
#include "condyle/ligament/strand_path.h"
#include "condyle/pose.h"

namespace condyle {

struct WrapMemory;

/// State of a strand's path that carries over from step to step and makes the next step quick and
/// steady: one memory per obstacle and stretch. A new PathMemory finds every wrap from scratch.
struct PathMemory {
  PathMemory();
  PathMemory(const PathMemory&);
  PathMemory(PathMemory&&) noexcept;
  PathMemory& operator=(const PathMemory&);
  PathMemory& operator=(PathMemory&&) noexcept;
  ~PathMemory();

  std::vector<WrapMemory> wraps;

  /// Keeps which way round each wrap goes but forgets its geodesic, so that the next trace finds
  /// the geodesic from scratch.
  void forget_geodesics();
};

/// Gradient of the length with respect to the motion of one body: if the body moves with velocity
/// (w, v) at its origin Bo, in W, the length changes at the rate angular . w + linear . v. Tension
/// T exerts the moment -T angular about Bo and the force -T linear on the body.
struct LengthGradient {
  int body = 0;
  Eigen::Vector3d angular = Eigen::Vector3d::Zero();  ///< [m]
  Eigen::Vector3d linear = Eigen::Vector3d::Zero();   ///< [-]
};

/// A straight piece of the path, in W.
struct PathLeg {
  Eigen::Vector3d from_W, to_W;
};

/// Start of an arc: a point on the surface, a unit vector in the tangent plane there, and the
/// length of the arc.
struct ArcStart {
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  Eigen::Vector3d tangent = Eigen::Vector3d::UnitX();
  double length = 0;  ///< [m]
};

enum class WrapStatus {
  free,           ///< the straight segment does not touch the obstacle
  touching,       ///< the path wraps over the obstacle along a geodesic
  end_inside,     ///< an end lies inside the obstacle; the path goes straight through
  not_converged,  ///< no geodesic was found; the path is the best known, see `residual`
};

/// The path between two points with one obstacle, in the obstacle's frame S.
struct WrapTouch {
  WrapStatus status = WrapStatus::free;
  ArcStart start;  ///< start of the geodesic, with its length [m]
  Eigen::Vector3d end_point = Eigen::Vector3d::Zero();
  Eigen::Vector3d end_tangent = Eigen::Vector3d::UnitX();
  double residual = 0;  ///< see TracedPath::residual

  bool has_geodesic() const {
    return status == WrapStatus::touching || status == WrapStatus::not_converged;
  }
};

/// A wrap in which the path touches an obstacle.
struct PathWrap {
  int obstacle = 0;                    ///< index into the path's obstacles
  int after_point = 0;                 ///< the wrap's stretch starts at this point of the path
  WrapTouch touch;                     ///< in the obstacle's frame
  Eigen::Vector3d start_W, end_W;      ///< first and last point of contact
  int first_node = 0, node_count = 0;  ///< over a mesh: its range of nodes_S, ends included
};

/// Length of a straight piece between two points [m], and its gradient by the second one: 0 where a
/// piece has no length. `shortest`: see StrandPath::shortest_leg.
struct LegLength {
  double length = 0;  ///< [m]
  Eigen::Vector3d gradient;
};
LegLength leg_length(const Eigen::Vector3d& way, double shortest);

/// The way of a strand along its path, at one pose of the bodies. The vectors keep their capacity
/// from call to call.
struct TracedPath {
  double length = 0;             ///< [m]
  double lengthening_speed = 0;  ///< exact time derivative of the length [m/s]
  PathStatus status = PathStatus::complete;
  /// Largest residual of the wraps: what the conditions of a geodesic that is tangent to both free
  /// segments lack [m].
  double residual = 0;

  std::vector<LengthGradient> gradients;  ///< one for each body of the path
  /// Gradient of the length by each point's position; 0 if inactive.
  std::vector<Eigen::Vector3d> point_gradients_W;
  std::vector<PathLeg> legs;    ///< in the order of the path
  std::vector<PathWrap> wraps;  ///< in the order of the path
  /// Nodes of the wraps over meshes, in the obstacles' frames.
  std::vector<Eigen::Vector3d> nodes_S;
};

/// Computes the path at the given poses and velocities of the bodies (each velocity relative to W
/// at the body's origin, expressed in W; if V_WB_W is empty, all bodies are at rest). Free segments
/// are straight and wraps are geodesics tangent to them, so the same tension pulls along the whole
/// path. `gradients` gives the load on each body; the loads on all bodies add up to zero force and
/// zero moment, to rounding. Starts from the memory and updates it. Does not allocate once warm.
/// Precondition: require_valid(path). Poses that are not finite, as those of passes that diverge,
/// give a path that is not.
void trace(const StrandPath& path, std::span<const Pose> X_WB, std::span<const Twist> V_WB_W,
           PathMemory& memory, TracedPath& traced);

/// The wrench that tension T [N] exerts on each body of the path, in W about the body's origin,
/// in the order of path.gradients.
void wrenches(const TracedPath& traced, double tension, std::vector<Wrench>& result);

/// Derivative of the length by the coordinate q of a moving point, through the motion of that point
/// alone [m per unit of q]. The total derivative by q adds the gradients times the bodies'
/// velocities per unit of q'; its negative is the moment arm.
double slope_by_point(const StrandPath& path, const TracedPath& traced, std::span<const Pose> X_WB,
                      int point);

/// Points along the path in W, for drawing: the ends of the legs, and on each wrap points at most
/// `step` [m] apart. Allocates.
std::vector<Eigen::Vector3d> polyline(const StrandPath& path, const TracedPath& traced,
                                      std::span<const Pose> X_WB, double step);

}  // namespace condyle
