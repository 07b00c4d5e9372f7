#include "condyle/solver/frozen_travel.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "condyle/solver/lane_vector.h"

namespace condyle {
FrozenBound find_bound(std::span<const FrozenBlock> blocks) {
  FrozenBound bound;
  double by_turn = 0, by_shift = 0;  // squared
  for (const FrozenBlock& block : blocks) {
    for (std::size_t lane = 0; lane < k_lanes; ++lane) {
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

bool may_touch(const FrozenBound& bound, const Vector6& way) {
  constexpr double k_rounding = 1e-12;
  const double most = bound.by_turn * way.head<3>().norm() + bound.by_shift * way.tail<3>().norm();
  const bool stays_apart = bound.nearest + most < -k_rounding * most;
  return !stays_apart;
}

double find_approach(std::span<const FrozenBlock> blocks, std::span<const YieldBlock> yields,
                     const RelativeMotion& motion, double dt) {
  const bool any_touch = std::ranges::any_of(blocks, [](const FrozenBlock& block) {
    return std::ranges::any_of(block.proximity, [](double d) { return d > 0; });
  });
  BlockRow most = {};
  law_kernels().find_approach({.blocks = blocks.data(),
                               .yields = yields.empty() ? nullptr : yields.data(),
                               .count = static_cast<int>(blocks.size()),
                               .motion = plain(motion),
                               .dt = dt,
                               .touching_alone = any_touch},
                              most);
  return *std::max_element(most, most + k_lanes);
}

double mean_approach(std::span<const FrozenBlock> blocks, std::span<const YieldBlock> yields,
                     const RelativeMotion& motion, double dt) {
  double area = 0, sum = 0;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const FrozenBlock& block = blocks[b];
    for (std::size_t lane = 0; lane < k_lanes; ++lane) {
      if (!(block.proximity[lane] > 0)) continue;
      double rate = 0;
      for (std::size_t k = 0; k < 6; ++k)
        rate += block.gradient[k][lane] * motion.velocity[static_cast<Eigen::Index>(k)];
      if (!yields.empty())
        for (std::size_t k = 0; k < 3; ++k)
          rate += block.gradient[3 + k][lane] * yields[b].drift[k][lane];
      area += block.area[lane];
      sum += block.area[lane] * dt * rate / block.layers[lane];
    }
  }
  return area > 0 ? sum / area : INFINITY;
}

FrozenDrift find_drift(std::span<const FrozenBlock> blocks, const Vector6& way) {
  FrozenDrift drift;
  for (const FrozenBlock& block : blocks) {
    for (std::size_t lane = 0; lane < k_lanes; ++lane) {
      if (!(block.proximity_at_end[lane] > 0) || block.area[lane] == 0) continue;
      const Eigen::Vector3d moved = way.tail<3>() + way.head<3>().cross(vector_at(block.at, lane));
      drift.way = std::max(drift.way, moved.norm());
      drift.deepest = std::max(drift.deepest, block.proximity_at_end[lane]);
    }
  }
  return drift;
}

}  // namespace condyle
