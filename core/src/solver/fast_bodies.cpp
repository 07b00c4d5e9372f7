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
std::optional<TouchBetween> find_touch(PairStep& pair, const UnforeseenPath& fast) {
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
    if (apart <= 0 && touches(pair.pair, path, 0, time)) return TouchBetween{before, time};
    before = time;
  }
  return {};
}

std::optional<UnforeseenPath> unforeseen(const Island& island, std::size_t p, double h) {
  constexpr double k_foreseen_layers = 32;
  const PairStep& pair = *island.pairs[p];
  const StepMotion C = free_motion(island, island.group.pairs[p].casting, h);
  const StepMotion T = free_motion(island, island.group.pairs[p].target, h);
  const double distance = travel(island, p, C, T, h);
  if (distance <= reach_limit(pair) || touches_where_found(pair)) return {};
  // Rays foresee a touch well enough if they are near, but not across a path of many layers, along
  // which the bodies may turn.
  if (distance <= k_foreseen_layers * layers(pair) && pair.linearised.foresees_touch(C, T))
    return {};
  // A step looks once at its whole path and then, if it is divided, at its parts.
  constexpr double k_most_looks = 4096, k_most_in_part = 32;
  return UnforeseenPath{path(island, p, true, h), distance,
                        std::max(k_most_in_part, k_most_looks / island.division.substeps)};
}

/// Calls use(pair, path) for each pair with such a path.
template <class Use>
void for_each_unforeseen(Island& island, double h, const Use& use) {
  for (std::size_t p = 0; p < island.pairs.size(); ++p)
    if (const auto fast = unforeseen(island, p, h)) use(*island.pairs[p], *fast);
}

}  // namespace

int finer_to_meet(Island& island, double h) {
  int finer = 1;
  for_each_unforeseen(island, h, [&finer](PairStep& pair, const UnforeseenPath& fast) {
    const double finest = fast.distance / reach_limit(pair);
    if (finest > finer && find_touch(pair, fast))
      finer = static_cast<int>(std::min(1e6, std::ceil(finest)));
  });
  return finer;
}

double touch_of_fast(Island& island, double h) {
  double first = 0;
  for_each_unforeseen(island, h, [&first](PairStep& pair, const UnforeseenPath& fast) {
    const std::optional<TouchBetween> touch = find_touch(pair, fast);
    if (!touch || (first > 0 && touch->apart >= first)) return;
    const PairPath last = part_of(fast.path, touch->apart, touch->touching);
    const double time = touch->apart + find_meeting(pair.pair, last, 0).time;
    if (first == 0 || time < first) first = time;
  });
  return first;
}

}  // namespace condyle
