#include "core/src/solver/linearised_bristles.h"

#include <Eigen/Geometry>

#include "core/src/contact/bristles.h"
#include "core/src/solver/block_vectors.h"

namespace condyle {

using Eigen::Vector3d;

void linearise_bristles(const ContactPair& pair, std::span<const ProximityHit> hits,
                        std::span<const Bristle> known, const LinearisedPoses& found,
                        const LinearisedGeometry& geometry, LinearisedBristles& bristles) {
  bristles.blocks.assign(geometry.blocks.size(), {});
  bristles.triangles.clear();
  bristles.is_evaluated = false;
  const Vector6 velocity = relative_motion(found, found.C, found.T).velocity;
  const Vector3d turning = velocity.head<3>();
  auto next = known.begin();
  geometry.for_each_linearised(hits, [&](const ProximityHit& hit, std::size_t i) {
    const int c = hit.casting_triangle;
    bristles.triangles.push_back(c);
    while (next != known.end() && next->casting_triangle < c) ++next;
    const bool holds = next != known.end() && next->casting_triangle == c;
    const auto [b, lane] = geometry.place(i);
    BristleBlock& block = bristles.blocks[b];
    const Vector3d& centroid = pair.casting().centroids()[c];
    put(holds ? Vector3d(centroid - found.X_CT * next->foot_T)
              : Vector3d(found.dt * (velocity.tail<3>() + turning.cross(centroid))),
        block.reach, lane);
    block.slip_speed[lane] = holds ? next->slip_speed : -1;
    if (holds) {
      block.state[lane] = next->slip_speed > 0 ? BristleBlock::slips : BristleBlock::holds;
      put(found.X_CT.linear() * next->stretch_T, block.along, lane);
    }
    block.stiffness[lane] = bristle_stiffness(
        pair.casting().layer(c), pair.target().layer(hit.target_triangle), pair.settings());
  });
}

void keep_bristles(const LinearisedBristles& bristles, const LinearisedGeometry& geometry,
                   bool by_pressure, const LinearisedPoses& found, const RelativeMotion& motion,
                   double dt, std::vector<Bristle>& kept) {
  for (std::size_t i = 0; i < bristles.triangles.size(); ++i) {
    const auto [b, lane] = geometry.place(i);
    const LinearisedBlock& block = geometry.blocks[b];
    const bool touches = by_pressure ? block.pressure[lane] > 0
                                     : block.proximity_at_end[lane] > block.depth_held_back[lane];
    if (!touches) continue;
    Bristle& bristle = kept.emplace_back();
    bristle.casting_triangle = bristles.triangles[i];
    bristle.stretch_T = found.X_TC.linear() * vector_at(bristles.blocks[b].stretch, lane);
    bristle.slip_speed = dt > 0 ? bristles.blocks[b].dragged[lane] / dt : 0.0;
    // Position of the centroid at the end, relative to the target.
    const Vector3d centroid = vector_at(block.rubs_at, lane);
    const Vector3d at_end = centroid + motion.displacement.tail<3>() +
                            Vector3d(motion.displacement.head<3>()).cross(centroid);
    bristle.foot_T = found.X_TC * at_end - bristle.stretch_T;
  }
}

}  // namespace condyle
