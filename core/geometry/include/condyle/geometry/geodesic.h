#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <functional>
#include <memory>
#include <vector>

#include "condyle/geometry/mesh_solid.h"
#include "condyle/geometry/shape.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle::geometry {

struct MeshSides;

/// A point of a geodesic of a surface, in the shape's frame. The binormal is b = n x t; it points
/// to the left when one walks forward with the normal up. If the start direction turns to the left
/// by a small angle, this point moves by angle * rotational along b; if the start shifts to the
/// left by d with its direction kept parallel, this point moves by d * translational. Both factors
/// are Jacobi fields: j'' + K j = 0 with the Gaussian curvature K.
struct GeodesicPoint {
  double length = 0;                                   ///< length from the start [m]
  Eigen::Vector3d point = Eigen::Vector3d::Zero();     ///< on the surface [m]
  Eigen::Vector3d tangent = Eigen::Vector3d::UnitX();  ///< unit, away from the start
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();   ///< unit, outward
  double curvature = 0;           ///< of the surface along the tangent, positive where convex [1/m]
  double torsion = 0;             ///< geodesic torsion, see torsion_in_direction [1/m]
  double rotational = 0;          ///< [m/rad]; 0 at the start, with derivative 1
  double rotational_rate = 1;     ///< derivative of `rotational` by length
  double translational = 1;       ///< 1 at the start, with derivative 0
  double translational_rate = 0;  ///< derivative of `translational` by length [1/m]

  /// n x t: unit, to the left.
  Eigen::Vector3d binormal() const { return normal.cross(tangent); }
};

/// How a geodesic over a shape ended.
enum class GeodesicStatus {
  complete,       ///< the geodesic is what was asked for
  left_surface,   ///< ended early at a rim, an apex or the border of a height map
  no_hit,         ///< the plane or event was not met within the given length
  cut_locus,      ///< the ends are conjugate: their geodesic is not unique to first order
  not_converged,  ///< out of iterations or steps; `residual` is the remaining error
};

/// The status as a word, such as "cut_locus".
const char* name(GeodesicStatus status);

/// A geodesic from its first to its last point. At least two points; finite, whatever the status.
struct Geodesic {
  std::vector<GeodesicPoint> points;
  GeodesicStatus status = GeodesicStatus::complete;
  /// Remaining error: the distance of the last point from the requested point or plane [m]; the
  /// value of the event there, in its own unit; for a shot over a length, the length that is
  /// missing [m].
  double residual = 0;

  /// The first and the last point.
  const GeodesicPoint& start() const { return points.front(); }
  const GeodesicPoint& end() const { return points.back(); }
  /// Length of the whole geodesic [m].
  double length() const { return points.back().length; }

  /// Rate of the length [m/s] if the end points move with these velocities. The gradient of the
  /// length is minus the tangent at the start, plus the tangent at the end.
  double length_rate(const Eigen::Vector3d& v_start, const Eigen::Vector3d& v_end) const {
    return v_end.dot(end().tangent) - v_start.dot(start().tangent);
  }

  /// Whether no point between the ends is conjugate to the start: the geodesic is then the shortest
  /// among nearby curves.
  bool is_locally_shortest() const;
};

/// How exactly geodesics over shapes are found.
struct GeodesicOptions {
  double accuracy = 1e-11;  ///< allowed error of a step, relative to its length
  /// Integration steps in a length like the diagonal of the shape's bounding box, besides those
  /// that end at a grid line of a height map; one shot takes at most 100 times as many.
  int most_steps = 2000;
  int most_iterations = 40;  ///< iterations of Newton's method between two points
};

/// The plane n . p = offset in the shape's frame, n of unit length.
struct CuttingPlane {
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< unit vector
  double offset = 0;                                  ///< [m]
};

/// A function of a geodesic's point, unit tangent and length from the start [m], in the shape's
/// frame. A shot stops where the function changes sign. It must be continuous; where it is not
/// finite, it counts as having no sign.
using GeodesicEvent = std::function<double(const Eigen::Vector3d& point,
                                           const Eigen::Vector3d& tangent, double length)>;

// Shapes: half space, sphere, infinite cylinder and cone (its wall, which ends at the apex and the
// rim) have closed forms; ellipsoid, torus, height map and capsule are integrated. The other shapes
// have faces and edges; they are refused with an InputError naming the shape. Start and end points
// are first projected onto the surface (nearest), directions into the tangent plane and to unit
// length; a direction along the normal is refused with an InputError.

/// The geodesic from a point in a direction over a length >= 0 [m].
Geodesic shoot_geodesic(const Shape&, const Eigen::Vector3d& from, const Eigen::Vector3d& direction,
                        double length, const GeodesicOptions& options = {});

/// The geodesic from a point in a direction to the first sign change of an event, found to
/// rounding, but at most over `most_length` [m]. An event that is zero at the start counts from
/// where it has left zero. Two changes are noticed only if a sample falls between them: there are
/// eight samples in each integration step; on closed forms there are 64 in all, and at least one
/// per tenth of a radian of bend.
Geodesic shoot_geodesic_until(const Shape&, const Eigen::Vector3d& from,
                              const Eigen::Vector3d& direction, const GeodesicEvent& event,
                              double most_length, const GeodesicOptions& options = {});

/// The geodesic from a point in a direction to its first crossing of a plane after the start, but
/// at most over `most_length` [m].
Geodesic shoot_geodesic_to_plane(const Shape&, const Eigen::Vector3d& from,
                                 const Eigen::Vector3d& direction, const CuttingPlane& plane,
                                 double most_length, const GeodesicOptions& options = {});

