#include "bench/embree_rays.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace condyle::bench {
namespace {

/// Spreads the lowest 21 bits to every third bit.
std::uint64_t every_third(std::uint64_t x) {
  x = (x | x << 32) & 0x001f00000000ffff;
  x = (x | x << 16) & 0x001f0000ff0000ff;
  x = (x | x << 8) & 0x100f00f00f00f00f;
  x = (x | x << 4) & 0x10c30c30c30c30c3;
  return (x | x << 2) & 0x1249249249249249;
}

std::vector<int> morton_order(std::span<const Eigen::Vector3d> points) {
  Eigen::AlignedBox3d box;
  for (const Eigen::Vector3d& point : points) box.extend(point);
  const double scale = ((1 << 21) - 1) / box.sizes().maxCoeff();
  std::vector<std::uint64_t> codes;
  for (const Eigen::Vector3d& point : points) {
    const Eigen::Vector3d cell = scale * (point - box.min());
    std::uint64_t code = 0;
    for (int k = 0; k < 3; ++k) code |= every_third(static_cast<std::uint64_t>(cell[k])) << k;
    codes.push_back(code);
  }
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return codes[a] < codes[b]; });
  return order;
}

}  // namespace

EmbreeRays::EmbreeRays(const ContactSurface& casting) {
  const std::vector<int> order = morton_order(casting.centroids());
  const std::size_t count = (order.size() + k_packet - 1) / k_packet * k_packet;
  for (std::size_t i = 0; i < count; ++i) {
    const int triangle = order[std::min(i, order.size() - 1)];
    casting_triangle.push_back(i < order.size() ? triangle : -1);
    for (int k = 0; k < 3; ++k) {
      origin[k].push_back(static_cast<float>(casting.centroids()[triangle][k]));
      direction[k].push_back(static_cast<float>(-casting.normals()[triangle][k]));
    }
  }
}

FloatPose::FloatPose(const Pose& X) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) R[i][j] = static_cast<float>(X.linear()(i, j));
    p[i] = static_cast<float>(X.translation()[i]);
  }
}

}  // namespace condyle::bench
