#pragma once

#include <cmath>

#include "condyle/mesh/primitives.h"
#include "core/collision/random_geometry.h"

namespace condyle::test {

/// Adds a triangle that is at least `aspect` times as long as high, in any direction, with its
/// first corner anywhere in a cube of edge 2.
inline void add_sliver(TriangleMesh& mesh, RandomGeometry& random, double aspect) {
  const int first = static_cast<int>(mesh.vertices.size());
  const Eigen::Vector3d start = random.vector(1), along = random.direction();
  const double length = random.uniform(0.1, 2);
  mesh.vertices.push_back(start);
  mesh.vertices.push_back(start + length * along);
  mesh.vertices.push_back(start + random.uniform(0, length) * along +
                          length / aspect * random.direction());
  mesh.triangles.push_back({first, first + 1, first + 2});
}

inline TriangleMesh slivers(RandomGeometry& random, int count) {
  TriangleMesh mesh;
  for (int i = 0; i < count; ++i) add_sliver(mesh, random, std::pow(10, random.uniform(0, 9)));
  return mesh;
}

/// Walls along the rays of a grid, each exactly upright or tilted by moving its upper corner by
/// 1e-17 to 1e-3.
inline TriangleMesh walls(RandomGeometry& random, int count) {
  TriangleMesh mesh;
  for (int i = 0; i < count; ++i) {
    const int first = static_cast<int>(mesh.vertices.size());
    const Eigen::Vector3d at = random.vector(1);
    Eigen::Vector3d along = random.vector(0.5), up(0, 0, random.uniform(-0.5, 0.5));
    along.z() = 0;
    if (random.integer(0, 1) == 0) up += random.vector(std::pow(10, random.uniform(-17, -3)));
    mesh.vertices.insert(mesh.vertices.end(), {at, at + along, at + up});
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

/// A large triangle, and triangles so small beside it that in float they are a point or vanish.
inline TriangleMesh dust(RandomGeometry& random, int count) {
  TriangleMesh mesh{{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0.1}}, {{0, 1, 2}}};
  for (int i = 0; i < count; ++i) {
    const int first = static_cast<int>(mesh.vertices.size());
    const Eigen::Vector3d at =
        random.integer(0, 1) == 0 ? Eigen::Vector3d::Zero() : random.vector(1);
    const double size = std::pow(10, random.uniform(-46, -4));
    for (int k = 0; k < 3; ++k) mesh.vertices.push_back(at + random.vector(size));
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

/// A random mesh of one of nine kinds, with at most 500 triangles.
inline TriangleMesh any_mesh(RandomGeometry& random) {
  switch (random.integer(0, 8)) {
    case 0:
      return random.soup(random.integer(1, 200), 1);
    case 1:
      return slivers(random, random.integer(1, 200));
    case 2:
      return walls(random, random.integer(1, 200));
    case 3:
      return mesh::make_box({2, random.uniform(0.1, 2), random.uniform(1e-4, 2)});
    case 4:
      return mesh::make_box({1, 1, 1}, {4, 4, 4});
    case 5:
      return random.bumpy(mesh::make_torus(1, 0.4, 20, 12), 0.01);
    case 6:
      return random.bumpy(mesh::make_plane_grid(2, 2, 12, 12),
                          std::pow(10, random.uniform(-6, -1)));
    case 7:
      return dust(random, random.integer(1, 100));
    default:
      return mesh::make_icosphere(random.uniform(0.1, 1), 2);
  }
}

/// A point of a triangle: anywhere, on a side, at a corner, or a tiny distance away from one of
/// these.
inline Eigen::Vector3d point_of(const TriangleMesh& mesh, int triangle, RandomGeometry& random) {
  Eigen::Vector3d weights(random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1));
  for (int k = 0; k < 2; ++k)
    if (random.integer(0, 1) == 0) weights[k] = 0;
  if (random.integer(0, 3) == 0) weights[0] = std::pow(10, random.uniform(-17, -5));
  weights /= weights.sum();
  const auto& [a, b, c] = mesh.triangles[triangle];
  const auto& v = mesh.vertices;
  return weights[0] * v[a] + weights[1] * v[b] + weights[2] * v[c];
}

/// Small triangles whose rays are aimed at points that point_of() gives, in any direction, many of
/// them nearly along the target's triangle: the case for which the lists need their tolerance.
inline TriangleMesh aimed_at(const TriangleMesh& target, RandomGeometry& random, int count) {
  TriangleMesh mesh;
  for (int i = 0; i < count; ++i) {
    const int t = random.integer(0, static_cast<int>(target.triangles.size()) - 1);
    Eigen::Vector3d ray = random.direction();
    const Eigen::Vector3d across = area_vector_doubled(target, t).normalized();
    if (random.integer(0, 2) == 0)
      ray -= (1 - std::pow(10, random.uniform(-12, 0))) * ray.dot(across) * across;
    ray.normalize();
    const Eigen::Vector3d start = point_of(target, t, random) + random.uniform(-0.05, 0.3) * ray;
    const Eigen::Vector3d x = ray.unitOrthogonal(), y = ray.cross(x);
    const double size = std::pow(10, random.uniform(-4, -1));
    const int first = static_cast<int>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), {start + size * x, start + size * (y - x) / 2,
                                               start - size * (x + y) / 2});
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

}  // namespace condyle::test
