#pragma once

#include <Eigen/Core>
#include <array>
#include <string>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::mesh {

// The primitives: meshes of simple shapes, centred on the origin, with their vertices on the true
// surface. All are welded and free of degenerate triangles; all except the plane grid and the disc
// are closed and wound outward. Lengths are in metres. Their functions throw InputError if a length
// is not positive and finite, a count is below its stated minimum, or the mesh would have more than
// 4 million triangles (triangle_limit.h).

/// Box with full edge lengths `size`; its edges along x, y, z are divided into `segments` (>= 1
/// each).
/// With s = xy + yz + zx of the segments: 4 s triangles, 2 s + 2 vertices.
TriangleMesh make_box(const Eigen::Vector3d& size, const std::array<int, 3>& segments = {1, 1, 1});

/// Sphere divided by longitude (`slices` >= 3) and latitude (`stacks` >= 2), with its poles on the
/// z axis.
/// 2 slices (stacks - 1) triangles, slices (stacks - 1) + 2 vertices.
TriangleMesh make_uv_sphere(double radius, int slices, int stacks);

/// Icosahedron whose triangles are divided into four `subdivisions` (0 to 8) times, with the
/// vertices projected onto the sphere.
/// 20 * 4^subdivisions triangles, 10 * 4^subdivisions + 2 vertices.
TriangleMesh make_icosphere(double radius, int subdivisions);

/// Cylinder about the z axis with flat ends at z = -length/2 and +length/2. `slices` >= 3 around
/// the axis, `stacks` >= 1 along the wall, `rings` >= 1 from the centre to the rim of each end.
/// 2 slices (stacks + 2 rings - 1) triangles, slices (stacks + 2 rings - 1) + 2 vertices.
TriangleMesh make_cylinder(double radius, double length, int slices, int stacks = 1, int rings = 1);

/// Cylinder of `length` about the z axis between two half spheres: length + 2 radius overall.
/// `slices` >= 3 around the axis, `stacks` >= 1 along the wall, `cap_stacks` >= 1 in each half
/// sphere.
/// 2 slices (stacks + 2 cap_stacks - 1) triangles, slices (stacks + 2 cap_stacks - 1) + 2 vertices.
TriangleMesh make_capsule(double radius, double length, int slices, int cap_stacks, int stacks = 1);

/// Torus about the z axis: the centre line of the tube has `major_radius`, the tube `minor_radius`
/// (smaller). `major_segments` >= 3 around the axis, `minor_segments` >= 3 around the tube.
/// 2 major_segments minor_segments triangles, half as many vertices.
TriangleMesh make_torus(double major_radius, double minor_radius, int major_segments,
                        int minor_segments);

/// Icosphere scaled to the semi-axes along x, y, z; as many triangles and vertices as
/// make_icosphere.
TriangleMesh make_ellipsoid(const Eigen::Vector3d& semi_axes, int subdivisions);

/// Open rectangle in the plane z = 0 with normal +z, `size_x` by `size_y`, divided into segments_x
/// by segments_y (>= 1 each); vertices row by row from the lowest x and y.
/// 2 segments_x segments_y triangles, (segments_x + 1)(segments_y + 1) vertices.
TriangleMesh make_plane_grid(double size_x, double size_y, int segments_x, int segments_y);

/// Open disc in the plane z = 0 with normal +z: a square grid of `segments` (>= 1) per edge, moved
/// onto circles (Shirley & Chiu 1997, J. Graphics Tools 2:45). Its triangles have similar sizes,
/// except for the flat ones at the rim where the square's corners were; those of a fan would be
/// thin at the centre.
/// 2 segments^2 triangles.
TriangleMesh make_disc(double radius, int segments);

/// A plane curve for contact in two dimensions, such as the outline of a cam or a tooth.
struct PlaneCurve {
  std::vector<Eigen::Vector2d> points;  ///< the curve passes through these points, in order [m]
  bool is_closed = false;  ///< the last point connects to the first, which is not repeated
  bool is_smooth = false;  ///< a cubic spline over the chord length, otherwise straight lines
};

/// The wall that a curve sweeps along z, from -depth/2 to depth/2, open at both ends. It faces to
/// the right of the curve's direction: outward if the curve is closed and counter-clockwise.
/// Between two points the curve is cut into pieces of equal parameter, each at most `longest_edge`
/// along the chord; pieces of a spline are a little longer where it bends. Each piece has four
/// triangles, mirrored at z = 0, so that forces in the plane stay in the plane.
/// A smooth curve has continuous curvature; the ends of an open one have zero curvature.
/// Throws InputError naming `what` if depth or edge is not positive and finite, if there are fewer
/// than two points (closed: three), if a point is not finite or equals the one before it, or if
/// there would be more than a million pieces.
TriangleMesh extrude(const PlaneCurve& curve, double depth, double longest_edge,
                     const std::string& what = "curve");

}  // namespace condyle::mesh
