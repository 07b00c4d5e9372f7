#include "condyle/collision/leaf_rests.h"

#include <algorithm>
#include <bit>

#include "condyle/simd/double4.h"

namespace condyle {
namespace {

#if defined(__x86_64__) && defined(__GNUC__)
#define CONDYLE_AVX2 __attribute__((target("avx2")))
const bool g_has_avx2 = __builtin_cpu_supports("avx2");
#else
#define CONDYLE_AVX2
const bool g_has_avx2 = false;
#endif

}  // namespace

LeafRests::LeafRests(const RayTree& rays) {
  const std::size_t count = rays.leaves.size() + 3;
  for (int k = 0; k < 3; ++k) {
    center_C_[k].assign(count, 0);
    for (std::size_t i = 0; i < rays.leaves.size(); ++i) {
      center_C_[k][i] = rays.nodes[rays.leaves[i]].rays.center_C[k];
    }
    for (auto* values : {&began_[k], &middle_[k], &half_[k]}) values->assign(count, 0);
  }
  for (auto* values : {&radius_, &closing_, &path_, &turn_, &farthest_, &turned_}) {
    values->assign(count, 0);
  }
  wake_all();
}

/// The sum of turns may start anew: measured from one of before, leaves would seem to have turned
/// back, and would rest on.
void LeafRests::wake_all() {
  std::fill(closing_.begin(), closing_.end(), -1);
  std::fill(turned_.begin(), turned_.end(), 0);
}

void LeafRests::wake_beyond(double clear, int first, int last) {
  for (int leaf = first; leaf < last; ++leaf) {
    if (farthest_[leaf] > clear) end(leaf);
  }
}

void LeafRests::begin(int leaf, const Rest& rest, const SearchFrame& frame) {
  const PoseNumbers& X = frame.X_TC_numbers;
  for (int k = 0; k < 3; ++k) {
    began_[k][leaf] = X.R[k][0] * center_C_[0][leaf] + X.R[k][1] * center_C_[1][leaf] +
                      X.R[k][2] * center_C_[2][leaf] + X.p[k];
    const double low = rest.normals.lowest[k], high = rest.normals.highest[k];
    middle_[k][leaf] = 0.5 * (low + high);
    half_[k][leaf] = 0.5 * (high - low);
  }
  radius_[leaf] = rest.radius;
  closing_[leaf] = rest.closing;
  path_[leaf] = rest.path;
  turned_[leaf] = frame.turned;
  turn_[leaf] = frame.turned + rest.turn;
  farthest_[leaf] = rest.farthest;
}

CONDYLE_INLINE void LeafRests::list_body(int first, int last, const SearchFrame& frame,
                                         std::vector<int>& awake) const {
  const PoseNumbers& X = frame.X_TC_numbers;
  const Double4 turned = all4(frame.turned);
  for (int leaf = first; leaf < last; leaf += 4) {
    const Double4 x = load4(&center_C_[0][leaf]), y = load4(&center_C_[1][leaf]),
                  z = load4(&center_C_[2][leaf]);
    Double4 path = all4(0), along = all4(0), spread = all4(0);
    for (int k = 0; k < 3; ++k) {
      const Double4 now = X.R[k][0] * x + X.R[k][1] * y + X.R[k][2] * z + X.p[k];
      const Double4 moved = now - load4(&began_[k][leaf]), length = abs4(moved);
      path += length;
      along += load4(&middle_[k][leaf]) * moved;
      spread += load4(&half_[k][leaf]) * length;
    }
    const Double4 around = (turned - load4(&turned_[leaf])) * load4(&radius_[leaf]);
    const Double4 closed = abs4(along) + spread + around;
    const Mask4 rests = (closed < load4(&closing_[leaf])) & (path < load4(&path_[leaf])) &
                        (turned < load4(&turn_[leaf]));
    unsigned lanes = ~bits(rests) & 15u;
    if (last - leaf < 4) lanes &= (1u << (last - leaf)) - 1;
    for (; lanes != 0; lanes &= lanes - 1) awake.push_back(leaf + std::countr_zero(lanes));
  }
}

CONDYLE_AVX2 void LeafRests::list_avx2(int first, int last, const SearchFrame& frame,
                                       std::vector<int>& awake) const {
  list_body(first, last, frame, awake);
}

void LeafRests::list_awake(int first, int last, const SearchFrame& frame,
                           std::vector<int>& awake) const {
  if (g_has_avx2) return list_avx2(first, last, frame, awake);
  list_body(first, last, frame, awake);
}

}  // namespace condyle
