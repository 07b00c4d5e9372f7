#pragma once

#include "core/src/collision/kernels/beam_gaps.h"

namespace condyle::CONDYLE_SIMD {

// The rows of a list. They let float decide which rays of a nearly parallel bundle may cross a
// triangle, without ever losing a crossing that cross() (ray_triangle.h) finds in double.
//
// Let z be the height of the triangle's middle, h half of its height and S the steepest slope of
// the rays. A line that crosses the triangle passes height z at most S h to the side of a point of
// the triangle's projection. So each edge function of the projection, taken where the line passes
// z, is at least -S h (|a| + |b|) if corners, lines and arithmetic are exact.
//
// They are not. Let u = 2^-24 be the rounding of float, and F the sum of the largest |x|, |y| and
// |z| of corners, rays and motions, in units of the target.
//   a corner in K     6 u F   both ends rounded, their difference, axes rounded, three products
//   a ray's origin    3 u F   rounded, moved
//   its slope        24 u     turned and rounded, divided by z >= 0.5; times a height below F
//   the line at z     4 u F   its own arithmetic
//   cross()           4 u F   edge weights right to 2^-24 place a crossing on its triangle
// Together 41 u F in each coordinate, less than `rounding` = 2^-18 F = 64 u F, which therefore
// bounds the displacement r between corners and lines. A displacement r of the line changes an edge
// function by at most r (|a| + |b|). A displacement r of the corners changes it by at most r times
// the distances from the corners, which add up to at most the lengths of the sides, the line's
// distance from the triangle, and r itself. `slack` is twice that, over all sides; it also covers
// the rounding of the sum of the products (5 u F (|a| + |b|)). If the projected area is smaller
// than its own error, its sign is unknown; then each edge function may also be below zero by the
// size of the area.
//
// Where the plane of a row is known well enough to count (`doubt`), so is the side of the triangle
// that all rays meet: no ray is steep enough to meet the other side.
//
// A row's plane excludes rays that start on its far side. It follows from the cross product of two
// sides of the triangle, whose error is 4 times their lengths times the error of a corner, at most
// r / 8. The error of the plane's slope is that error over the projected area, so steep triangles
// and slivers have no such plane. The lowest height at which a ray may cross them replaces it.

/// Triangles in K that wait to become rows.
struct RawTriangles {
  alignas(64) float corner[9][32] = {};
  int index[32] = {};
  int count = 0;
};

/// Sixteen rows.
struct Rows {
  Float16 height, side[3][3], plane[3];
  Float16 wide[3];  ///< side[i][2] enlarged by the list's margin
  Float16 leaves;   ///< negative: all rays that cross the triangle enter the target
};

CONDYLE_LANES void make_sides(const ListTask& task, const Float16 (&p)[9], Rows& rows,
                              Float16& area, Float16& area_error, Float16& half) {
  const float r = task.rounding, sx = task.steepest[0], sy = task.steepest[1];
  const Float16 low = min(p[2], min(p[5], p[8])), high = max(p[2], max(p[5], p[8]));
  rows.height = (low + high) * all(0.5f);
  half = (high - low) * all(0.5f) + all(r);
  Float16 a[3], b[3], c[3], lengths = all(0.0f);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    a[i] = p[3 * i + 1] - p[3 * j + 1];
    b[i] = p[3 * j] - p[3 * i];
    c[i] = -(a[i] * p[3 * i] + b[i] * p[3 * i + 1]);
    lengths = lengths + abs(a[i]) + abs(b[i]);
  }
  area = a[0] * p[6] + b[0] * p[7] + c[0];
  const Float16 none = all(0.0f), one = all(1.0f);
  area_error = all(2 * r) * (lengths + all(2 * r));
  const Float16 size = abs(area), aside = half * all(2 * (sx + sy));
  const Float16 slack =
      area_error + all(2 * r) * aside + select_up_to(size, area_error, size + area_error, none);
  const Float16 sign = select_up_to(area, none, -one, one);
  const float margin_x = task.margin * (1 + sx / task.beam.weight);
  const float margin_y = task.margin * (1 + sy / task.beam.weight);
  for (int i = 0; i < 3; ++i) {
    rows.side[i][0] = a[i] * sign;
    rows.side[i][1] = b[i] * sign;
    rows.side[i][2] = c[i] * sign + slack + half * (abs(a[i]) * all(sx) + abs(b[i]) * all(sy));
    rows.wide[i] = rows.side[i][2] + abs(a[i]) * all(margin_x) + abs(b[i]) * all(margin_y);
  }
}

