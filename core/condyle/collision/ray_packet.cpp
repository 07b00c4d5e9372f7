#include "condyle/collision/ray_packet.h"

#include <algorithm>

#include "condyle/simd/double4.h"

namespace condyle {
namespace {

CONDYLE_INLINE void make_ready_body(const RayArrays& rays, int first, int count,
                                    const PoseNumbers& X, ReadyRays& ready, int to) {
  for (int i = 0; i < count; i += 4) {
    Double4 o[3], n[3], origin[3], d[3], size[3];
    for (int k = 0; k < 3; ++k) {
      o[k] = load4(&rays.origin[k][first + i]);
      n[k] = load4(&rays.normal[k][first + i]);
    }
    for (int k = 0; k < 3; ++k) {
      origin[k] = X.R[k][0] * o[0] + X.R[k][1] * o[1] + X.R[k][2] * o[2] + X.p[k];
      d[k] = -(X.R[k][0] * n[0] + X.R[k][1] * n[1] + X.R[k][2] * n[2]);
      size[k] = abs4(d[k]);
    }
    const Mask4 is_x = (size[0] > size[1]) & (size[0] > size[2]);
    const Mask4 is_y = ~(size[0] > size[1]) & (size[1] > size[2]);
    const auto turned = [&](const Double4 v[3], int k) {  // the axes follow z in a circle
      return select(is_x, v[(k + 1) % 3], select(is_y, v[(k + 2) % 3], v[k]));
    };
    const Double4 d_z = turned(d, 2);
    for (int k = 0; k < 3; ++k) store4(&ready.origin[k][to + i], turned(origin, k));
    store4(&ready.shear_x[to + i], turned(d, 0) / d_z);
    store4(&ready.shear_y[to + i], turned(d, 1) / d_z);
    store4(&ready.direction_z[to + i], d_z);
    const Mask4 axis = 2 + is_x + is_x + is_y;  // masks are 0 or -1
    __builtin_memcpy(&ready.axis_z[to + i], &axis, sizeof(axis));
  }
}

/// Four rays and their triangles: coordinate k of corner c, in each ray's own axes.
struct Packet {
  Double4 corner[3][3];
  Double4 origin[3], shear_x, shear_y, direction_z;
};

CONDYLE_INLINE Double4 gather(const std::vector<double>& values, const int at[4]) {
  return Double4{values[at[0]], values[at[1]], values[at[2]], values[at[3]]};
}

/// Corners of four triangles in the axes of the rays, whose z is `k_axis` for all four.
template <int k_axis>
CONDYLE_INLINE void load_corners(const double* const triangle[4], Packet& packet) {
  for (int k = 0; k < 3; ++k) {
    const int from = (k_axis + 1 + k) % 3;
    for (int c = 0; c < 3; ++c) {
      packet.corner[c][k] = Double4{triangle[0][3 * c + from], triangle[1][3 * c + from],
                                    triangle[2][3 * c + from], triangle[3][3 * c + from]};
    }
  }
}

CONDYLE_INLINE void load_mixed_corners(const double* const triangle[4], const std::int64_t axis[4],
                                       Packet& packet) {
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 4; ++i) {
      const std::int64_t from = (axis[i] + 1 + k) % 3;
      for (int c = 0; c < 3; ++c) packet.corner[c][k][i] = triangle[i][3 * c + from];
    }
  }
}

template <bool k_in_order>
CONDYLE_INLINE Packet load(const ReadyRays& ready, const int at[4],
                           const TriangleTree::Triangle* triangles) {
  Packet packet;
  const auto get = [&](const std::vector<double>& values) {
    return k_in_order ? load4(&values[at[0]]) : gather(values, at);
  };
  for (int k = 0; k < 3; ++k) packet.origin[k] = get(ready.origin[k]);
  packet.shear_x = get(ready.shear_x);
  packet.shear_y = get(ready.shear_y);
  packet.direction_z = get(ready.direction_z);

  const double* triangle[4];
  std::int64_t axis[4];
  for (int i = 0; i < 4; ++i) {
    triangle[i] = triangles[ready.triangle[at[i]]].corners[0].data();
    axis[i] = ready.axis_z[at[i]];
  }
  if (axis[0] != axis[1] || axis[0] != axis[2] || axis[0] != axis[3]) {
    load_mixed_corners(triangle, axis, packet);
  } else if (axis[0] == 2) {
    load_corners<2>(triangle, packet);
  } else if (axis[0] == 1) {
    load_corners<1>(triangle, packet);
  } else {
    load_corners<0>(triangle, packet);
  }
  return packet;
}

/// difference_of_products() where it need not be careful; `sure` loses the lanes where it must.
CONDYLE_INLINE Double4 weight(Double4 a, Double4 b, Double4 c, Double4 d, Double4 clear,
                              Mask4& sure) {
  const Double4 ab = a * b, difference = ab - c * d;
  sure &= (abs4(difference) > k_cancelled * abs4(ab)) & (abs4(difference) > clear);
  return difference;
}

