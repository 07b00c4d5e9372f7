#include "core/src/solver/island.h"

#include <algorithm>

namespace condyle {

Pose pose_before(const Pose& X_WB, const Twist& velocity, double time) {
  Pose X = X_WB;
  X.translation() -= time * velocity.linear;
  X.linear() = rotation_by(-time * velocity.angular) * X.linear();
  return X;
}

void Island::clear() {
  group.bodies.clear();
  group.given.clear();
  group.pairs.clear();
  group.strands.clear();
  movers.clear();
  bodies_in_contact = 0;
  given_bodies.clear();
  pairs.clear();
  far_pairs.clear();
  strands.clear();
  vertices.clear();
  events.clear();
  division = {};
}

GroupEnd Island::add(const Mover& mover) {
  ++bodies_in_contact;
  return add_joined(mover);
}

GroupEnd Island::add_joined(const Mover& mover) {
  GroupEnd end;
  end.body = static_cast<int>(movers.size());
  movers.push_back(mover);
  group.bodies.emplace_back();
  group.bodies.back().free_velocity = mover.start_velocity + mover.external;
  return end;
}

GroupEnd Island::add(const GivenBody& given) {
  GroupEnd end;
  end.given = static_cast<int>(given_bodies.size());
  given_bodies.push_back(given);
  group.given.emplace_back().velocity = given.velocity;
  return end;
}

void Island::add(PairStep& pair, const GroupEnd& casting, const GroupEnd& target) {
  pairs.push_back(&pair);
  for (MovingVertices* moving : {pair.casting_side.vertices, pair.target_side.vertices})
    if (moving && std::ranges::find(vertices, moving) == vertices.end()) vertices.push_back(moving);
  const int number = static_cast<int>(group.pairs.size());
  group.pairs.push_back({casting, target, &pair.linearised, {}, -1, number});
}

void Island::add(StrandStep& strand) {
  strands.push_back(&strand);
  group.strands.push_back({strand.ends, &strand.linearised});
}

Vector6 Island::velocity_of(const GroupEnd& end) const {
  if (end.body >= 0) return movers[end.body].velocity;
  const Twist& given = given_bodies[end.given].velocity;
  Vector6 velocity;
  velocity << given.angular, given.linear;
  return velocity;
}

}  // namespace condyle
