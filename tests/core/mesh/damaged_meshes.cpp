#include "damaged_meshes.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "core/src/mesh/topology.h"

namespace condyle {

TriangleMesh with_hole(TriangleMesh mesh) {
  mesh.triangles.pop_back();
  return mesh;
}

TriangleMesh with_turned(TriangleMesh mesh, const std::vector<int>& triangles) {
  for (const int t : triangles) std::swap(mesh.triangles[t][0], mesh.triangles[t][1]);
  return mesh;
}

TriangleMesh inside_out(TriangleMesh mesh) {
  for (auto& triangle : mesh.triangles) std::swap(triangle[0], triangle[1]);
  return mesh;
}

TriangleMesh unwelded(const TriangleMesh& mesh) {
  TriangleMesh result;
  for (const auto& triangle : mesh.triangles) {
    const int first = static_cast<int>(result.vertices.size());
    for (const int vertex : triangle) result.vertices.push_back(mesh.vertices[vertex]);
    result.triangles.push_back({first, first + 1, first + 2});
  }
  return result;
}

TriangleMesh with_flat_triangle(TriangleMesh mesh) {
  const auto [a, b, c] = mesh.triangles[0];
  const int other = mesh::triangle_neighbours(mesh)[0][0];
  int d = -1;
  for (const int vertex : mesh.triangles[other]) {
    if (vertex != a && vertex != b) d = vertex;
  }
  const int middle = static_cast<int>(mesh.vertices.size());
  mesh.vertices.push_back((mesh.vertices[a] + mesh.vertices[b]) / 2);
  mesh.triangles[other] = {b, middle, d};
  mesh.triangles.push_back({middle, a, d});
  mesh.triangles.push_back({a, middle, b});
  return mesh;
}

TriangleMesh moebius_strip() {
  constexpr int k_steps = 12;
  TriangleMesh mesh;
  for (int i = 0; i < k_steps; ++i) {
    const double angle = 2 * std::numbers::pi * i / k_steps;
    const Eigen::Vector3d out(std::cos(angle), std::sin(angle), 0);
    const Eigen::Vector3d across =
        std::cos(angle / 2) * Eigen::Vector3d::UnitZ() + std::sin(angle / 2) * out;
    mesh.vertices.push_back(0.03 * out + 0.01 * across);
    mesh.vertices.push_back(0.03 * out - 0.01 * across);
  }
  for (int i = 0; i < k_steps; ++i) {
    const bool joint = i + 1 == k_steps;  // the joint, where up meets down
    const int a = 2 * i, b = a + 1, c = joint ? 0 : a + 2, d = joint ? 1 : a + 3;
    mesh.triangles.push_back({a, b, joint ? d : c});
    mesh.triangles.push_back({b, joint ? c : d, joint ? d : c});
  }
  return mesh;
}

}  // namespace condyle
