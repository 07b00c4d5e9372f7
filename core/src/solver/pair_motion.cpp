#include "core/src/solver/pair_motion.h"

#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

EvenMotion mesh_motion(const Island& island, const GroupEnd& end, const PairSide& side,
                       bool is_free) {
  const StepMotion motion = island.group.motion(end);
  const Pose& X_WB = island.pose_of(end);
  EvenMotion mesh{X_WB * side.X_BS, X_WB.translation(), motion.velocity};
  if (is_free && end.body >= 0) {
    const Vector6& free = island.group.bodies[end.body].free_velocity;
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
  // Speed is convex over space: no point of the surface is faster than the fastest corner of its
  // box.
  const Matrix3d R_WS = X_WB.linear() * casting.X_BS.linear();
  const Vector3d half = 0.5 * casting.box_S.sizes();
  const Vector3d x = spin.cross(half.x() * R_WS.col(0)), y = spin.cross(half.y() * R_WS.col(1)),
                 z = spin.cross(half.z() * R_WS.col(2));
  const Vector3d middle =
      velocity + spin.cross(X_WB.linear() * (casting.X_BS * casting.box_S.center()));
  double squared = 0;
  for (const Vector3d& edge : {Vector3d(x + y), Vector3d(x - y)}) {
    for (const Vector3d& corner : {Vector3d(edge + z), Vector3d(edge - z)}) {
      squared = std::max(squared, (middle + corner).squaredNorm());
      squared = std::max(squared, (middle - corner).squaredNorm());
    }
  }
  double fastest = std::sqrt(squared);
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
