#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/geometry/shape.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/pose.h"

namespace condyle::ligament {

struct WrapMemory;

/// A point at which a strand is fixed to a body B: an attachment or a via point. The position of a
/// moving point is a function of a coordinate q; its owner writes p_B, dp_B/dq and q' before each
/// call. A conditional point is switched by `is_active`. The first and the last point of a path
/// are always active.
struct PathPoint {
  int body = 0;                                       ///< index into the poses passed to each call
  Eigen::Vector3d p_B = Eigen::Vector3d::Zero();      ///< [m]
  Eigen::Vector3d slope_B = Eigen::Vector3d::Zero();  ///< dp_B/dq [m per unit of q]
  double rate = 0;                                    ///< q' [unit of q per s]
  bool is_active = true;                              ///< false: the path passes it by
};

/// A surface fixed to a body B over which a strand may wrap: a sphere, an ellipsoid, a cylinder
/// with or without ends (only over its wall; the strand slips off over an end), a torus (the strand
/// goes through its hole), a capsule, a height map or a closed mesh (MeshSolid).
struct PathObstacle {
  std::string name;
  int body = 0;                  ///< index into the poses passed to each call
  Pose X_BS = Pose::Identity();  ///< pose of the shape's frame S in B
  geometry::Shape shape;

  /// Unit vector in S that restricts the wrap to one side of the shape's centre, like OpenSim's
  /// quadrant: "+x" is (1, 0, 0), "-y" is (0, -1, 0). The strand then takes the way round whose
  /// middle is on that side, even if it is the longer one: over a sphere, an ellipsoid and a
  /// cylinder. Over a mesh, where a strand is a taut string, it takes the shortest way that lies
  /// there and would stay: over a round mesh the longer way slips off, and the strand takes the
  /// shorter one. For a torus, it says on which side of the ring the strand wraps. A capsule and a
  /// height map ignore it.
  std::optional<Eigen::Vector3d> side;

  /// The obstacle acts between these two points of the path (indices into `points`; -1 means the
  /// first or the last point), like OpenSim's range. In each stretch between two active points it
  /// acts as a separate obstacle.
  int first_point = 0;
  int last_point = -1;
};

/// The path of a strand over bodies, from its first point to its last. In a stretch between two
/// points the strand passes the obstacles in the order of the list.
struct StrandPath {
  std::vector<PathPoint> points;  ///< at least 2
  std::vector<PathObstacle> obstacles;
  /// Where the ends of a straight piece meet, its direction jumps, and a strand that pulls them
  /// together would find no equilibrium. Pieces of length l below this k [m], >= 0, therefore count
  /// as l^2 / (2 k) + k / 2, which has the length and slope of the piece at l = k.
  double shortest_leg = 0;
};

/// The shortest leg for simulation, less than the thickness of any fibre [m].
constexpr double k_shortest_leg = 1e-5;

/// Throws InputError naming `what` and the invalid part: fewer than two points, a body index
/// outside [0, body_count), a value that is not finite, a shortest leg below 0, a shape that is not
/// valid or cannot be wrapped (half space, cone, brick), a side that is not a unit vector, an
/// invalid range, a first or last point that is not active, or more than k_most_links obstacles in
/// one stretch.
void require_valid(const StrandPath&, int body_count, const std::string& what);

/// State of a strand's path that carries over from step to step, so that the next trace is quick
/// and keeps to its route: one memory per obstacle and stretch. A new PathMemory finds every wrap
/// from scratch.
struct PathMemory {
  PathMemory();
  PathMemory(const PathMemory&);
  PathMemory(PathMemory&&) noexcept;
  PathMemory& operator=(const PathMemory&);
  PathMemory& operator=(PathMemory&&) noexcept;
  ~PathMemory();

  std::vector<WrapMemory> wraps;  ///< how each wrap went in the last trace

  /// Keeps which way round each wrap goes but forgets its geodesic, so that the next trace finds
  /// the geodesic from scratch.
  void forget_geodesics();
};

/// Gradient of the length with respect to the motion of one body: if the body moves with velocity
/// (w, v) at its origin Bo, in W, the length changes at the rate angular . w + linear . v. Tension
/// T exerts the moment -T angular about Bo and the force -T linear on the body.
struct LengthGradient {
  int body = 0;                                       ///< index of the body
  Eigen::Vector3d angular = Eigen::Vector3d::Zero();  ///< [m]
  Eigen::Vector3d linear = Eigen::Vector3d::Zero();   ///< [1]
};

/// A straight piece of the path, in W [m].
struct PathLeg {
  Eigen::Vector3d from_W, to_W;
};

namespace detail {

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
  end_inside,     ///< an end is inside, or no route leads around a mesh; the path runs straight on
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

}  // namespace detail

/// A wrap in which the path touches an obstacle.
struct PathWrap {
  int obstacle = 0;                    ///< index into the path's obstacles
  int after_point = 0;                 ///< the wrap's stretch starts at this point of the path
  detail::WrapTouch touch;             ///< in the obstacle's frame
  Eigen::Vector3d start_W, end_W;      ///< first and last point of contact [m]
  int first_node = 0, node_count = 0;  ///< over a mesh: range of nodes_S, ends included
};

/// The route of a strand along its path, at one pose of the bodies. The vectors keep their capacity
/// from call to call.
struct TracedPath {
  double length = 0;             ///< [m]
  double lengthening_speed = 0;  ///< exact time derivative of the length [m/s]
  PathStatus status = PathStatus::complete;
  /// Largest residual of the wraps: sine of the angle between a free segment and the geodesic's
  /// tangent where they meet; over a mesh, the pull on a node along its edge, per unit of tension.
  /// If several obstacles between two points do not converge, the last move of a touching point
  /// over the size of that stretch counts too.
  double residual = 0;

  std::vector<LengthGradient> gradients;  ///< one for each body of the path
  /// Gradient of the length by each point's position [1]; 0 if inactive.
  std::vector<Eigen::Vector3d> point_gradients_W;
  std::vector<PathLeg> legs;    ///< in the order of the path
  std::vector<PathWrap> wraps;  ///< in the order of the path
  /// Nodes of the wraps over meshes, in the obstacles' frames [m].
  std::vector<Eigen::Vector3d> nodes_S;
};

/// Computes the path at the given poses and velocities of the bodies (each velocity relative to W
/// at the body's origin, expressed in W; if V_WB_W is empty, all bodies are at rest). Free segments
/// are straight and wraps are geodesics tangent to them, so the same tension pulls along the whole
/// path. `gradients` gives the load on each body; the loads on all bodies add up to zero force and
/// zero moment, to rounding. Starts from the memory and updates it. Does not allocate once warm.
/// Precondition: require_valid(path). Poses that are not finite, such as those of diverging passes,
/// give a path that is not finite.
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

}  // namespace condyle::ligament