/// A lower bound on the height at which a ray may cross a triangle: the height of its lowest corner
/// or, since large triangles reach far out of the beam, of its plane where the beam may be while
/// the list lasts.
CONDYLE_LANES Float16 lowest_met(const ListTask& task, const Float16 (&p)[9], const Float16& error,
                                 const Float16& rises_x, const Float16& rises_y,
                                 const Float16& level) {
  const Beam& beam = task.beam;
  const float wide_x = beam.half[0] + beam.slope[0] * beam.longest + task.margin;
  const float wide_y = beam.half[1] + beam.slope[1] * beam.longest + task.margin;
  const Float16 steepness = all(1.0f) + abs(rises_x) + abs(rises_y);
  const Float16 away = abs(p[0]) + abs(p[1]) + all(wide_x + wide_y);
  const Float16 in_beam = -level - abs(rises_x) * all(wide_x) - abs(rises_y) * all(wide_y) -
                          steepness * (error * all(1.25f) * away + all(2 * task.rounding));
  const Float16 corner = min(p[2], min(p[5], p[8]));
  return select_up_to(error * all(8.0f), all(1.0f), max(corner, in_beam), corner);
}

CONDYLE_LANES void make_planes(const ListTask& task, const Float16 (&p)[9], const Float16& area,
                               const Float16& area_error, const Float16& half, Rows& rows) {
  const float r = task.rounding, sx = task.steepest[0], sy = task.steepest[1];
  const Float16 none = all(0.0f), one = all(1.0f);
  const Float16 ux = p[3] - p[0], uy = p[4] - p[1], uz = p[5] - p[2];
  const Float16 vx = p[6] - p[0], vy = p[7] - p[1], vz = p[8] - p[2];
  const Float16 inverse = one / area;
  const Float16 rises_x = (uz * vy - uy * vz) * inverse, rises_y = (ux * vz - uz * vx) * inverse;
  const Float16 lean = abs(rises_x) * all(sx) + abs(rises_y) * all(sy);
  // Only the corners' error of 6 u F tilts the plane.
  const Float16 error = (area_error + area_error + all(32 * r) * half) * abs(inverse) * all(0.125f);
  // The plane counts if its slope is known to within a fraction of itself and it is not so steep
  // that a ray runs along it.
  const Float16 doubt = max(error * all(8.0f), lean + lean);
  const Float16 steepness = one + abs(rises_x) + abs(rises_y);
  const Float16 width = max(max(abs(ux), abs(vx)), max(abs(uy), abs(vy)));
  const Float16 away = width + width + all((sx + sy) * task.beam.longest);
  const Float16 flat_slack =
      steepness * (error * all(1.25f) * away + all(2 * r)) + all(task.outward) * (one + lean);
  const Float16 level = rises_x * p[0] + rises_y * p[1] - p[2];
  const Float16 lowest =
      lowest_met(task, p, error, rises_x, rises_y, level) - all(task.outward + 2 * r);
  rows.plane[0] = select_up_to(doubt, one, -rises_x, none);
  rows.plane[1] = select_up_to(doubt, one, -rises_y, none);
  rows.plane[2] = select_up_to(doubt, one, level + flat_slack, -lowest);
  rows.leaves = select_up_to(doubt, one, -area, one);
}

/// The triangles that some ray may reach within the margin. Raises `highest`, lane by lane, to the
/// greatest height of such a ray's origin above the triangle's plane.
CONDYLE_LANES unsigned reached(const ListTask& task, const Rows& rows, Float16& highest) {
  unsigned lanes = 0;
  const BundleRays& rays = *task.rays;
  for (int i = 0; i < task.ray_count; ++i) {
    const float ox = rays.origin[0][i], oy = rays.origin[1][i], oz = rays.origin[2][i];
    const float slope_x = rays.normal[0][i] / rays.normal[2][i];
    const float slope_y = rays.normal[1][i] / rays.normal[2][i];
    const Float16 x = fused(rows.height, all(slope_x), all(ox - slope_x * oz));
    const Float16 y = fused(rows.height, all(slope_y), all(oy - slope_y * oz));
    const auto side = [&](int k) {
      return fused(rows.side[k][0], x, fused(rows.side[k][1], y, rows.wide[k]));
    };
    const Float16 outside = any_sign(any_sign(side(0), side(1)), side(2));
    lanes |= ~sign_bits(outside);
    const Float16 above =
        fused(rows.plane[0], all(ox), fused(rows.plane[1], all(oy), rows.plane[2] + all(oz)));
    highest = select_by_sign(outside, highest, max(highest, above));
  }
  return lanes & 0xffff;
}

