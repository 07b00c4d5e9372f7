#include "core/src/solver/far_pairs.h"

#include <algorithm>
#include <cmath>

#include "core/src/base/pose_inverse.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/laws/user_call.h"
#include "core/src/solver/island_search.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// Velocities may grow by this factor within a sub-step before a pair that was set aside is brought
/// back; pairs are set aside only if they have more room than that.
constexpr double k_spare = 1.25, k_spare_to_set_aside = 2;

/// The ball around one side of a pair, at the start of the sub-step.
struct Ball {
  const PairSide& side;
  const Pose& X_WB;
  Vector3d centre_W;
};

Ball ball_of(const Island& island, const GroupEnd& end, const PairSide& side) {
  const Pose& X_WB = island.pose_of(end);
  return {side, X_WB, X_WB * (side.X_BS * side.extent->centre)};
}

/// The greatest displacement [m] in a time `h` [s] that a point of one ball may make relative to
/// the body of the other. Bodies that turn far may make any.
double travel_of(const Ball& ball, const Twist& velocity, const Ball& other, const Twist& of_other,
                 double h) {
  constexpr double k_far_turn = 0.1;
  const double turn = h * (velocity.angular.norm() + of_other.angular.norm());
  if (ball.side.extent->is_endless || turn > k_far_turn) return INFINITY;
  const auto at_centre = [&](const Twist& u, const Pose& X_WB) -> Vector3d {
    return u.linear + u.angular.cross(ball.centre_W - X_WB.translation());
  };
  const Vector3d closing = at_centre(velocity, ball.X_WB) - at_centre(of_other, other.X_WB);
  const double spin = (velocity.angular - of_other.angular).norm();
  return h * (closing.norm() + spin * ball.side.extent->radius);
}

double gap_of_balls(const Ball& a, const Ball& b) {
  if (a.side.extent->is_endless || b.side.extent->is_endless) return -INFINITY;
  return (a.centre_W - b.centre_W).norm() - a.side.extent->radius - b.side.extent->radius;
}

/// How far a ball is from the box around another surface or from a half space, at least [m].
double gap_to_box(const Ball& ball, const Ball& other) {
  const Extent &extent = *ball.side.extent, &beyond = *other.side.extent;
  if (extent.is_endless || (beyond.is_endless && !beyond.is_half_space)) return -INFINITY;
  const Vector3d centre_B = inverse_of(other.X_WB) * ball.centre_W;
  const Vector3d centre_S = inverse_of(other.side.X_BS) * centre_B;
  const double to_centre =
      beyond.is_half_space ? centre_S.z() : beyond.box.exteriorDistance(centre_S);
  return to_centre - extent.radius;
}

/// Whether two sides stay apart for a time `h` [s] at velocities `spare` times as great.
bool stay_apart(const Ball& a, const Twist& of_a, const Ball& b, const Twist& of_b, double h,
                double spare) {
  const double travel = std::min(travel_of(a, of_a, b, of_b, h), travel_of(b, of_b, a, of_a, h));
  const double least = std::max(0.0, spare * travel);
  return gap_of_balls(a, b) > least || gap_to_box(a, b) > least || gap_to_box(b, a) > least;
}

Twist free_velocity(const Island& island, const GroupEnd& end) {
  if (end.body < 0) return island.group.motion(end).velocity;
  const Vector6& u = island.group.bodies[end.body].free_velocity;
  return {u.head<3>(), u.tail<3>()};
}

/// Whether the pair stays apart at the velocities solved so far.
bool is_apart(const Island& island, const FarPair& far, double h, double spare) {
  return stay_apart(ball_of(island, far.casting, far.pair->casting_side),
                    island.group.motion(far.casting).velocity,
                    ball_of(island, far.target, far.pair->target_side),
                    island.group.motion(far.target).velocity, h, spare);
}

