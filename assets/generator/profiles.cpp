#include <algorithm>
#include <cmath>
#include <numbers>

#include "shapes.h"

namespace condyle::assets {

using Eigen::Vector2d;

double blend(double x) {
  const double s = std::clamp(x, 0.0, 1.0);
  return s * s * (3 - 2 * s);
}

double smooth_min(double a, double b, double width) {
  const double overlap = std::max(width - std::abs(a - b), 0.0) / width;
  return std::min(a, b) - overlap * overlap * width / 4;
}

std::vector<Vector2d> divided_profile(const std::vector<Vector2d>& corners, double cell) {
  std::vector<Vector2d> points;
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
    const Vector2d side = corners[i + 1] - corners[i];
    const int pieces = std::max(1, static_cast<int>(std::lround(side.norm() / cell)));
    for (int k = 0; k < pieces; ++k) points.emplace_back(corners[i] + side * k / pieces);
  }
  points.push_back(corners.back());
  return points;
}

TriangleMesh turned(const std::vector<Vector2d>& profile, int around) {
  TriangleMesh mesh;
  const int rings = static_cast<int>(profile.size()) - 2;  // without the points on the axis
  for (int ring = 0; ring < rings; ++ring) {
    const Vector2d& at = profile[static_cast<std::size_t>(ring + 1)];
    for (int i = 0; i < around; ++i) {
      const double angle = 2 * std::numbers::pi * i / around;
      mesh.vertices.emplace_back(at.x() * std::cos(angle), at.x() * std::sin(angle), at.y());
    }
  }
  const int first = static_cast<int>(mesh.vertices.size());
  mesh.vertices.emplace_back(0, 0, profile.front().y());
  mesh.vertices.emplace_back(0, 0, profile.back().y());
  for (int i = 0; i < around; ++i) {
    const int next = (i + 1) % around, last = (rings - 1) * around;
    mesh.triangles.push_back({first, next, i});
    mesh.triangles.push_back({first + 1, last + i, last + next});
    for (int ring = 0; ring + 1 < rings; ++ring) {
      const int a = ring * around + i, b = ring * around + next;
      mesh.triangles.push_back({a, b, b + around});
      mesh.triangles.push_back({a, b + around, a + around});
    }
  }
  return mesh;
}

double arc_height(double radius, double offset) {
  return radius - std::sqrt(radius * radius - offset * offset);
}

}  // namespace condyle::assets
