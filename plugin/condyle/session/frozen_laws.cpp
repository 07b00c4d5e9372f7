#include "condyle/session/frozen_laws.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <vector>

#include "condyle/session/frozen_friction.h"
#include "condyle/session/frozen_lanes.h"
#include "condyle/session/frozen_mean.h"
#include "condyle/session/frozen_user.h"
#include "condyle/session/frozen_yield.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Vector6 wrench(const Vector3d& point, const Vector3d& force) {
  Vector6 w;
  w << point.cross(force), force;
  return w;
}

FrozenTriangle triangle_at_end(const FrozenBlock& block, int lane, const RelativeMotion& motion) {
  FrozenTriangle t;
  t.centroid = vector_at(block.centroid_C, lane);
  t.normal = vector_at(block.normal_C, lane);
  t.target_normal = motion.R_CT * vector_at(block.normal_T, lane);
  t.arm = motion.p_TC_C + t.centroid;
  t.inverse_cosine = 1 / bounded_cosine(t.normal.dot(t.target_normal));
  t.proximity = (t.arm.dot(t.target_normal) - block.plane_T[lane]) * t.inverse_cosine;
  return t;
}

/// Of the proximity: hit x direction, direction.
Vector6 gradient_of(const FrozenTriangle& t) {
  return wrench(t.centroid - t.proximity * t.normal, t.inverse_cosine * t.target_normal);
}

double rate_of(const Vector6& gradient, const Twist& V) {
  return gradient.head<3>().dot(V.angular) + gradient.tail<3>().dot(V.linear);
}

void place(FrozenBlock& block, const FrozenLaw& law, const YieldBlock* yield,
           const RelativeMotion& motion, double dt, Pressed& out) {
  out.touches = false;
  for (int lane = 0; lane < k_lanes; ++lane) {
    if (block.area[lane] == 0) continue;
    FrozenTriangle& t = out.triangle[lane] = triangle_at_end(block, lane, motion);
    block.proximity_at_end[lane] = out.deepest[lane] = t.proximity;
    if (law.takes_mean) {
      // Both ends by the rate: what the force does is then what the energy loses between them.
      out.gradient[lane] = gradient_of(t);
      out.rate[lane] = rate_of(out.gradient[lane], motion.V_TC_C);
      out.start[lane] = t.proximity - 0.5 * dt * out.rate[lane];
      out.end[lane] = t.proximity + 0.5 * dt * out.rate[lane];
      out.deepest[lane] = std::max(out.start[lane], out.end[lane]);
      block.proximity_at_end[lane] = out.end[lane];
      out.touches = out.touches || out.deepest[lane] > 0;
      continue;
    }
    if (!(t.proximity > 0)) continue;
    out.touches = true;
    out.gradient[lane] = gradient_of(t);
    out.rate[lane] = rate_of(
        out.gradient[lane],
        yield == nullptr ? motion.V_TC_C : with_drift(motion.V_TC_C, *yield, lane, motion.R_CT));
  }
}

/// The mean over the way from the start to the end.
void press_by_mean(const FrozenBlock& block, std::size_t b, const FrozenLaw& law, Pressed& out) {
  for (int lane = 0; lane < k_lanes; ++lane) {
    if (!is_touching(block, lane, out)) continue;
    const double rate = out.rate[lane];
    out.sample[lane] = mean_between(out.start[lane], out.end[lane], [&](double depth) {
      if (law.normal == nullptr) return foundation(block, b, lane, depth, rate, law);
      NormalSample sample;
      evaluate(*law.normal, law.dissipation, {&block.law_slope[lane], 1}, {&depth, 1}, {&rate, 1},
               {&sample, 1});
      return sample;
    });
  }
}

void press(const FrozenBlock& block, std::size_t b, const FrozenLaw& law, Pressed& out) {
  if (!out.touches) return;
  if (law.takes_mean) return press_by_mean(block, b, law, out);
  double depth[k_lanes] = {}, rate[k_lanes] = {};
  for (int lane = 0; lane < k_lanes; ++lane) {
    if (!is_touching(block, lane, out)) continue;
    depth[lane] = out.triangle[lane].proximity;
    rate[lane] = out.rate[lane];
    if (law.normal == nullptr)
      out.sample[lane] = foundation(block, b, lane, depth[lane], rate[lane], law);
  }
  if (law.normal != nullptr)
    evaluate(*law.normal, law.dissipation, block.law_slope, depth, rate, out.sample);
}

