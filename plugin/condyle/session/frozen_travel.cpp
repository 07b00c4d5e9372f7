#include "condyle/session/frozen_travel.h"

#include <algorithm>
#include <cmath>

#include "condyle/session/frozen_lanes.h"

namespace condyle {
namespace {

/// Largest values by lane; slip and rolling squared.
struct alignas(64) LaneTravel {
  BlockRow approach = {}, deepest = {}, slip = {}, rolling = {};
};

CONDYLE_FOR_EACH_PROCESSOR void find_lane_travel(std::span<const FrozenBlock> blocks,
                                                 const Motion& m, double dt, LaneTravel& most) {
  const auto larger = [](double a, double b) { return a > b ? a : b; };
  for (const FrozenBlock& block : blocks) {
    for (int l = 0; l < k_lanes; ++l) {
      const double x = block.normal_T[0][l], y = block.normal_T[1][l], z = block.normal_T[2][l];
      const double tx = m.R[0][0] * x + m.R[0][1] * y + m.R[0][2] * z;
      const double ty = m.R[1][0] * x + m.R[1][1] * y + m.R[1][2] * z;
      const double tz = m.R[2][0] * x + m.R[2][1] * y + m.R[2][2] * z;
      const double nx = block.normal_C[0][l], ny = block.normal_C[1][l], nz = block.normal_C[2][l];
      const double d = block.proximity[l];
      const double hx = block.centroid_C[0][l] - d * nx;
      const double hy = block.centroid_C[1][l] - d * ny;
      const double hz = block.centroid_C[2][l] - d * nz;
      const double vx = m.v[0] + m.w[1] * hz - m.w[2] * hy;
      const double vy = m.v[1] + m.w[2] * hx - m.w[0] * hz;
      const double vz = m.v[2] + m.w[0] * hy - m.w[1] * hx;
      const double across = vx * tx + vy * ty + vz * tz;
      const double approach = dt * across / bounded_cosine(nx * tx + ny * ty + nz * tz);
      const double end = d + approach;
      const double rx = m.w[1] * tz - m.w[2] * ty, ry = m.w[2] * tx - m.w[0] * tz,
                   rz = m.w[0] * ty - m.w[1] * tx;
      const double sx = vx - across * tx, sy = vy - across * ty, sz = vz - across * tz;
      const double touches = end > 0 ? 1.0 : 0.0;
      most.approach[l] = larger(touches * approach / block.layers[l], most.approach[l]);
      most.deepest[l] = larger(touches * larger(end, d), most.deepest[l]);
      most.slip[l] = larger(touches * (sx * sx + sy * sy + sz * sz), most.slip[l]);
      most.rolling[l] = larger(touches * (rx * rx + ry * ry + rz * rz), most.rolling[l]);
    }
  }
}

/// Sums by lane over the triangles of points or squares.
struct alignas(64) LaneSpread {
  BlockRow hit[3] = {}, normal[3] = {};
};

/// Where the rays met the target; in a lane without a triangle 0, for its normal is 0.
CONDYLE_INLINE Double4 hit_points(const FrozenBlock& block, int axis, int at) {
  return load4(&block.centroid_C[axis][at]) -
         load4(&block.proximity[at]) * load4(&block.normal_C[axis][at]);
}

CONDYLE_FOR_EACH_PROCESSOR void add_points(std::span<const FrozenBlock> blocks, LaneSpread& sums) {
  for (const FrozenBlock& block : blocks) {
    for (int k = 0; k < 3; ++k) {
      for (int at = 0; at < k_lanes; at += 4) {
        add_to(sums.hit[k], at, hit_points(block, k, at));
        add_to(sums.normal[k], at, load4(&block.normal_T[k][at]));
      }
    }
  }
}

CONDYLE_FOR_EACH_PROCESSOR void add_squares(std::span<const FrozenBlock> blocks,
                                            const double (&mean_hit)[3],
                                            const double (&mean_normal)[3], LaneSpread& sums) {
  for (const FrozenBlock& block : blocks) {
    for (int at = 0; at < k_lanes; at += 4) {
      const Mask4 is_triangle = load4(&block.area[at]) > 0;
      for (int k = 0; k < 3; ++k) {
        const Double4 hit = hit_points(block, k, at) - mean_hit[k];
        const Double4 normal = load4(&block.normal_T[k][at]) - mean_normal[k];
        add_to(sums.hit[k], at, select(is_triangle, hit * hit, Double4{}));
        add_to(sums.normal[k], at, select(is_triangle, normal * normal, Double4{}));
      }
    }
  }
}

double largest_of(const BlockRow& lanes) { return *std::max_element(lanes, lanes + k_lanes); }

}  // namespace

FrozenTravel find_travel(std::span<const FrozenBlock> blocks, const RelativeMotion& motion,
                         double dt) {
  LaneTravel most;
  find_lane_travel(blocks, Motion(motion), dt, most);
  return {largest_of(most.approach), largest_of(most.deepest), std::sqrt(largest_of(most.slip)),
          std::sqrt(largest_of(most.rolling))};
}

FrozenSpread find_spread(std::span<const FrozenBlock> blocks, std::size_t count) {
  if (count == 0) return {};
  const double n = static_cast<double>(count);
  LaneSpread points, squares;
  add_points(blocks, points);
  double mean_hit[3], mean_normal[3];
  for (int k = 0; k < 3; ++k) {
    mean_hit[k] = lane_sum(points.hit[k]) / n;
    mean_normal[k] = lane_sum(points.normal[k]) / n;
  }
  add_squares(blocks, mean_hit, mean_normal, squares);
  FrozenSpread spread;
  for (int k = 0; k < 3; ++k) {
    spread.hits += lane_sum(squares.hit[k]) / n;
    spread.target_normals += lane_sum(squares.normal[k]) / n;
  }
  return spread;
}

}  // namespace condyle
