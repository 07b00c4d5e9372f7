#include "core/src/contact/linearised/linearised_laws.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <vector>

#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/laws/law_lanes.h"
#include "core/src/contact/linearised/block_vectors.h"
#include "core/src/contact/linearised/linearised_friction.h"
#include "core/src/contact/linearised/linearised_user.h"
#include "core/src/contact/linearised/linearised_vertices.h"
#include "core/src/contact/linearised/stiction.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

void place(LinearisedBlock& block, const VertexBlock* vertices, const RelativeMotion& motion,
           Pressed& out) {
  out.touches = false;
  for (int lane = 0; lane < k_lanes; ++lane) {
    if (block.area[lane] == 0) continue;
    const Vector6 gradient = gradient_of(block, lane);
    const double proximity = block.proximity[lane] + gradient.dot(motion.displacement);
    const double depth = proximity - block.depth_held_back[lane];
    block.pressure[lane] = 0;
    put(Vector3d::Zero(), block.traction, lane);
    block.proximity_at_end[lane] = proximity;
    out.depth[lane] = depth;
    if (!(depth > 0)) continue;
    out.touches = true;
    out.triangle[lane] = triangle_of(block, lane);
    out.softening[lane] = 1;
    out.rate[lane] = gradient.dot(
        vertices == nullptr ? motion.velocity : with_drift(motion.velocity, *vertices, lane));
  }
}

void press(const LinearisedBlock& block, std::size_t b, const LinearisedLaw& law, Pressed& out) {
  if (!out.touches) return;
  double depth[k_lanes] = {}, rate[k_lanes] = {};
  for (int lane = 0; lane < k_lanes; ++lane) {
    if (!is_touching(block, lane, out)) continue;
    depth[lane] = out.triangle[lane].depth;
    rate[lane] = out.rate[lane];
    if (law.normal == nullptr)
      out.sample[lane] = foundation(block, b, lane, depth[lane], rate[lane], law);
  }
  if (law.normal != nullptr)
    evaluate(*law.normal, law.dissipation, block.law_slope, depth, rate, out.sample);
}

/// Evaluates all blocks at the end of the step: the normal force per area of each triangle.
std::span<const Pressed> press(std::span<LinearisedBlock> blocks, const LinearisedLaw& law,
                               const RelativeMotion& motion) {
  thread_local std::vector<Pressed> pressed;
  pressed.resize(blocks.size());
  const bool compliant = !law.vertices.empty();
  for (std::size_t b = 0; b < blocks.size(); ++b)
    place(blocks[b], compliant ? &law.vertices[b] : nullptr, motion, pressed[b]);
  if (law.asks_user())
    press_by_user(blocks, law, pressed);
  else if (compliant)
    for (std::size_t b = 0; b < blocks.size(); ++b) press_compliant(blocks[b], b, law, pressed[b]);
  else
    for (std::size_t b = 0; b < blocks.size(); ++b) press(blocks[b], b, law, pressed[b]);
  if (law.friction.mode == FrictionMode::user) rub_by_user(blocks, law, motion, pressed);
  return pressed;
}

/// Writes what a report reads of one triangle, the `number`-th of all lanes.
void report(const LinearisedTriangle& t, double area, const NormalSample& sample, double softening,
            const LinearisedFriction& friction, std::size_t number, const LinearisedLaw& law) {
  ContactBlock& out = law.reported[number / ContactBlock::k_most];
  const int i = static_cast<int>(number % ContactBlock::k_most);
  out.pressure[i] = sample.force;
  out.stiffness[i] = sample.by_depth / softening;
  out.normal_damping[i] = sample.by_rate / softening;
  out.potential_energy[i] = area * sample.energy;
  put(t.at, out.centroid, i);  // of a patch; of triangles it is written later
  put(wrench(t.at, t.along), out.gradient, i);
  report_friction(t, area, -friction.force / area, friction.drag / area, out, i);
}