/// All blocks at the end of the step, and by which force per area each of their triangles presses.
std::span<const Pressed> press(std::span<FrozenBlock> blocks, const FrozenLaw& law,
                               const RelativeMotion& motion, double dt) {
  thread_local std::vector<Pressed> pressed;
  pressed.resize(blocks.size());
  const bool yields = !law.yields.empty();
  for (std::size_t b = 0; b < blocks.size(); ++b)
    place(blocks[b], law, yields ? &law.yields[b] : nullptr, motion, dt, pressed[b]);
  if (law.normal != nullptr && law.normal->kind == NormalLawKind::user)
    press_by_user(blocks, law, pressed);
  else if (yields)
    for (std::size_t b = 0; b < blocks.size(); ++b) press_yielding(blocks[b], b, law, pressed[b]);
  else
    for (std::size_t b = 0; b < blocks.size(); ++b) press(blocks[b], b, law, pressed[b]);
  if (law.friction.mode == FrictionMode::user) rub_by_user(blocks, law, motion, pressed);
  return pressed;
}

void add_slopes(const FrozenTriangle& t, const Vector6& gradient, double normal_slope,
                const FrozenFriction& friction, bool exact, Matrix6& slope) {
  const Vector3d& n = t.normal;
  const Vector6 row = wrench(t.centroid, exact ? Vector3d(n + friction.by_normal) : n);
  // A law whose damping falls with depth may have a falling slope: a safe matrix leaves that out.
  const double weight = exact ? normal_slope : std::max(0.0, normal_slope);
  slope.noalias() += weight * row * (exact ? gradient : wrench(t.centroid, n)).transpose();
  for (int k = 0; k < 3; ++k)
    slope.noalias() += wrench(t.centroid, friction.slope.col(k)) *
                       wrench(friction.moved, Vector3d::Unit(k)).transpose();
}

}  // namespace

NormalSample foundation(const FrozenBlock& block, std::size_t b, int lane, double depth,
                        double rate, const FrozenLaw& law) {
  const PressureSample elastic =
      law.nonlinear.empty()
          ? PressureSample{block.law_slope[lane] * depth, block.law_slope[lane]}
          : evaluate(law.nonlinear[b * k_lanes + static_cast<std::size_t>(lane)], depth);
  const double damping = 1.5 * law.dissipation, damped = 1 + damping * rate;
  if (!(damped > 0)) return {};
  return {elastic.pressure * damped, elastic.stiffness * damped, damping * elastic.pressure, 0};
}

FrozenSums sum_by_law(std::span<FrozenBlock> blocks, const FrozenLaw& law,
                      const RelativeMotion& motion, double dt, Linearisation linearisation) {
  const bool sticks = !law.bristles.empty();
  const SlopeWanted wanted{dt, linearisation == Linearisation::exact};
  const std::span<const Pressed> all = press(blocks, law, motion, dt);
  FrozenSums sums;
  for (YieldBlock& yield : law.yields)
    for (auto& axis : yield.force_C) std::fill(axis, axis + k_lanes, 0.0);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const Pressed& pressed = all[b];
    if (!pressed.touches) continue;
    for (int lane = 0; lane < k_lanes; ++lane) {
      if (!is_touching(blocks[b], lane, pressed)) continue;
      const double area = blocks[b].area[lane];
      const FrozenTriangle& t = pressed.triangle[lane];
      const NormalSample& sample = pressed.sample[lane];
      const double force = area * sample.force;
      FrozenFriction friction;
      const bool yields = !law.yields.empty();
      const Twist V =
          yields ? with_drift(motion.V_TC_C, law.yields[b], lane, motion.R_CT) : motion.V_TC_C;
      if (sticks) {
        friction = hold(t, force, area * law.bristles[b].stiffness[lane], law, motion,
                        law.bristles[b], lane, wanted);
      } else if (law.friction.mode == FrictionMode::user) {
        friction = rub(t, area, pressed.friction[lane], V, wanted);
      } else if (law.rubs()) {
        friction =
            yields ? rub_yielding(t, force, law.friction, V, law.yields[b].mobility[lane], wanted)
                   : rub(t, force, law.friction, V, wanted);
      }
      if (yields)
        put(-force * t.normal - friction.force, law.yields[b].force_C,
            static_cast<std::size_t>(lane));
      sums.settled = sums.settled && friction.settled;
      sums.wrench -= wrench(t.centroid, force * t.normal + friction.force);
      sums.normal_wrench -= wrench(t.centroid, force * t.normal);
      if (linearisation == Linearisation::none) continue;
      add_slopes(t, pressed.gradient[lane], dt * area * (dt * sample.by_depth + sample.by_rate),
                 friction, wanted.exact, sums.normal_slope);
    }
  }
  if (sticks) sums.normal_wrench = sums.wrench;
  return sums;
}

}  // namespace condyle
