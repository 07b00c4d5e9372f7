// Plane sections of a mesh, which also lead a string past a vertex.
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/src/ligament/mesh_string.h"

namespace condyle::ligament {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

/// The half-plane that starts at a segment and extends along `up`, perpendicular to the segment.
struct HalfPlane {
  Vector3d from, along, up, normal;

  double height(const Vector3d& p) const { return up.dot(p - from); }
  Vector2d flat(const Vector3d& p) const { return {along.dot(p - from), height(p)}; }
};

/// Finds where the plane cuts a side of a triangle. Returns false if both corners are on one side
/// of the plane; a corner on the plane always counts as above it.
bool cuts(const geometry::MeshSolid& solid, const HalfPlane& plane, int side, MeshNode& node) {
  const auto& triangle = solid.mesh().triangles[side / 3];
  const Vector3d& a = solid.mesh().vertices[triangle[side % 3]];
  const Vector3d& b = solid.mesh().vertices[triangle[(side % 3 + 1) % 3]];
  const double height_a = plane.normal.dot(a - plane.from);
  const double height_b = plane.normal.dot(b - plane.from);
  if ((height_a < 0) == (height_b < 0)) return false;
  const double share = height_a / (height_a - height_b);
  const Vector3d edge = b - a;
  node = {side, share * edge.norm(), a + share * edge};
  return true;
}

/// Walks from triangle to triangle along the section while it is above the segment.
bool walk(const geometry::MeshSolid& solid, const HalfPlane& plane, int first,
          std::vector<MeshNode>& found) {
  MeshNode node;
  double highest = 0;
  for (int k = 0; k < 3; ++k) {
    MeshNode cut;
    if (!cuts(solid, plane, 3 * first + k, cut) || !(plane.height(cut.point) > highest)) continue;
    highest = plane.height(cut.point);
    node = cut;
  }
  if (!(highest > 0)) return false;
  const std::size_t most = 3 * solid.mesh().triangles.size();
  while (found.size() < most) {
    found.push_back(node);
    const int came_by = solid.across(node.side), triangle = came_by / 3;
    bool goes_on = false;
    for (int k = 1; k < 3 && !goes_on; ++k) {
      goes_on = cuts(solid, plane, 3 * triangle + (came_by % 3 + k) % 3, node);
    }
    if (!goes_on) return false;
    if (!(plane.height(node.point) > 0)) return true;
  }
  return false;
}

/// Keeps only the points at which a string in the plane, pulled taut from `a` over the points to
/// `b`, bends.
void draw_taut(const HalfPlane& plane, const Vector3d& a, const Vector3d& b,
               std::vector<MeshNode>& nodes) {
  const auto bends = [](const Vector2d& p, const Vector2d& q, const Vector2d& r) {
    const Vector2d u = q - p, v = r - q;
    return u.x() * v.y() - u.y() * v.x() < 0;  // a right turn, over the top
  };
  std::size_t kept = 0;
  const auto at = [&](std::size_t i) { return plane.flat(nodes[i].point); };
  for (std::size_t i = 0; i <= nodes.size(); ++i) {
    const Vector2d next = i < nodes.size() ? at(i) : plane.flat(b);
    while (kept > 0 && !bends(kept > 1 ? at(kept - 2) : plane.flat(a), at(kept - 1), next)) --kept;
    if (i == nodes.size()) break;
    nodes[kept++] = nodes[i];
  }
  nodes.resize(kept);
}

double length_over(const Vector3d& a, const std::vector<MeshNode>& nodes, const Vector3d& b) {
  double length = 0;
  Vector3d before = a;
  for (const MeshNode& node : nodes) {
    length += (node.point - before).norm();
    before = node.point;
  }
  return length + (b - before).norm();
}

std::vector<MeshNode>& path_of_thread(int which) {
  thread_local std::array<std::vector<MeshNode>, 2> paths;
  return paths[which];
}

/// The neighbours of a node, each moved a little out of the solid.
struct Sides {
  Vector3d a, b;
};

/// Finds the shortest path between the neighbours past the vertex p on either side; `best` is empty
/// if the straight line is clear of the solid. Returns false if no path is shorter than that over
/// p.
bool path_past(const MeshString& string, const Sides& n, const Vector3d& p,
               std::vector<MeshNode>& best) {
  const Vector3d chord = n.b - n.a;
  const double across_vertex = (p - n.a).norm() + (n.b - p).norm();
  const auto inside = string.solid.first_inside(n.a, n.b);
  best.clear();
  if (!inside) return true;
  const Vector3d side = chord.cross(p - n.a);
  if (!(side.norm() > 1e-9 * chord.norm() * string.scale)) return false;
  const Vector3d aside = side.normalized();
  const double near = std::min((p - n.a).norm(), (n.b - p).norm());
  double shortest = across_vertex * (1 - 1e-14);
  bool found = false;
  std::vector<MeshNode>& path = path_of_thread(0);
  for (const double share : {1e-2, -1e-2, 1e-4, -1e-4, 1e-6, -1e-6}) {
    if (found && (share == 1e-4 || share == 1e-6)) break;
    const Vector3d up = p + share * near * aside - n.a;
    path.clear();
    if (!section(string, n.a, n.b, up, *inside, path)) continue;
    const double length = length_over(n.a, path, n.b);
    if (!(length < shortest)) continue;
    const Vector3d last =
        path.back().point + 2 * k_mesh_skin * string.scale * outward_at(string, path.back());
    if (string.solid.first_inside(last, n.b)) continue;
    best = path;
    shortest = length;
    found = true;
  }
  return found;
}

}  // namespace

bool section(const MeshString& string, const Vector3d& a, const Vector3d& b, const Vector3d& up,
             const geometry::MeshSolid::Inside& inside, std::vector<MeshNode>& found) {
  HalfPlane plane;
  plane.from = a;
  plane.along = (b - a).normalized();
  plane.up = up - plane.along.dot(up) * plane.along;
  if (!(plane.up.norm() > 0)) return false;
  plane.up.normalize();
  plane.normal = plane.along.cross(plane.up);
  if (!walk(string.solid, plane, inside.triangle, found)) return false;
  draw_taut(plane, a, b, found);
  return !found.empty();
}

bool pass_vertices(MeshString& string) {
  bool changed = false;
  auto& nodes = string.nodes;
  std::vector<MeshNode>& path = path_of_thread(1);
  for (std::size_t i = 0; i < nodes.size();) {
    const int vertex = vertex_at(string, nodes[i]);
    if (vertex < 0) {
      ++i;
      continue;
    }
    std::size_t last = i + 1;
    while (last < nodes.size() && vertex_at(string, nodes[last]) == vertex) ++last;
    const auto begin = nodes.begin() + static_cast<std::ptrdiff_t>(i);
    if (last > i + 1) {
      nodes.erase(begin + 1, nodes.begin() + static_cast<std::ptrdiff_t>(last));
      changed = true;
    }
    const Vector3d p = string.solid.mesh().vertices[vertex];
    nodes[i].point = p;
    nodes[i].place = nodes[i].place * 2 < length_of_side(string.solid, nodes[i].side)
                         ? 0
                         : length_of_side(string.solid, nodes[i].side);
    if (!path_past(
            string,
            {clear_of(string, static_cast<int>(i) - 1), clear_of(string, static_cast<int>(i) + 1)},
            p, path)) {
      ++i;
      continue;
    }
    changed = true;
    nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(i));
    nodes.insert(nodes.begin() + static_cast<std::ptrdiff_t>(i), path.begin(), path.end());
    i += path.size();
  }
  return changed;
}

}  // namespace condyle::ligament
