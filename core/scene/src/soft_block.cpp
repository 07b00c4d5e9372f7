#include <algorithm>

#include "condyle/scene/scene.h"
#include "condyle/scene/scene_build.h"

namespace condyle::scene {
namespace {

/// Index difference between neighbouring nodes along x, y and z.
std::array<int, 3> strides(const SoftBlock& block) {
  return {1, block.cells[0] + 1, (block.cells[0] + 1) * (block.cells[1] + 1)};
}

int node_count(const SoftBlock& block) { return strides(block)[2] * (block.cells[2] + 1); }

/// The position of a node in the lattice, counted along each axis.
std::array<int, 3> place_of(const SoftBlock& block, int node) {
  const auto stride = strides(block);
  return {node % stride[1], node / stride[1] % (block.cells[1] + 1), node / stride[2]};
}

/// Adds the side of the block at the upper or lower end of `axis`.
void add_side(const SoftBlock& block, int axis, bool upper, TriangleMesh& mesh) {
  const auto stride = strides(block);
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const int corner = upper ? block.cells[axis] * stride[axis] : 0;
  for (int j = 0; j < block.cells[v]; ++j) {
    for (int i = 0; i < block.cells[u]; ++i) {
      const int a = corner + i * stride[u] + j * stride[v];
      const int b = a + stride[u], c = b + stride[v], d = a + stride[v];
      mesh.triangles.push_back({a, upper ? b : c, upper ? c : b});
      mesh.triangles.push_back({a, upper ? c : d, upper ? d : c});
    }
  }
}

}  // namespace

TriangleMesh make_soft_block_mesh(const SoftBlock& block) {
  TriangleMesh mesh;
  const Eigen::Vector3d lowest(-0.5 * block.size.x(), -0.5 * block.size.y(), -block.size.z());
  for (int node = 0; node < node_count(block); ++node) {
    const auto place = place_of(block, node);
    Eigen::Vector3d vertex = lowest;
    for (int k = 0; k < 3; ++k) vertex[k] += block.size[k] * place[k] / block.cells[k];
    mesh.vertices.push_back(vertex);
  }
  for (int axis = 0; axis < 3; ++axis)
    for (const bool upper : {false, true}) add_side(block, axis, upper, mesh);
  return mesh;
}

std::vector<std::array<int, 2>> soft_block_links(const SoftBlock& block) {
  const auto stride = strides(block);
  std::vector<std::array<int, 2>> links;
  for (int a = 0; a < node_count(block); ++a) {
    const auto here = place_of(block, a);
    for (int b = a + 1; b <= std::min(a + stride[0] + stride[1] + stride[2], node_count(block) - 1);
         ++b) {
      const auto there = place_of(block, b);
      int farthest = 0;
      for (int k = 0; k < 3; ++k) farthest = std::max(farthest, std::abs(here[k] - there[k]));
      if (farthest == 1) links.push_back({a, b});
    }
  }
  return links;
}

int held_nodes(const SoftBlock& block) { return strides(block)[2]; }

}  // namespace condyle::scene
