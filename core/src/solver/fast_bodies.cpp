#include "core/src/solver/fast_bodies.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/src/base/pose_inverse.h"
#include "core/src/solver/island_bodies.h"
#include "core/src/solver/pair_motion.h"
#include "core/src/solver/pair_path.h"
#include "core/src/solver/pair_search.h"

namespace condyle {
namespace {

/// How far the box of one side is at least from a ball around the other's [m]; 0 or less if they
/// may touch. `X_AB`: pose of B's surface in the frame of A's.
double gap_to_ball(const PairSide& A, const PairSide& B, const Pose& X_AB) {
  if (A.box_S.isEmpty() || B.box_S.isEmpty()) return 0;  // a surface without end
  const double radius = 0.5 * B.box_S.sizes().norm();
  return A.box_S.exteriorDistance(Eigen::Vector3d(X_AB * B.box_S.center())) - radius;
}

double gap(const PairStep& pair, const PairPath& path, double time) {
  const Pose X_CT = inverse_of(path.casting.pose(time)) * path.target.pose(time);
  return std::max(gap_to_ball(pair.casting_side, pair.target_side, X_CT),
                  gap_to_ball(pair.target_side, pair.casting_side, inverse_of(X_CT)));
}

/// The path of a pair that is apart and may pass by or through the other body in a (sub-)step
/// unseen.
struct UnforeseenPath {
  PairPath path;
  double distance;    ///< no point moves farther [m]
  double most_looks;  ///< limit on the number of poses to look at
};

/// Two times on a path, one shortly after the other. The pair is apart at the first and touches at
/// the second.
struct TouchBetween {
  double apart, touching;
};

/// Where a pair that is apart touches on its path. Looks wherever the bodies' boxes meet, at poses
/// no further apart than half of the thickness that bodies would have to pass through, and than
/// half of the greatest overlap that counts: a casting mesh with large triangles may see no other.
std::optional<TouchBetween> find_touch(PairStep& pair, const UnforeseenPath& fast,
                                       const PressedIn& pressed = {}) {
  const auto& [path, distance, most_looks] = fast;
  const double thin = std::max(pair.casting_side.box_S.sizes().minCoeff(),
                               pair.target_side.box_S.sizes().minCoeff());
  const double seen = 0.5 * std::min(thin, pair.pair.settings().max_proximity);
  const double stride = std::max(seen, distance / most_looks);
  const double per_metre = path.duration / distance;
  double before = 0, apart = gap(pair, path, 0);
  while (before < path.duration) {
    const double time = std::min(path.duration, before + per_metre * std::max(stride, apart));
    apart = gap(pair, path, time);
    if (apart <= 0 && touches(pair.pair, path, 0, time, pressed)) return TouchBetween{before, time};
    before = time;
  }
  return {};
}

/// The path of a pair, free or as the passes have led it, if it moves farther in a (sub-)step than
/// rays look.
std::optional<UnforeseenPath> far_path(const Island& island, std::size_t p, bool is_free,
                                       double h) {
  const PairStep& pair = *island.pairs[p];
  const StepMotion C = free_motion(island, island.group.pairs[p].casting, h);
  const StepMotion T = free_motion(island, island.group.pairs[p].target, h);
  const double distance = is_free ? travel(island, p, C, T, h) : travel(island, p, h);
  if (distance <= reach_limit(pair)) return {};
  // A step looks once at its whole path and then, if it is divided, at its parts.
  constexpr double k_most_looks = 4096, k_most_in_part = 32;
  return UnforeseenPath{path(island, p, is_free, h), distance,
                        std::max(k_most_in_part, k_most_looks / island.division.substeps)};
}

/// Rays foresee the touch of a pair that is apart well enough if they are near, but not across a
/// path of many layers, along which the bodies may turn.
std::optional<UnforeseenPath> unforeseen(const Island& island, std::size_t p, double h) {
  constexpr double k_foreseen_layers = 32;
  const PairStep& pair = *island.pairs[p];
  const auto fast = far_path(island, p, true, h);
  if (!fast || fast->distance > k_foreseen_layers * layers(pair)) return fast;
  const StepMotion C = free_motion(island, island.group.pairs[p].casting, h);
  const StepMotion T = free_motion(island, island.group.pairs[p].target, h);
  return pair.linearised.foresees_touch(C, T) ? std::nullopt : fast;
}

}  // namespace

int finer_to_meet(Island& island, double h) {
  int finer = 1;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    PairStep& pair = *island.pairs[p];
    const auto fast = touches_where_found(pair) ? std::nullopt : unforeseen(island, p, h);
    const double finest = fast ? fast->distance / reach_limit(pair) : 1;
    if (finest > finer && find_touch(pair, *fast))
      finer = static_cast<int>(std::min(1e6, std::ceil(finest)));
  }
  return finer;
}

double touch_of_fast(Island& island, double h) {
  double first = h;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    PairStep& pair = *island.pairs[p];
    const PairAccount& account = pair.account_now;
    const bool touches = touches_where_found(pair);
    PressedIn pressed;
    if (touches) pressed = {account.pressing, account.deepest, 0.5 * reach_limit(pair)};
    const auto fast = touches ? far_path(island, p, true, h) : unforeseen(island, p, h);
    const auto touch = fast ? find_touch(pair, *fast, pressed) : std::nullopt;
    if (!touch || touch->apart >= first) continue;
    const PairPath last = part_of(fast->path, touch->apart, touch->touching);
    first = std::min(first, touch->apart + find_meeting(pair.pair, last, 0, pressed).time);
  }
  return first;
}

double too_deep_after(Island& island, double h) {
  double first = h;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    PairStep& pair = *island.pairs[p];
    const PressedIn pressed{pair.account_now.pressing, pair.account_now.deepest,
                            0.5 * layers(pair)};
    const auto fast = far_path(island, p, false, h);
    const auto deep = fast ? find_touch(pair, *fast, pressed) : std::nullopt;
    if (deep) first = std::min(first, deep->touching);
  }
  return first;
}

}  // namespace condyle