void add_slopes(const LinearisedTriangle& t, const Vector6& gradient, double normal_slope,
                const LinearisedFriction& friction, bool exact, LinearisedSums& sums) {
  Vector6 row = wrench(t.at, t.along);
  if (exact) row += wrench(t.rubs_at, friction.by_normal);
  // The slope may be negative if a law's damping falls with depth; a safe matrix omits that.
  const double weight = exact ? normal_slope : std::max(0.0, normal_slope);
  sums.normal_slope.noalias() +=
      weight * row * (exact ? gradient : wrench(t.at, t.along)).transpose();
  for (int k = 0; k < 3; ++k)
    sums.slip_slope.noalias() +=
        wrench(t.rubs_at, friction.slope.col(k)) * wrench(t.rubs_at, Vector3d::Unit(k)).transpose();
}

}  // namespace

NormalSample foundation(const LinearisedBlock& block, std::size_t b, int lane, double depth,
                        double rate, const LinearisedLaw& law) {
  const PressureSample elastic =
      law.nonlinear.empty()
          ? PressureSample{block.law_slope[lane] * depth, block.law_slope[lane],
                           0.5 * block.law_slope[lane] * depth * depth}
          : evaluate(law.nonlinear_at(b * k_lanes + static_cast<std::size_t>(lane)), depth);
  const NormalPressure<double> pressed =
      with_dissipation(law.dissipation, elastic.pressure, elastic.stiffness, rate);
  return {pressed.pressure, pressed.by_depth, pressed.by_rate, elastic.energy_density};
}

LinearisedSums sum_by_law(std::span<LinearisedBlock> blocks, const LinearisedLaw& law,
                          const RelativeMotion& motion, double dt, Linearisation linearisation) {
  const bool sticks = !law.bristles.empty();
  const SlopeWanted wanted{dt, linearisation == Linearisation::exact};
  const std::span<const Pressed> all = press(blocks, law, motion);
  LinearisedSums sums;
  std::ranges::fill(law.reported, ContactBlock{});  // triangles that graze are not touching
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const Pressed& pressed = all[b];
    if (!pressed.touches) continue;
    for (int lane = 0; lane < k_lanes; ++lane) {
      if (!is_touching(blocks[b], lane, pressed)) continue;
      sums.touch = true;
      const double area = blocks[b].area[lane];
      const LinearisedTriangle& t = pressed.triangle[lane];
      const NormalSample& sample = pressed.sample[lane];
      const double force = area * sample.force;
      LinearisedFriction friction;
      const bool compliant = !law.vertices.empty();
      const Vector6 V =
          compliant ? with_drift(motion.velocity, law.vertices[b], lane) : motion.velocity;
      if (sticks) {
        friction = hold(t, force, area * law.bristles[b].stiffness[lane], law, motion,
                        law.bristles[b], lane, wanted);
      } else if (law.friction.mode == FrictionMode::user) {
        friction = rub(t, area, pressed.friction[lane], V, wanted);
      } else if (law.rubs()) {
        friction = compliant ? rub_compliant(t, force, law.friction, V,
                                             law.vertices[b].mobility[lane], wanted)
                             : rub(t, force, law.friction, V, wanted);
      }
      blocks[b].pressure[lane] = sample.force;
      put(-friction.force / area, blocks[b].traction, lane);
      if (!law.reported.empty())
        report(t, area, sample, pressed.softening[lane], friction,
               b * k_lanes + static_cast<std::size_t>(lane), law);
      sums.users_energy += area * sample.energy;
      sums.is_consistent = sums.is_consistent && friction.is_consistent;
      sums.wrench -= wrench(t.at, force * t.along) + wrench(t.rubs_at, friction.force);
      if (linearisation == Linearisation::none) continue;
      add_slopes(t, gradient_of(blocks[b], lane),
                 dt * area * (dt * sample.by_depth + sample.by_rate), friction, wanted.exact, sums);
    }
  }
  return sums;
}

}  // namespace condyle
