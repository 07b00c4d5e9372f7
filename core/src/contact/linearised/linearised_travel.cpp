#include "core/src/contact/linearised/linearised_travel.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/src/contact/linearised/block_vectors.h"

namespace condyle {
LinearisedBound find_bound(std::span<const LinearisedBlock> blocks) {
  LinearisedBound bound;
  double by_turn = 0, by_shift = 0;  // squared
  for (const LinearisedBlock& block : blocks) {
    for (int lane = 0; lane < k_lanes; ++lane) {
      const auto squared = [&](std::size_t k) {
        const double x = block.gradient[k][lane], y = block.gradient[k + 1][lane],
                     z = block.gradient[k + 2][lane];
        return x * x + y * y + z * z;
      };
      bound.nearest = std::max(bound.nearest, block.proximity[lane]);
      by_turn = std::max(by_turn, squared(0));
      by_shift = std::max(by_shift, squared(3));
    }
  }
  bound.by_turn = std::sqrt(by_turn);
  bound.by_shift = std::sqrt(by_shift);
  return bound;
}

bool may_touch(const LinearisedBound& bound, const Vector6& displacement) {
  constexpr double k_rounding = 1e-12;
  const double most = bound.by_turn * displacement.head<3>().norm() +
                      bound.by_shift * displacement.tail<3>().norm();
  const bool stays_apart = bound.nearest + most < -k_rounding * most;
  return !stays_apart;
}

Approach find_approach(std::span<const LinearisedBlock> blocks,
                       std::span<const VertexBlock> vertices, const RelativeMotion& motion,
                       double dt) {
  const bool any_touch = std::ranges::any_of(blocks, [](const LinearisedBlock& block) {
    return std::ranges::any_of(block.proximity, [](double d) { return d > 0; });
  });
  LaneApproaches found;
  law_kernels().find_approach({.blocks = blocks.data(),
                               .vertices = vertices.empty() ? nullptr : vertices.data(),
                               .count = static_cast<int>(blocks.size()),
                               .motion = plain(motion),
                               .dt = dt,
                               .touching_alone = any_touch},
                              found);
  const auto sum = [](const BlockRow& row) { return std::accumulate(row, row + k_lanes, 0.0); };
  const double most = *std::max_element(found.most, found.most + k_lanes), area = sum(found.area);
  return {most, area > 0 ? std::min(most, sum(found.area_times_approach) / area) : most};
}

LinearisedDrift find_drift(std::span<const LinearisedBlock> blocks, const Vector6& displacement) {
  LinearisedDrift drift;
  double farthest = 0;  // squared
  for (const LinearisedBlock& block : blocks) {
    for (int lane = 0; lane < k_lanes; ++lane) {
      if (!(block.proximity_at_end[lane] > 0) || block.area[lane] == 0) continue;
      const Eigen::Vector3d moved =
          displacement.tail<3>() + displacement.head<3>().cross(vector_at(block.at, lane));
      farthest = std::max(farthest, moved.squaredNorm());
      drift.deepest = std::max(drift.deepest, block.proximity_at_end[lane]);
    }
  }
  drift.displacement = std::sqrt(farthest);
  return drift;
}

}  // namespace condyle
