#include "blended_solid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/src/mesh/topology.h"
#include "shapes.h"

namespace condyle::assets {
namespace {

using Eigen::Vector3d;

/// Distance from the hull of two balls.
double distance_to_hull(const Vector3d& p, const Vector3d& a, double a_radius, const Vector3d& b,
                        double b_radius) {
  const Vector3d along = b - a;
  const double length = along.norm(), slope = (a_radius - b_radius) / length;
  const Vector3d from_a = p - a;
  const double x = from_a.dot(along) / length;
  const double r = std::sqrt(std::max(from_a.squaredNorm() - x * x, 0.0));
  // The tangent cone touches the balls on circles; a point belongs to the cone where its foot along
  // the cone's normal lies between them.
  const double cosine = std::sqrt(std::max(1 - slope * slope, 0.0));
  const double foot = x - r * slope / cosine;
  if (foot < 0) return from_a.norm() - a_radius;
  if (foot > length) return (p - b).norm() - b_radius;
  return r * cosine + x * slope - a_radius;
}

double distance_to_segment(const Vector3d& p, const Vector3d& a, const Vector3d& b) {
  const Vector3d along = b - a;
  return (p - a - std::clamp((p - a).dot(along) / along.squaredNorm(), 0.0, 1.0) * along).norm();
}

double distance_to_triangle(const Vector3d& p, const std::vector<Vector3d>& corners) {
  const Vector3d n = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
  double nearest = std::numeric_limits<double>::infinity();
  bool above = true;
  for (int k = 0; k < 3; ++k) {
    const Vector3d &a = corners[k], &b = corners[(k + 1) % 3];
    above = above && n.cross(b - a).dot(p - a) >= 0;
    nearest = std::min(nearest, distance_to_segment(p, a, b));
  }
  return above ? std::abs(n.dot(p - corners[0])) : nearest;
}

double distance_to(const BlendedPart& part, const Vector3d& p) {
  const Vector3d& first = part.points[0];
  const Vector3d q = first + (p - first).cwiseQuotient(part.stretch);
  const double least = part.stretch.minCoeff();
  if (part.points.size() == 1) return least * ((q - first).norm() - part.radii[0]);
  if (part.points.size() == 3)
    return least * (distance_to_triangle(q, part.points) - part.radii[0]);
  return least * distance_to_hull(q, first, part.radii[0], part.points[1], part.radii[1]);
}

double smooth_max(double a, double b, double width) { return -smooth_min(-a, -b, width); }

Vector3d gradient(const BlendedSolid& solid, const Vector3d& p) {
  constexpr double k_step = 1e-6;  // [m]
  Vector3d slope;
  for (int i = 0; i < 3; ++i) {
    const Vector3d step = k_step * Vector3d::Unit(i);
    slope[i] = (signed_distance(solid, p + step) - signed_distance(solid, p - step)) / (2 * k_step);
  }
  return slope;
}

/// The point of the surface that Newton's method along the gradient finds from `p`.
Vector3d on_surface(const BlendedSolid& solid, Vector3d p) {
  for (int i = 0; i < 4; ++i) {
    const Vector3d slope = gradient(solid, p);
    p -= signed_distance(solid, p) / std::max(slope.squaredNorm(), 0.01) * slope;
  }
  return p;
}

/// Samples of the signed distance at the corners of cubic cells.
struct Grid {
  Vector3d origin;
  double cell = 0;
  Eigen::Vector3i corners;  // along each axis
  std::vector<double> values;