bool is_apart_without_contact(const Island& island, const FarPair& far, double h) {
  return stay_apart(ball_of(island, far.casting, far.pair->casting_side),
                    free_velocity(island, far.casting),
                    ball_of(island, far.target, far.pair->target_side),
                    free_velocity(island, far.target), h, k_spare_to_set_aside);
}

/// Whether a sub-step changes nothing of a pair that stays apart.
bool is_at_peace(const PairStep& pair) {
  const PairAccount& account = pair.account_now;
  return pair.casting_side.extent && pair.target_side.extent && account.is_open &&
         account.held_back == 0 && account.borne == 0 && account.pressing.empty() &&
         !account.casting_entry && !account.target_entry && pair.elastic_now == 0 &&
         pair.bristles_now.empty() && !pair.touch_now.is_touching && !pair.casting_side.vertices &&
         !pair.target_side.vertices && !has_user_function(pair.pair.settings());
}

/// Leaves the pair without contact, to be searched once it is brought back.
void clear_contact(PairStep& pair) {
  pair.hits.clear();
  pair.pieces.clear();
  pair.linearised.linearise(pair.pair.evaluator().surfaces(), pair.hits, 0);
  pair.work = {};
  pair.reach = 0;
  pair.keeps_start = pair.follows_end = false;
}

/// Merges `pairs`, which are sorted by number, into the island's, and leaves them empty.
void merge(std::vector<FarPair>& pairs, Island& island) {
  std::size_t near = island.pairs.size(), to = near + pairs.size();
  island.pairs.resize(to);
  island.group.pairs.resize(to);
  while (!pairs.empty()) {
    const FarPair& far = pairs.back();
    --to;
    if (near > 0 && island.group.pairs[near - 1].number > far.number) {
      --near;
      island.pairs[to] = island.pairs[near];
      island.group.pairs[to] = island.group.pairs[near];
      continue;
    }
    island.pairs[to] = far.pair;
    island.group.pairs[to] = {far.casting, far.target, &far.pair->linearised, {}, -1, far.number};
    pairs.pop_back();
  }
}

void place_without_contact(const Island& island, const FarPair& far) {
  StepMotion casting, target;
  casting.p_W = island.pose_of(far.casting).translation();
  target.p_W = island.pose_of(far.target).translation();
  PairStep& pair = *far.pair;
  pair.X_WC = island.pose_of(far.casting) * pair.casting_side.X_BS;
  pair.X_WT = island.pose_of(far.target) * pair.target_side.X_BS;
  pair.X_CT_found = pair.linearised.place(casting, target, 0, pair.X_WC, pair.X_WT);
}

}  // namespace

void set_far_pairs_aside(Island& island, double h) {
  bring_near_pairs_back(island, h);
  if (island.is_explicit() || keeps_motion(island)) return;
  std::size_t near = 0;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    PairStep& pair = *island.pairs[p];
    const GroupPair& ends = island.group.pairs[p];
    const FarPair far{ends.number, ends.casting, ends.target, &pair};
    if (is_at_peace(pair) && is_apart(island, far, h, k_spare_to_set_aside) &&
        is_apart_without_contact(island, far, h)) {
      clear_contact(pair);
      island.far_pairs.push_back(far);
      continue;
    }
    if (near != p) {
      island.pairs[near] = island.pairs[p];
      island.group.pairs[near] = ends;
    }
    ++near;
  }
  island.pairs.resize(near);
  island.group.pairs.resize(near);
  std::ranges::sort(island.far_pairs, {}, &FarPair::number);
}

void bring_near_pairs_back(Island& island, double h) {
  std::vector<FarPair>& far = island.far_pairs;
  const auto first = std::stable_partition(far.begin(), far.end(), [&](const FarPair& pair) {
    return is_apart(island, pair, h, k_spare);
  });
  std::vector<FarPair> near(first, far.end());
  far.erase(first, far.end());
  merge(near, island);
}

void bring_all_pairs_back(Island& island) {
  for (const FarPair& far : island.far_pairs) place_without_contact(island, far);
  merge(island.far_pairs, island);
}

}  // namespace condyle