CONDYLE_INLINE void cross_packet(const Packet& packet, const Certainty& certainty,
                                 Double4& distance, unsigned& inside, unsigned across[3],
                                 unsigned& unclear) {
  Double4 x[3], y[3], z[3];
  for (int c = 0; c < 3; ++c) {
    z[c] = packet.corner[c][2] - packet.origin[2];
    x[c] = (packet.corner[c][0] - packet.origin[0]) - packet.shear_x * z[c];
    y[c] = (packet.corner[c][1] - packet.origin[1]) - packet.shear_y * z[c];
  }
  const Double4 clear = all4(certainty.clear_weight);
  Mask4 sure = clear == clear;
  const Double4 w_a = weight(x[1], y[2], y[1], x[2], clear, sure);
  const Double4 w_b = weight(x[2], y[0], y[2], x[0], clear, sure);
  const Double4 w_c = weight(x[0], y[1], y[0], x[1], clear, sure);
  const Double4 area = w_a + w_b + w_c;
  const Double4 height = (w_a * z[0] + w_b * z[1] + w_c * z[2]) / area;
  distance = height / packet.direction_z;

  // Weights seen from the side that the triangle faces: where one is negative the ray passes
  // beyond that side.
  const Mask4 turned = area < 0;
  const Double4 a = select(turned, -w_a, w_a), b = select(turned, -w_b, w_b),
                c = select(turned, -w_c, w_c);
  const Mask4 within = (a > 0) & (b > 0) & (c > 0);
  const Mask4 reached =
      (distance <= certainty.reach.inward) & (-distance <= certainty.reach.outward);
  inside = bits(within & sure & reached);
  const Mask4 least_a = (a < b) & (a < c), least_b = ~least_a & (b < c);
  unclear = bits(within & ~(sure & reached)) | bits(~((area > 0) | (area < 0)));
  across[1] = bits(~within & least_a);
  across[2] = bits(~within & least_b);
  across[0] = bits(~within & ~least_a & ~least_b);
}

template <bool k_in_order>
CONDYLE_INLINE void cross_body(ReadyRays& ready, const int* listed, int count,
                               const TriangleTree::Triangle* triangles,
                               const Certainty& certainty) {
  for (int first = 0; first < count; first += 4) {
    int at[4];
    for (int i = 0; i < 4; ++i) {
      const int place = std::min(first + i, count - 1);
      at[i] = k_in_order ? place : listed[place];
    }
    // In order a packet may read beyond the last ray, whose triangles must exist: at[] repeats it.
    const Packet packet = load<k_in_order>(ready, at, triangles);
    Double4 distance;
    unsigned inside, across[3], unclear;
    cross_packet(packet, certainty, distance, inside, across, unclear);
    if (k_in_order) store4(&ready.distance[first], distance);
    if (k_in_order && inside == 15) {
      constexpr std::uint8_t k_all_inside[4] = {k_inside, k_inside, k_inside, k_inside};
      __builtin_memcpy(&ready.outcome[first], k_all_inside, 4);
      continue;
    }
    for (int i = 0; i < std::min(4, count - first); ++i) {
      const unsigned lane = 1u << i;
      if (!k_in_order) ready.distance[at[i]] = distance[i];
      ready.outcome[at[i]] = unclear & lane     ? k_unclear
                             : inside & lane    ? k_inside
                             : across[0] & lane ? k_across_side_0
                             : across[1] & lane ? k_across_side_1
                                                : k_across_side_2;
    }
  }
}

#if defined(__x86_64__) && defined(__GNUC__)
#define CONDYLE_AVX2 __attribute__((target("avx2")))
const bool g_has_avx2 = __builtin_cpu_supports("avx2");
#else
#define CONDYLE_AVX2
const bool g_has_avx2 = false;
#endif
bool g_use_avx2 = g_has_avx2;

CONDYLE_AVX2 void make_ready_avx2(const RayArrays& rays, int first, int count, const PoseNumbers& X,
                                  ReadyRays& ready, int to) {
  make_ready_body(rays, first, count, X, ready, to);
}

template <bool k_in_order>
CONDYLE_AVX2 void cross_avx2(ReadyRays& ready, const int* listed, int count,
                             const TriangleTree::Triangle* triangles, const Certainty& certainty) {
  cross_body<k_in_order>(ready, listed, count, triangles, certainty);
}

}  // namespace

void ReadyRays::resize(std::size_t count) {
  count += 4;
  for (std::vector<double>* values :
       {&origin[0], &origin[1], &origin[2], &shear_x, &shear_y, &direction_z, &distance}) {
    values->resize(count);
  }
  axis_z.resize(count);
  triangle.resize(count);
  outcome.resize(count);
}

void use_simd_path(SimdPath path) { g_use_avx2 = g_has_avx2 && path == SimdPath::widest; }

void make_ready(const RayArrays& rays, int first, int count, const PoseNumbers& X, ReadyRays& ready,
                int to) {
  if (g_use_avx2) {
    make_ready_avx2(rays, first, count, X, ready, to);
  } else {
    make_ready_body(rays, first, count, X, ready, to);
  }
}

void cross_in_order(ReadyRays& ready, int count, std::span<const TriangleTree::Triangle> triangles,
                    const Certainty& certainty) {
  if (g_use_avx2) {
    cross_avx2<true>(ready, nullptr, count, triangles.data(), certainty);
  } else {
    cross_body<true>(ready, nullptr, count, triangles.data(), certainty);
  }
}

void cross_listed(ReadyRays& ready, std::span<const int> listed,
                  std::span<const TriangleTree::Triangle> triangles, const Certainty& certainty) {
  const int count = static_cast<int>(listed.size());
  if (g_use_avx2) {
    cross_avx2<false>(ready, listed.data(), count, triangles.data(), certainty);
  } else {
    cross_body<false>(ready, listed.data(), count, triangles.data(), certainty);
  }
}

}  // namespace condyle