/// Integrates the geodesic of shoot_geodesic, on any shape that has a Hessian along the path.
/// Solves x'' = -(x' H x') g / |g|^2 and the Jacobi equation by extrapolated midpoint steps (Gragg
/// 1965; Bulirsch & Stoer 1966) of up to twelfth order with adaptive length, each projected back
/// onto the surface. On a height map a step ends at each grid line, where the third derivatives
/// jump.
Geodesic integrate_geodesic(const Shape&, const Eigen::Vector3d& from,
                            const Eigen::Vector3d& direction, double length,
                            const GeodesicOptions& options = {});

/// Integrates the geodesic of shoot_geodesic_until, over at most `most_length` [m].
Geodesic integrate_geodesic_until(const Shape&, const Eigen::Vector3d& from,
                                  const Eigen::Vector3d& direction, const GeodesicEvent& event,
                                  double most_length, const GeodesicOptions& options = {});

/// The geodesic between two points near a first guess of direction and length. Newton's method on
/// the end point: its derivatives are the tangent (by length) and the rotational Jacobi field along
/// the binormal (by direction), which are perpendicular: the orthogonal method (Scholz, Sherman,
/// Stavness, Delp & Kecskemethy 2016, Multibody Syst. Dyn. 36:195-219). The result may be a longer
/// way round.
Geodesic geodesic_near(const Shape&, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                       const Eigen::Vector3d& direction, double length,
                       const GeodesicOptions& options = {});

/// The shortest geodesic between two points. Exact on shapes with closed forms; on the others, the
/// shortest of the geodesics found from a fan of shots from the start.
Geodesic shortest_geodesic(const Shape&, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                           const GeodesicOptions& options = {});

/// The geodesic between points that have moved a little, near the previous geodesic. If they have
/// passed one another, it runs the other way.
Geodesic continued_geodesic(const Shape&, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                            const Geodesic& before, const GeodesicOptions& options = {});

/// The mismatch of two shots from both ends towards each other, where they meet the plane halfway
/// between the ends, perpendicular to the line through the ends.
struct SplitError {
  /// Offset from the first shot to the second, within the surface and perpendicular to the first
  /// [m].
  double gap = 0;
  /// Angle from the first shot's direction to the reversed second, to the left [rad].
  double angle = 0;
  bool both_hit = false;  ///< both shots reached the plane; otherwise the errors are meaningless
};
/// That mismatch for shots in these directions, which split_geodesic brings to 0.
SplitError split_geodesic_error(const Shape&, const Eigen::Vector3d& from,
                                const Eigen::Vector3d& to, const Eigen::Vector3d& direction_from,
                                const Eigen::Vector3d& direction_to,
                                const GeodesicOptions& options = {});

/// The geodesic between two points by Newton's method on the SplitError, over both directions, with
/// derivatives by finite differences. `direction_from` and `direction_to` are first guesses, each
/// towards the other end. The result is a shot from the start over the length found; its residual
/// is its distance from the end.
Geodesic split_geodesic(const Shape&, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                        const Eigen::Vector3d& direction_from, const Eigen::Vector3d& direction_to,
                        const GeodesicOptions& options = {});

/// How a geodesic over a mesh ended.
enum class MeshGeodesicStatus {
  complete,       ///< the shortest of all paths over the mesh, to rounding
  not_connected,  ///< the points are on separate parts; the result is only the start
  not_converged,  ///< out of windows: the best path found, `residual` bounds its error
};

/// The status as a word, such as "not_connected".
const char* name(MeshGeodesicStatus status);

/// A path over a mesh, straight within each triangle, from its first to its last point, in the
/// mesh's frame. Finite, whatever the status.
struct MeshGeodesic {
  std::vector<Eigen::Vector3d> points;  ///< at least one [m]
  std::vector<int> triangles;           ///< the triangle of each stretch between two points
  double length = 0;                    ///< [m]
  MeshGeodesicStatus status = MeshGeodesicStatus::complete;
  /// Upper bound on how much shorter the shortest path can be; 0 if complete. If there is no path,
  /// the distance between the points [m].
  double residual = 0;
};

/// Bounds of the search for geodesics over meshes.
struct MeshGeodesicOptions {
  int most_windows = 4000000;  ///< 64 bytes each
};

/// Shortest paths over a triangle mesh, open or closed. The constructor prepares the mesh once for
/// all queries. Immutable and thread-safe.
class MeshGeodesics {
 public:
  /// Throws InputError as MeshSides does. Preconditions: valid indices, welded.
  explicit MeshGeodesics(const TriangleMesh& mesh);

  /// The globally shortest path between two points of the mesh. Windows of straight lines from the
  /// start (and from saddles and borders, where shortest paths may bend) propagate from triangle to
  /// triangle (Chen & Han 1990, Shortest paths on a polyhedron), in order of their lower bound on
  /// the length of a path to the end. Windows beaten by a path through a corner are dropped (Xin &
  /// Wang 2009, ACM TOG 28(4):104). The search ends when no remaining window can give a shorter
  /// path. Precondition: the weights are not negative and sum to 1; for a point on an edge or a
  /// corner, the weights without influence are exactly 0.
  MeshGeodesic shortest(const MeshPoint& from, const MeshPoint& to,
                        const MeshGeodesicOptions& options = {}) const;

 private:
  std::shared_ptr<const MeshSides> sides_;
};

}  // namespace condyle::geometry
