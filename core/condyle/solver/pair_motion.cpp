#include "condyle/solver/pair_motion.h"

#include <algorithm>

namespace condyle {
namespace {

using Eigen::Vector3d;

EvenMotion mesh_motion(const Island& island, const GroupEnd& end, const PairSide& side,
                       bool is_free) {
  const StepMotion motion = island.group.motion(end);
  const Pose& X_WB = island.pose_of(end);
  EvenMotion mesh{X_WB * side.X_BS, X_WB.translation(), motion.velocity};
  if (is_free && end.body >= 0) {
    const Vector6& free = island.group.bodies[static_cast<std::size_t>(end.body)].free_velocity;
    mesh.velocity = {free.head<3>(), free.tail<3>()};
  }
  return mesh;
}

}  // namespace

double travel(const Island& island, std::size_t p, double h) {
  const GroupPair& ends = island.group.pairs[p];
  return travel(island, p, island.group.motion(ends.casting), island.group.motion(ends.target), h);
}

double travel(const Island& island, std::size_t p, const StepMotion& C, const StepMotion& T,
              double h) {
  const PairSide& casting = island.pairs[p]->casting_side;
  const Pose& X_WB = island.pose_of(island.group.pairs[p].casting);
  const Vector3d spin = C.velocity.angular - T.velocity.angular;
  const Vector3d velocity =
      C.velocity.linear - T.velocity.linear - T.velocity.angular.cross(C.p_W - T.p_W);
  // Speed is convex over space: none of the surface is faster than a corner of its box.
  double fastest = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3d p_BP =
        casting.X_BS * casting.box_S.corner(static_cast<Eigen::AlignedBox3d::CornerType>(corner));
    fastest = std::max(fastest, (velocity + spin.cross(X_WB.linear() * p_BP)).norm());
  }
  for (const MovingVertices* vertices : {casting.vertices, island.pairs[p]->target_side.vertices})
    if (vertices) fastest += vertices->fastest();
  return h * fastest;
}

PairPath path(const Island& island, std::size_t p, bool is_free, double h) {
  const GroupPair& ends = island.group.pairs[p];
  return {mesh_motion(island, ends.casting, island.pairs[p]->casting_side, is_free),
          mesh_motion(island, ends.target, island.pairs[p]->target_side, is_free), h};
}

}  // namespace condyle
