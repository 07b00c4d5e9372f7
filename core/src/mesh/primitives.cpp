#include "condyle/mesh/primitives.h"

#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "condyle/error.h"
#include "core/src/mesh/triangle_limit.h"

namespace condyle::mesh {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

void require_length(const char* shape, const char* name, double length) {
  if (std::isfinite(length) && length > 0) return;
  throw InputError(
      fmt::format("{}: {} is {} m; give a positive, finite length", shape, name, length));
}

void require_at_least(const char* shape, const char* name, int count, int least) {
  if (count >= least) return;
  throw InputError(fmt::format("{}: {} is {}; give {} or more", shape, name, count, least));
}

/// Checks the number of triangles before any allocation. It is computed in double, which is exact
/// far beyond the limit.
void require_few(const char* shape, double triangle_count) {
  if (triangle_count <= k_most_made_triangles) return;
  throw InputError(fmt::format("{}: would have {} triangles, more than {}; give fewer segments",
                               shape, triangle_count, k_most_made_triangles));
}

/// Splits the quadrilateral a b c d (counter-clockwise from outside) along a-c.
void add_quad(TriangleMesh& mesh, int a, int b, int c, int d) {
  mesh.triangles.push_back({a, b, c});
  mesh.triangles.push_back({a, c, d});
}

/// Position of grid line `i` of `segments` over a centred length: exactly symmetric.
double grid_line(double length, int i, int segments) {
  return length * (0.5 * (2.0 * i - segments) / segments);
}

/// Adds the side of a box on which coordinate `axis` is at its low or high end.
void add_box_side(TriangleMesh& mesh, const Vector3d& size, const std::array<int, 3>& segments,
                  int axis, bool high) {
  // Seen from outside, `right` x `up` must point outward.
  const int right = high ? (axis + 1) % 3 : (axis + 2) % 3;
  const int up = high ? (axis + 2) % 3 : (axis + 1) % 3;
  const int first = static_cast<int>(mesh.vertices.size());
  const int row = segments[right] + 1;
  for (int j = 0; j <= segments[up]; ++j) {
    for (int i = 0; i < row; ++i) {
      Vector3d& vertex = mesh.vertices.emplace_back();
      vertex[axis] = high ? size[axis] / 2 : -size[axis] / 2;
      vertex[right] = grid_line(size[right], i, segments[right]);
      vertex[up] = grid_line(size[up], j, segments[up]);
    }
  }
  for (int j = 0; j < segments[up]; ++j) {
    for (int i = 0; i < segments[right]; ++i) {
      const int corner = first + j * row + i;
      add_quad(mesh, corner, corner + 1, corner + row + 1, corner + row);
    }
  }
}

/// A point on the outline of a body of revolution about z.
struct ProfilePoint {
  double radius;
  double z;
};

/// Revolves an outline about the z axis. The outline runs from the lowest point on the axis to the
/// highest (both given by z only); the points between are off the axis.
TriangleMesh revolved(double z_low, const std::vector<ProfilePoint>& profile, double z_high,
                      int slices) {
  TriangleMesh mesh;
  const int rows = static_cast<int>(profile.size());
  mesh.vertices.reserve(profile.size() * static_cast<std::size_t>(slices) + 2);
  mesh.vertices.emplace_back(0, 0, z_low);
  for (const ProfilePoint& point : profile) {
    for (int i = 0; i < slices; ++i) {
      const double angle = 2 * pi * i / slices;
      mesh.vertices.emplace_back(point.radius * std::cos(angle), point.radius * std::sin(angle),
                                 point.z);
    }
  }
  mesh.vertices.emplace_back(0, 0, z_high);

  const int top = static_cast<int>(mesh.vertices.size()) - 1;
  const auto vertex = [slices](int row, int slice) { return 1 + row * slices + slice % slices; };
  mesh.triangles.reserve(2 * profile.size() * static_cast<std::size_t>(slices));
  for (int i = 0; i < slices; ++i) mesh.triangles.push_back({0, vertex(0, i + 1), vertex(0, i)});
  for (int row = 0; row + 1 < rows; ++row) {
    for (int i = 0; i < slices; ++i) {
      add_quad(mesh, vertex(row, i), vertex(row, i + 1), vertex(row + 1, i + 1),
               vertex(row + 1, i));
    }
  }
  for (int i = 0; i < slices; ++i) {
    mesh.triangles.push_back({vertex(rows - 1, i), vertex(rows - 1, i + 1), top});
  }
  return mesh;
}

TriangleMesh icosahedron() {
  // The twelve corners (0, +-1, +-golden ratio) and their even permutations.
  const double g = std::numbers::phi;
  TriangleMesh mesh;
  mesh.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  mesh.triangles = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                    {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                    {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                    {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  for (Vector3d& vertex : mesh.vertices) vertex.normalize();
  return mesh;
}

/// Divides each triangle of a mesh on the unit sphere into four, with the new vertices on the
/// sphere.
TriangleMesh subdivided_on_sphere(const TriangleMesh& coarse) {
  TriangleMesh mesh;
  mesh.vertices.reserve(coarse.triangles.size() * 6);
  mesh.triangles.reserve(coarse.triangles.size() * 4);
  for (const auto& [a, b, c] : coarse.triangles) {
    const Vector3d& p = coarse.vertices[a];
    const Vector3d& q = coarse.vertices[b];
    const Vector3d& r = coarse.vertices[c];
    const int first = static_cast<int>(mesh.vertices.size());
    // Addition is exactly commutative, so both sides of an edge compute the same midpoint and weld.
    for (const Vector3d& vertex :
         {p, q, r, Vector3d((p + q).normalized()), Vector3d((q + r).normalized()),
          Vector3d((r + p).normalized())}) {
      mesh.vertices.push_back(vertex);
    }
    const int pq = first + 3, qr = first + 4, rp = first + 5;
    mesh.triangles.push_back({first, pq, rp});
    mesh.triangles.push_back({pq, first + 1, qr});
    mesh.triangles.push_back({rp, qr, first + 2});
    mesh.triangles.push_back({pq, qr, rp});
  }
  return welded(mesh);
}

TriangleMesh unit_icosphere(const char* shape, int subdivisions) {
  require_at_least(shape, "subdivisions", subdivisions, 0);
  require_few(shape, 20 * std::pow(4.0, subdivisions));
  TriangleMesh mesh = icosahedron();
  for (int i = 0; i < subdivisions; ++i) mesh = subdivided_on_sphere(mesh);
  return mesh;
}

}  // namespace

TriangleMesh make_box(const Vector3d& size, const std::array<int, 3>& segments) {
  const double x = segments[0], y = segments[1], z = segments[2];
  for (int axis = 0; axis < 3; ++axis) {
    require_length("box", "size", size[axis]);
    require_at_least("box", "segments", segments[axis], 1);
  }
  require_few("box", 4 * (x * y + y * z + z * x));
  TriangleMesh mesh;
  for (int axis = 0; axis < 3; ++axis) {
    add_box_side(mesh, size, segments, axis, false);
    add_box_side(mesh, size, segments, axis, true);
  }
  return welded(mesh);
}

TriangleMesh make_uv_sphere(double radius, int slices, int stacks) {
  require_length("sphere", "radius", radius);
  require_at_least("sphere", "slices", slices, 3);
  require_at_least("sphere", "stacks", stacks, 2);
  require_few("sphere", 2.0 * slices * (stacks - 1.0));
  std::vector<ProfilePoint> profile;
  for (int i = 1; i < stacks; ++i) {
    const double latitude = pi * (2.0 * i - stacks) / (2.0 * stacks);
    profile.push_back({radius * std::cos(latitude), radius * std::sin(latitude)});
  }
  return revolved(-radius, profile, radius, slices);
}

TriangleMesh make_icosphere(double radius, int subdivisions) {
  require_length("icosphere", "radius", radius);
  return scaled(unit_icosphere("icosphere", subdivisions), Vector3d::Constant(radius));
}

TriangleMesh make_cylinder(double radius, double length, int slices, int stacks, int rings) {
  require_length("cylinder", "radius", radius);
  require_length("cylinder", "length", length);
  require_at_least("cylinder", "slices", slices, 3);
  require_at_least("cylinder", "stacks", stacks, 1);
  require_at_least("cylinder", "rings", rings, 1);
  require_few("cylinder", 2.0 * slices * (stacks + 2.0 * rings - 1));
  std::vector<ProfilePoint> profile;
  for (int i = 1; i < rings; ++i) profile.push_back({radius * i / rings, -length / 2});
  for (int i = 0; i <= stacks; ++i) profile.push_back({radius, grid_line(length, i, stacks)});
  for (int i = rings - 1; i > 0; --i) profile.push_back({radius * i / rings, length / 2});
  return revolved(-length / 2, profile, length / 2, slices);
}

TriangleMesh make_capsule(double radius, double length, int slices, int cap_stacks, int stacks) {
  require_length("capsule", "radius", radius);
  require_length("capsule", "length", length);
  require_at_least("capsule", "slices", slices, 3);
  require_at_least("capsule", "cap_stacks", cap_stacks, 1);
  require_at_least("capsule", "stacks", stacks, 1);
  require_few("capsule", 2.0 * slices * (stacks + 2.0 * cap_stacks - 1));
  std::vector<ProfilePoint> profile;
  const auto cap_point = [&](int i, double side) {
    const double latitude = 0.5 * pi * i / cap_stacks;
    return ProfilePoint{radius * std::cos(latitude),
                        side * (length / 2 + radius * std::sin(latitude))};
  };
  for (int i = cap_stacks - 1; i > 0; --i) profile.push_back(cap_point(i, -1));
  for (int i = 0; i <= stacks; ++i) profile.push_back({radius, grid_line(length, i, stacks)});
  for (int i = 1; i < cap_stacks; ++i) profile.push_back(cap_point(i, 1));
  return revolved(-length / 2 - radius, profile, length / 2 + radius, slices);
}

TriangleMesh make_torus(double major_radius, double minor_radius, int major_segments,
                        int minor_segments) {
  require_length("torus", "major_radius", major_radius);
  require_length("torus", "minor_radius", minor_radius);
  if (minor_radius >= major_radius) {
    throw InputError(fmt::format("torus: minor_radius {} m is not smaller than major_radius {} m",
                                 minor_radius, major_radius));
  }
  require_at_least("torus", "major_segments", major_segments, 3);
  require_at_least("torus", "minor_segments", minor_segments, 3);
  require_few("torus", 2.0 * major_segments * minor_segments);

  TriangleMesh mesh;
  const auto vertex = [&](int i, int j) {
    return (i % major_segments) * minor_segments + j % minor_segments;
  };
  for (int i = 0; i < major_segments; ++i) {
    const double u = 2 * pi * i / major_segments;
    for (int j = 0; j < minor_segments; ++j) {
      const double v = 2 * pi * j / minor_segments;
      const double distance = major_radius + minor_radius * std::cos(v);
      mesh.vertices.emplace_back(distance * std::cos(u), distance * std::sin(u),
                                 minor_radius * std::sin(v));
      add_quad(mesh, vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1));
    }
  }
  return mesh;
}

TriangleMesh make_ellipsoid(const Vector3d& semi_axes, int subdivisions) {
  for (const double semi_axis : semi_axes) require_length("ellipsoid", "semi_axes", semi_axis);
  return scaled(unit_icosphere("ellipsoid", subdivisions), semi_axes);
}

TriangleMesh make_plane_grid(double size_x, double size_y, int segments_x, int segments_y) {
  require_length("plane grid", "size_x", size_x);
  require_length("plane grid", "size_y", size_y);
  require_at_least("plane grid", "segments_x", segments_x, 1);
  require_at_least("plane grid", "segments_y", segments_y, 1);
  require_few("plane grid", 2.0 * segments_x * segments_y);
  TriangleMesh mesh;
  for (int j = 0; j <= segments_y; ++j) {
    for (int i = 0; i <= segments_x; ++i) {
      mesh.vertices.emplace_back(grid_line(size_x, i, segments_x), grid_line(size_y, j, segments_y),
                                 0);
    }
  }
  const int row = segments_x + 1;
  for (int j = 0; j < segments_y; ++j) {
    for (int i = 0; i < segments_x; ++i) {
      const int corner = j * row + i;
      add_quad(mesh, corner, corner + 1, corner + row + 1, corner + row);
    }
  }
  return mesh;
}

TriangleMesh make_disc(double radius, int segments) {
  require_length("disc", "radius", radius);
  TriangleMesh mesh = make_plane_grid(2, 2, segments, segments);
  constexpr double quarter = std::numbers::pi / 4;
  for (Eigen::Vector3d& v : mesh.vertices) {
    const bool is_beside = std::abs(v.x()) > std::abs(v.y());
    const double r = is_beside ? v.x() : v.y();
    if (r == 0) continue;
    const double angle = is_beside ? quarter * v.y() / r : 2 * quarter - quarter * v.x() / r;
    v = radius * r * Eigen::Vector3d(std::cos(angle), std::sin(angle), 0);
  }
  return mesh;
}

}  // namespace condyle::mesh
