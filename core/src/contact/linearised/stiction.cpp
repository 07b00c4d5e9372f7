#include "core/src/contact/linearised/stiction.h"

#include <Eigen/Geometry>

#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/linearised/block_vectors.h"

namespace condyle {

using Eigen::Vector3d;

namespace {

double shear_modulus(double elastic_modulus, double poissons_ratio) {
  return elastic_modulus / (2 * (1 + poissons_ratio));
}

/// Newton's method alone cannot find where Coulomb friction holds: seen from slip, force hardly
/// depends on motion, so a pass from slip in one direction leads to slip in the opposite one. A
/// bristle that held at the start of the step is therefore taken to hold on, whatever force that
/// needs, and so is one that reverses. The next pass starts from there, and releases bristles whose
/// limit is exceeded.
BristleBlock::State next_state(BristleBlock& bristles, int lane, BristlePass pass, bool too_much,
                               const Vector3d& stretch) {
  constexpr int k_most_turns = 6;
  BristleBlock::State& state = bristles.state[lane];
  if (pass == BristlePass::again) return state;
  const bool held = state == BristleBlock::holds;
  if (!too_much || (held && pass == BristlePass::first)) return state = BristleBlock::holds;
  if (state == BristleBlock::slips && vector_at(bristles.along, lane).dot(stretch) < 0 &&
      bristles.turns[lane] < k_most_turns) {
    ++bristles.turns[lane];
    return state = BristleBlock::holds;
  }
  return state = BristleBlock::slips;
}

}  // namespace

double bristle_stiffness(const Layer& casting, const Layer& target,
                         const ContactSettings& settings) {
  if (settings.friction.stick_stiffness > 0) return settings.friction.stick_stiffness;
  if (settings.lumped && settings.formulation != Formulation::elastic_layer) {
    const double modulus = 0.5 * (casting.elastic_modulus + target.elastic_modulus);
    const double ratio = 0.5 * (casting.poissons_ratio + target.poissons_ratio);
    return shear_modulus(modulus, ratio) / (casting.thickness + target.thickness);
  }
  const auto compliance = [](const Layer& layer) {
    if (layer.use == LayerUse::rigid) return 0.0;
    return layer.thickness / shear_modulus(layer.elastic_modulus, layer.poissons_ratio);
  };
  return 1 / (compliance(casting) + compliance(target));
}

void linearise_bristles(const SurfacePair& pair, std::span<const ProximityHit> hits,
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
    const Vector3d& centroid = pair.casting->centroids()[c];
    put(holds ? Vector3d(centroid - found.X_CT * next->foot_T)
              : Vector3d(found.dt * (velocity.tail<3>() + turning.cross(centroid))),
        block.reach, lane);
    block.slip_speed[lane] = holds ? next->slip_speed : -1;
    if (holds) {
      block.state[lane] = next->slip_speed > 0 ? BristleBlock::slips : BristleBlock::holds;
      put(found.X_CT.linear() * next->stretch_T, block.along, lane);
    }
    block.stiffness[lane] = bristle_stiffness(
        pair.casting->layer(c), pair.target->layer(hit.target_triangle), pair.settings);
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

LinearisedFriction hold(const LinearisedTriangle& t, double normal_force, double stiffness,
                        const LinearisedLaw& law, const RelativeMotion& motion,
                        BristleBlock& bristles, int lane, const SlopeWanted& wanted) {
  double& slip_speed = bristles.slip_speed[lane];
  if (slip_speed < 0) slip_speed = slip_of(t, motion.velocity).norm();  // it newly touches
  const double mu = t.cover * holding_coefficient(curve_of(law.friction), slip_speed);
  const double limit = mu * normal_force;

  const Vector3d whole = vector_at(bristles.reach, lane) + motion.displacement.tail<3>() +
                         motion.displacement.head<3>().cross(t.rubs_at);
  const Vector3d stretch = whole - t.across.dot(whole) * t.across;
  const double length = stretch.norm();
  const bool too_much = stiffness * length > limit;
  const bool slips =
      next_state(bristles, lane, law.pass, too_much, stretch) == BristleBlock::slips && too_much;
  const double secant = slips ? limit / length : stiffness;

  LinearisedFriction result;
  result.force = secant * stretch;
  result.is_consistent = slips || !too_much;
  result.slope = wanted.dt * wanted.dt * secant * plane_across(t.across);
  if (slips) {
    const Vector3d along = stretch / length;
    result.by_normal = mu * along;
    if (wanted.exact) result.slope -= wanted.dt * wanted.dt * secant * along * along.transpose();
    put(along, bristles.along, lane);
  }
  const double kept = too_much ? limit / (stiffness * length) : 1.0;
  put(kept * stretch, bristles.stretch, lane);
  bristles.dragged[lane] = (1 - kept) * length;
  return result;
}

}  // namespace condyle
