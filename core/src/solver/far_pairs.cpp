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
/// back.
constexpr double k_spare = 1.25;

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

/// The room between two sides that stay apart for a time `h` [s] at velocities `spare` times as
/// great [m]; 0 if they may not.
double room_between(const Ball& a, const Twist& of_a, const Ball& b, const Twist& of_b, double h,
                    double spare) {
  const double travel = std::min(travel_of(a, of_a, b, of_b, h), travel_of(b, of_b, a, of_a, h));
  double room = gap_of_balls(a, b);
  if (!(room > spare * travel)) room = std::max({room, gap_to_box(a, b), gap_to_box(b, a)});
  return room > spare * travel ? std::max(0.0, room) : 0;
}

Twist free_velocity(const Island& island, const GroupEnd& end) {
  if (end.body < 0) return island.group.motion(end).velocity;
  const Vector6& u = island.group.bodies[end.body].free_velocity;
  return {u.head<3>(), u.tail<3>()};
}

/// The room of the pair at the velocities solved so far.
double room_of(const Island& island, const FarPair& far, double h, double spare) {
  return room_between(ball_of(island, far.casting, far.pair->casting_side),
                      island.group.motion(far.casting).velocity,
                      ball_of(island, far.target, far.pair->target_side),
                      island.group.motion(far.target).velocity, h, spare);
}

double room_without_contact(const Island& island, const FarPair& far, double h) {
  return room_between(ball_of(island, far.casting, far.pair->casting_side),
                      free_velocity(island, far.casting),
                      ball_of(island, far.target, far.pair->target_side),
                      free_velocity(island, far.target), h, k_spare);
}

void find_speeds(Island& island) {
  const auto add = [&island](const StepMotion& motion) {
    island.speeds.push_back({motion.velocity.linear.norm(), motion.velocity.angular.norm()});
  };
  island.speeds.clear();
  for (const StepMotion& motion : island.group.motions) add(motion);
  for (const StepMotion& motion : island.group.given) add(motion);
}

/// Bound on the speed at which two surfaces approach [m/s]. Call find_speeds() before.
double closing_speed(const Island& island, const FarPair& far) {
  const auto speed = [&island](const GroupEnd& end, double radius) {
    const BodySpeed& body =
        end.body >= 0
            ? island.speeds[end.body]
            : island.speeds[island.group.bodies.size() + static_cast<std::size_t>(end.given)];
    return body.linear + body.angular * radius;
  };
  return speed(far.casting, far.casting_radius) + speed(far.target, far.target_radius);
}

/// Whether the pair stays apart at the velocities solved so far. Looks at what is known of its
/// room, and at its surfaces only if that is not enough.
bool stays_apart(const Island& island, FarPair& far, double h) {
  if (far.room > k_spare * h * closing_speed(island, far)) return true;
  far.room = room_of(island, far, h, k_spare);
  return far.room > 0;
}

double radius_from_centre(const PairSide& side) {
  constexpr double k_without_end = 1e100;
  return side.extent->is_endless ? k_without_end
                                 : (side.X_BS * side.extent->centre).norm() + side.extent->radius;
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
    FarPair far{ends.number, ends.casting, ends.target, &pair};
    if (is_at_peace(pair) && room_without_contact(island, far, h) > 0)
      far.room = room_of(island, far, h, k_spare);
    if (far.room > 0) {
      far.casting_radius = radius_from_centre(pair.casting_side);
      far.target_radius = radius_from_centre(pair.target_side);
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
  if (far.empty()) return;
  find_speeds(island);
  bool all_stay = true;
  for (FarPair& pair : far) all_stay &= stays_apart(island, pair, h);
  if (all_stay) return;
  const auto has_room = [](const FarPair& pair) { return pair.room > 0; };
  const auto first = std::stable_partition(far.begin(), far.end(), has_room);
  std::vector<FarPair> near(first, far.end());
  far.erase(first, far.end());
  merge(near, island);
}

void note_motion_of_far_pairs(Island& island, double h) {
  if (island.far_pairs.empty()) return;
  find_speeds(island);
  for (FarPair& far : island.far_pairs) far.room -= h * closing_speed(island, far);
}

void bring_all_pairs_back(Island& island) {
  for (const FarPair& far : island.far_pairs) place_without_contact(island, far);
  merge(island.far_pairs, island);
}

}  // namespace condyle
