#include "view/lathe.h"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace condyle {
namespace {

constexpr int k_segments = 24;

void add_triangle(TriangleMesh& mesh, int a, int b, int c) {
  const bool degenerate = mesh.vertices[a] == mesh.vertices[b] ||
                          mesh.vertices[b] == mesh.vertices[c] ||
                          mesh.vertices[c] == mesh.vertices[a];
  if (!degenerate) mesh.triangles.push_back({a, b, c});
}

}  // namespace

TriangleMesh turned(std::span<const OutlinePoint> outline, int segments) {
  TriangleMesh mesh;
  for (const OutlinePoint& point : outline) {
    for (int k = 0; k < segments; ++k) {
      const double angle = 2 * std::numbers::pi * k / segments;
      mesh.vertices.emplace_back(point.radius * std::cos(angle), point.radius * std::sin(angle),
                                 point.height);
    }
  }
  for (int ring = 0; ring + 1 < static_cast<int>(outline.size()); ++ring) {
    for (int k = 0; k < segments; ++k) {
      const int a = ring * segments + k, b = ring * segments + (k + 1) % segments;
      add_triangle(mesh, a, b, b + segments);
      add_triangle(mesh, a, b + segments, a + segments);
    }
  }
  return welded(mesh);
}

TriangleMesh unit_bar() {
  return turned(std::array{OutlinePoint{1, 0}, OutlinePoint{1, 1}}, k_segments);
}

TriangleMesh unit_cone() {
  return turned(std::array{OutlinePoint{0, 0}, OutlinePoint{1, 0}, OutlinePoint{0, 1}}, k_segments);
}

TriangleMesh unit_sphere() {
  constexpr int k_rings = 12;
  std::vector<OutlinePoint> outline;
  for (int k = 0; k <= k_rings; ++k) {
    const double angle = std::numbers::pi * k / k_rings;
    const bool pole = k == 0 || k == k_rings;
    outline.push_back({pole ? 0 : std::sin(angle), -std::cos(angle)});
  }
  return turned(outline, k_segments);
}

}  // namespace condyle
