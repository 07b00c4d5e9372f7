#include "support/odd_shapes.h"

#include <array>

#include "condyle/mesh/primitives.h"

namespace condyle::test {
namespace {

using Eigen::Vector3d;

/// Half of a ball's surface facing inwards: bodies from outside meet its back.
TriangleMesh open_shell(double radius, int level) {
  const TriangleMesh ball = mesh::make_icosphere(radius, level);
  TriangleMesh shell;
  std::vector<int> place(ball.vertices.size(), -1);
  for (const auto& triangle : ball.triangles) {
    const auto vertex = [&](int k) { return ball.vertices[triangle[k]]; };
    if ((vertex(0) + vertex(1) + vertex(2)).z() > 0) continue;
    std::array<int, 3> corners;
    for (const int k : {0, 1, 2}) {
      int& v = place[triangle[k]];
      if (v < 0) {
        v = static_cast<int>(shell.vertices.size());
        shell.vertices.push_back(vertex(k));
      }
      corners[2 - k] = v;
    }
    shell.triangles.push_back(corners);
  }
  return shell;
}

}  // namespace

OddShape odd_shape(int which, bool coarse) {
  switch (which) {
    case 0:
      return {mesh::make_ellipsoid({0.04, 0.004, 0.004}, coarse ? 2 : 3), {0.08, 0.008, 0.008}};
    case 1:
      return {mesh::make_ellipsoid({0.02, 0.03, 0.01}, coarse ? 2 : 4), {0.04, 0.06, 0.02}};
    case 2:
      return {open_shell(0.03, coarse ? 2 : 4), {0.05, 0.05, 0.04}};
    case 3:
      return {
          coarse ? mesh::make_torus(0.025, 0.008, 16, 8) : mesh::make_torus(0.025, 0.008, 32, 16),
          {0.06, 0.06, 0.016}};
    case 4:
      return {mesh::make_box({0.05, 0.03, 0.04}, {3, 3, 3}), {0.05, 0.03, 0.04}};
    case 5:
      return {
          mesh::make_box({0.03, 0.04, 0.05}, coarse ? std::array{4, 5, 6} : std::array{12, 16, 20}),
          {0.03, 0.04, 0.05}};
    default:
      return {mesh::make_box({0.06, 0.06, 0.004}, {2, 2, 1}), {0.06, 0.06, 0.004}};
  }
}

}  // namespace condyle::test
