#include "condyle/solver/frozen_travel.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "condyle/solver/frozen_lanes.h"

namespace condyle {
namespace {

/// By how much more a proximity changes than its surfaces approach: a ray that grazes is long.
CONDYLE_INLINE Double4 steepness(const FrozenBlock& block, int at) {
  const Double4 x = load4(&block.gradient[3][at]), y = load4(&block.gradient[4][at]),
                z = load4(&block.gradient[5][at]), squared = x * x + y * y + z * z;
  return Double4{std::sqrt(squared[0]), std::sqrt(squared[1]), std::sqrt(squared[2]),
                 std::sqrt(squared[3])};
}

CONDYLE_FOR_EACH_PROCESSOR void find_lane_approach(std::span<const FrozenBlock> blocks,
                                                   std::span<const YieldBlock> yields,
                                                   const Motion& m, double dt, bool touching_alone,
                                                   BlockRow& most) {
  const double least = touching_alone ? 0 : -1e300;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const FrozenBlock& block = blocks[b];
    for (int at = 0; at < k_lanes; at += 4) {
      const Double4 end = load4(&block.proximity[at]) + along_gradient(block, at, m.a, m.s);
      Double4 rate = along_gradient(block, at, m.w, m.v);
      if (!yields.empty())
        for (int k = 0; k < 3; ++k)
          rate += load4(&block.gradient[3 + k][at]) * load4(&yields[b].drift[k][at]);
      const Double4 along = touching_alone ? Double4{1, 1, 1, 1} : steepness(block, at);
      const Double4 approach = dt * rate / (load4(&block.layers[at]) * along),
                    before = load4(&most[at]);
      const Mask4 counts = (end > 0) & (load4(&block.area[at]) > 0) & (approach > before) &
                           (load4(&block.proximity[at]) > least);
      store4(&most[at], select(counts, approach, before));
    }
  }
}

}  // namespace

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
  find_lane_approach(blocks, yields, Motion(motion), dt, any_touch, most);
  return *std::max_element(most, most + k_lanes);
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
