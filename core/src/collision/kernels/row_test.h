#pragma once

#include "core/src/collision/search_kernels.h"
#include "core/src/simd/lanes.h"

namespace condyle::CONDYLE_SIMD {

/// Component k of v + turn v, with the turn of one lane of `moved`.
CONDYLE_LANES Float16 turned(const BundleMotions& moved, int lane, const Float16 (&v)[3], int k) {
  return v[k] + (v[0] * all(moved.turn[k][0][lane]) + v[1] * all(moved.turn[k][1][lane]) +
                 v[2] * all(moved.turn[k][2][lane]));
}

inline int trace(const BundleRays& rays, const BundleMotions& moved, int lane, const ListRow* rows,
                 int count, MetRow* met) {
  Float16 from[3], normal[3], o[3], d[3];
  for (int k = 0; k < 3; ++k) from[k] = load(rays.origin[k]), normal[k] = load(rays.normal[k]);
  for (int k = 0; k < 3; ++k) {
    o[k] = turned(moved, lane, from, k) + all(moved.shift[k][lane]);
    d[k] = turned(moved, lane, normal, k);
  }
  const Float16 slope_x = d[0] / d[2], slope_y = d[1] / d[2];
  const Float16 at_x = o[0] - slope_x * o[2], at_y = o[1] - slope_y * o[2];
  int met_count = 0;
  for (int i = 0; i < count; ++i) {
    const ListRow& row = rows[i];
    const Float16 height = all(row.height);
    const Float16 x = fused(slope_x, height, at_x), y = fused(slope_y, height, at_y);
    const auto side = [&](int k) {
      return fused(all(row.side[k][0]), x, fused(all(row.side[k][1]), y, all(row.side[k][2])));
    };
    const Float16 above =
        fused(all(row.plane[0]), o[0], fused(all(row.plane[1]), o[1], o[2] + all(row.plane[2])));
    const Float16 outside = any_sign(any_sign(side(0), side(1)), any_sign(side(2), above));
    const unsigned inside = ~sign_bits(outside) & 0xffff;
    met[met_count] = {row.triangle, inside};
    met_count += inside != 0;
  }
  return met_count;
}

}  // namespace condyle::CONDYLE_SIMD