/// Writes the rows of those among the first `count` raw triangles, at most sixteen, that a ray may
/// reach.
CONDYLE_LANES void keep_rows(const ListTask& task, const RawTriangles& raw, int count,
                             ListFacts& facts) {
  Float16 p[9];
  for (int k = 0; k < 9; ++k) p[k] = load(raw.corner[k]);
  Rows rows;
  Float16 area, area_error, half, highest = all(facts.highest);
  make_sides(task, p, rows, area, area_error, half);
  make_planes(task, p, area, area_error, half, rows);
  unsigned kept = reached(task, rows, highest) & lanes_below(count);
  if (kept == 0) return;
  facts.may_leave = facts.may_leave || (kept & ~sign_bits(rows.leaves)) != 0;
  alignas(64) float columns[14][16];
  store(columns[0], rows.height);
  for (int i = 0; i < 9; ++i) store(columns[1 + i], rows.side[i / 3][i % 3]);
  for (int k = 0; k < 3; ++k) store(columns[10 + k], rows.plane[k]);
  store(columns[13], highest);
  for (; kept != 0; kept &= kept - 1) {
    const int lane = first_of(kept);
    raise(facts.highest, columns[13][lane]);
    raise(facts.steep[0], abs(columns[10][lane]));
    raise(facts.steep[1], abs(columns[11][lane]));
    if (facts.count < task.room) {
      ListRow& row = task.rows[facts.count];
      row.height = columns[0][lane];
      for (int i = 0; i < 9; ++i) row.side[i / 3][i % 3] = columns[1 + i][lane];
      for (int k = 0; k < 3; ++k) row.plane[k] = columns[10 + k][lane];
      row.triangle = raw.index[lane];
    }
    ++facts.count;
  }
}

/// keep_rows for the first sixteen raw triangles once there are that many. The others move to the
/// front.
CONDYLE_LANES void keep_full(const ListTask& task, RawTriangles& raw, ListFacts& facts) {
  if (raw.count < 16) return;
  keep_rows(task, raw, 16, facts);
  raw.count -= 16;
  for (int k = 0; k < 9; ++k) store(raw.corner[k], load(raw.corner[k] + 16));
  for (int i = 0; i < raw.count; ++i) raw.index[i] = raw.index[16 + i];
}

/// Adds the triangles of a leaf that lie within the margin.
CONDYLE_LANES void add_leaf(const ListTask& task, int leaf, RawTriangles& raw, Float16& nearest) {
  Float16 corners[9];
  const Float16 gap = gaps(task.beam, task.tree->leaves[leaf], task.wide, corners);
  nearest = min(gap, nearest);
  unsigned lanes = up_to(gap, all(task.margin));
  if (lanes == 0) return;
  for (int k = 0; k < 9; ++k) compress(raw.corner[k] + raw.count, corners[k], lanes);
  for (; lanes != 0; lanes &= lanes - 1) raw.index[raw.count++] = leaf * 16 + first_of(lanes);
}

inline ListFacts make_list(const ListTask& task) {
  ListFacts facts;
  RawTriangles raw;
  Float16 nearest = all(task.wide);
  for (int i = 0; i < task.pack_count; ++i) {
    const int pack = task.packs[i];
    const Float16 gap = gaps(task.beam, task.tree->level[0][pack], task.wide),
                  margin = all(task.margin);
    nearest = min(select_up_to(gap, margin, nearest, gap), nearest);
    for (unsigned lanes = up_to(gap, margin); lanes != 0; lanes &= lanes - 1) {
      add_leaf(task, pack * 16 + first_of(lanes), raw, nearest);
      keep_full(task, raw, facts);
    }
  }
  if (raw.count > 0) keep_rows(task, raw, raw.count, facts);
  facts.clear = least(nearest);
  return facts;
}

}  // namespace condyle::CONDYLE_SIMD