  int index(const Eigen::Vector3i& at) const {
    return (at.z() * corners.y() + at.y()) * corners.x() + at.x();
  }
  double value(const Eigen::Vector3i& at) const { return values[index(at)]; }
  Vector3d point(const Eigen::Vector3i& at) const { return origin + cell * at.cast<double>(); }
};

template <class Visit>
void for_each_cell(const Eigen::Vector3i& count, const Visit& visit) {
  for (int z = 0; z < count.z(); ++z)
    for (int y = 0; y < count.y(); ++y)
      for (int x = 0; x < count.x(); ++x) visit(Eigen::Vector3i(x, y, z));
}

Grid sampled(const BlendedSolid& solid, const Eigen::AlignedBox3d& box, double cell) {
  Grid grid{box.min(), cell, ((box.sizes() / cell).array().ceil().cast<int>() + 1).matrix(), {}};
  grid.values.reserve(static_cast<std::size_t>(grid.corners.prod()));
  for_each_cell(grid.corners, [&](const Eigen::Vector3i& at) {
    grid.values.push_back(signed_distance(solid, grid.point(at)));
  });
  return grid;
}

/// The mean of the points where the surface crosses the edges of a cell; none if it does not.
std::optional<Vector3d> crossing(const Grid& grid, const Eigen::Vector3i& cell) {
  Vector3d sum = Vector3d::Zero();
  int count = 0;
  for (int axis = 0; axis < 3; ++axis) {
    for (int side = 0; side < 4; ++side) {
      Eigen::Vector3i from = cell;
      from[(axis + 1) % 3] += side % 2;
      from[(axis + 2) % 3] += side / 2;
      const Eigen::Vector3i to = from + Eigen::Vector3i::Unit(axis);
      const double a = grid.value(from), b = grid.value(to);
      if ((a < 0) == (b < 0)) continue;
      sum += grid.point(from) + a / (a - b) * (grid.point(to) - grid.point(from));
      ++count;
    }
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

/// Surface nets (Gibson 1998): a vertex in each cell that the surface crosses, and a quad around
/// each edge of the grid that it crosses. Edges at the border of the grid are left out.
struct Net {
  std::vector<Vector3d> vertices;
  std::vector<std::array<int, 4>> quads;
};

Net surface_net(const Grid& grid) {
  Net net;
  std::vector<int> vertex(grid.values.size(), -1);
  const Eigen::Vector3i cells = grid.corners - Eigen::Vector3i::Ones();
  for_each_cell(cells, [&](const Eigen::Vector3i& at) {
    const std::optional<Vector3d> point = crossing(grid, at);
    if (!point) return;
    vertex[grid.index(at)] = static_cast<int>(net.vertices.size());
    net.vertices.push_back(*point);
  });
  for_each_cell(cells, [&](const Eigen::Vector3i& at) {
    for (int axis = 0; axis < 3; ++axis) {
      const Eigen::Vector3i u = Eigen::Vector3i::Unit((axis + 1) % 3);
      const Eigen::Vector3i v = Eigen::Vector3i::Unit((axis + 2) % 3);
      if (at[(axis + 1) % 3] == 0 || at[(axis + 2) % 3] == 0) continue;
      const bool starts_inside = grid.value(at) < 0;
      if (starts_inside == (grid.value(at + Eigen::Vector3i::Unit(axis)) < 0)) continue;
      std::array<int, 4> quad = {vertex[grid.index(at - u - v)], vertex[grid.index(at - v)],
                                 vertex[grid.index(at)], vertex[grid.index(at - u)]};
      if (!starts_inside) std::ranges::reverse(quad);
      net.quads.push_back(quad);
    }
  });
  return net;
}

/// Moves each vertex towards the mean of its neighbours and back onto the surface, which evens out
/// the edges.
void relax(Net& net, const BlendedSolid& solid) {
  std::vector<Vector3d> sums(net.vertices.size(), Vector3d::Zero());
  std::vector<int> counts(net.vertices.size(), 0);
  for (const std::array<int, 4>& quad : net.quads) {
    for (int k = 0; k < 4; ++k) {
      for (const int next : {quad[(k + 1) % 4], quad[(k + 3) % 4]}) {
        sums[quad[k]] += net.vertices[next];
        ++counts[quad[k]];
      }
    }
  }
  for (std::size_t i = 0; i < net.vertices.size(); ++i)
    net.vertices[i] = on_surface(solid, (net.vertices[i] + sums[i] / counts[i]) / 2);
}

/// Divides each quad along its shorter diagonal.
TriangleMesh divided(const Net& net) {
  TriangleMesh mesh;
  mesh.vertices = net.vertices;
  for (const auto& [a, b, c, d] : net.quads) {
    const auto length = [&](int i, int j) { return (net.vertices[i] - net.vertices[j]).norm(); };
    if (length(a, c) < length(b, d)) {
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({a, c, d});
    } else {
      mesh.triangles.push_back({a, b, d});
      mesh.triangles.push_back({b, c, d});
    }
  }
  return mesh;
}

}  // namespace

double signed_distance(const BlendedSolid& solid, const Vector3d& p) {
  double distance = std::numeric_limits<double>::infinity();
  for (const BlendedPart& part : solid.parts) {
    const double next = distance_to(part, p);
    distance = std::isinf(distance) ? next : smooth_min(distance, next, solid.blend_width);
  }
  if (solid.hollow)
    distance = smooth_max(distance, -distance_to(*solid.hollow, p), solid.cut_rounding);
  for (const auto& cut : solid.cuts)
    distance = smooth_max(distance, cut.signedDistance(p), solid.cut_rounding);
  return distance;
}

TriangleMesh mesh_of(const BlendedSolid& solid, const Eigen::AlignedBox3d& box, double cell) {
  constexpr int k_rounds = 5, k_grids = 8;
  // Where opposite corners of a cell's face lie inside, four quads meet at an edge. That happens by
  // chance, at few saddles: another position of the grid has none.
  for (int i = 0; i < k_grids; ++i) {
    const Vector3d shift = -cell * i / k_grids * Vector3d(1, 0.7, 0.4);
    Net net = surface_net(sampled(solid, {box.min() + shift, box.max()}, cell));
    if (!mesh::is_closed(divided(net))) continue;
    for (int k = 0; k < k_rounds; ++k) relax(net, solid);
    return divided(net);
  }
  throw std::runtime_error("a blended solid has features smaller than its cells");
}

}  // namespace condyle::assets
