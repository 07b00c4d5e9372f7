#include "condyle/solver/frozen_sums.h"

#include <cmath>
#include <optional>

#include "condyle/solver/frozen_lanes.h"
#include "condyle/solver/frozen_laws.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

CONDYLE_INLINE Double4 root(Double4 squared) {
  return Double4{std::sqrt(squared[0]), std::sqrt(squared[1]), std::sqrt(squared[2]),
                 std::sqrt(squared[3])};
}

/// What four triangles of a block feel.
struct Forces {
  Double4 proximity;            ///< at the end
  Double4 pressure, law_slope;  ///< of the elastic law
  Double4 force, normal_slope;  ///< pressure times area; its slope by proximity and its rate
  Vectors at, along;            ///< where it acts, and minus its direction per `force`
  Vectors rubs_at, across;      ///< where friction acts, and across which normal
  Vectors slip;                 ///< velocity there, across that normal
  Double4 cover;                ///< area that rubs over the casting triangle's
  Double4 secant;               ///< friction's coefficient over slip speed, times the cover
};

struct alignas(64) NormalSlopeSums {
  BlockRow rows[36] = {};
};
struct alignas(64) SlipSlopeSums {
  BlockRow force[6] = {}, moment[9] = {}, turn[6] = {};
};

/// Sums by lane, of minus the forces. Most pairs touch nowhere, and clearing all takes as long as
/// looking at them: what is not asked for is not there.
struct alignas(64) LaneSums {
  bool touch = false;
  BlockRow wrench[6] = {};
  std::optional<NormalSlopeSums> normal_slope;
  std::optional<SlipSlopeSums> slip_slope;

  void begin(const FrozenLaw& law, Linearisation linearisation) {
    touch = true;
    if (linearisation == Linearisation::none) return;
    normal_slope.emplace();
    if (law.rubs()) slip_slope.emplace();
  }
};

/// Proximities at the end. Says whether any of the triangles touches.
CONDYLE_INLINE bool find_proximities(FrozenBlock& block, int at, const Motion& m, Forces& f) {
  f.proximity = load4(&block.proximity[at]) + along_gradient(block, at, m.a, m.s);
  store4(&block.proximity_at_end[at], f.proximity);
  const bool touches = bits(f.proximity > 0) != 0;
  if (!touches) store4(&block.pressure[at], Double4{});
  return touches;
}

CONDYLE_INLINE void press(const FrozenBlock& block, int at, Forces& f) {
  f.law_slope = select(f.proximity > 0, load4(&block.law_slope[at]), Double4{});
  f.pressure = f.law_slope * f.proximity;
}

CONDYLE_INLINE void press(const PressureLaw* laws, Forces& f) {
  for (int l = 0; l < 4; ++l) {
    const PressureSample sample = evaluate(laws[l], f.proximity[l]);
    f.pressure[l] = sample.pressure;
    f.law_slope[l] = sample.stiffness;
  }
}

/// Pressure with dissipation, and its slope.
CONDYLE_INLINE void damp(FrozenBlock& block, int at, const FrozenLaw& law, const Motion& m,
                         double dt, Forces& f) {
  const NormalPressure<Double4> pressed = with_dissipation(
      law.dissipation, f.pressure, f.law_slope, along_gradient(block, at, m.w, m.v));
  const Double4 area = load4(&block.area[at]);
  store4(&block.pressure[at], pressed.pressure);
  f.pressure = pressed.pressure;
  f.force = pressed.pressure * area;
  f.normal_slope = dt * area * (dt * pressed.by_depth + pressed.by_rate);
  f.at = load(block.at, at);
  f.along = load(block.along, at);
}

CONDYLE_INLINE void rub(FrozenBlock& block, int at, const Motion& m, const Friction& friction,
                        Forces& f) {
  f.rubs_at = load(block.rubs_at, at);
  f.across = load(block.across, at);
  f.cover = load4(&block.cover[at]);
  const Vectors& c = f.rubs_at;
  const Vectors v{m.v[0] + m.w[1] * c.z - m.w[2] * c.y, m.v[1] + m.w[2] * c.x - m.w[0] * c.z,
                  m.v[2] + m.w[0] * c.y - m.w[1] * c.x};
  f.slip = minus(v, dot(f.across, v), f.across);
  f.secant = f.cover * friction_coefficient_over_speed(friction, root(dot(f.slip, f.slip)));
  store(times(-(f.pressure * f.secant), f.slip), block.traction, at);
}

/// (point x f, f) for a force f.
struct Wrenches {
  Double4 part[6];
};
CONDYLE_INLINE Wrenches wrenches(const Vectors& point, const Vectors& force) {
  const Vectors moment = cross(point, force);
  return {{moment.x, moment.y, moment.z, force.x, force.y, force.z}};
}

template <int n>
CONDYLE_INLINE void add(BlockRow (&sums)[n], int at, const Double4 (&terms)[n]) {
  for (int i = 0; i < n; ++i) add_to(sums[i], at, terms[i]);
}

/// Friction's slope by the velocity of its point is the symmetric S = drag (1 - n n^T), n the normal
/// that it rubs across, plus, exact, what speed changes of the coefficient. About the origin it is
/// [c S c^T, c S; (c S)^T, S] with c the cross matrix of the point; turn, moment and force keep
/// these sums.
CONDYLE_INLINE void add_slip_slope(const Friction& friction, double dt, bool exact, int at,
                                   const Forces& f, SlipSlopeSums& sums) {
  const Vectors &n = f.across, &s = f.slip, &c = f.rubs_at;
  const Double4 drag = dt * f.force * f.secant;
  const Double4 squared = dot(s, s);
  const Double4 slope =
      dt * f.force * f.cover * rising_friction_slope(friction, root(squared));
  const Double4 change =
      exact ? select(squared > 0, (slope - drag) / squared, Double4{}) : Double4{};
  const Double4 xx = drag * (1 - n.x * n.x) + change * s.x * s.x;
  const Double4 xy = change * s.x * s.y - drag * n.x * n.y;
  const Double4 xz = change * s.x * s.z - drag * n.x * n.z;
  const Double4 yy = drag * (1 - n.y * n.y) + change * s.y * s.y;
  const Double4 yz = change * s.y * s.z - drag * n.y * n.z;
  const Double4 zz = drag * (1 - n.z * n.z) + change * s.z * s.z;
  const Vectors m0 = cross(c, {xx, xy, xz}), m1 = cross(c, {xy, yy, yz}),
                m2 = cross(c, {xz, yz, zz});
  add(sums.force, at, {xx, xy, xz, yy, yz, zz});
  add(sums.moment, at, {m0.x, m1.x, m2.x, m0.y, m1.y, m2.y, m0.z, m1.z, m2.z});
  add(sums.turn, at,
      {c.y * m2.x - c.z * m1.x, c.z * m0.x - c.x * m2.x, c.x * m1.x - c.y * m0.x,
       c.z * m0.y - c.x * m2.y, c.x * m1.y - c.y * m0.y, c.x * m1.z - c.y * m0.z});
}

CONDYLE_INLINE void add_normal_slope(const FrozenBlock& block, const FrozenLaw& law, bool exact,
                                     int at, const Forces& f, NormalSlopeSums& sums) {
  Wrenches row = wrenches(f.at, times(f.normal_slope, f.along));
  Wrenches column = wrenches(f.at, f.along);
  if (exact) {
    for (int j = 0; j < 6; ++j) column.part[j] = load4(&block.gradient[j][at]);
    if (law.rubs()) {
      const Wrenches friction = wrenches(f.rubs_at, times(f.normal_slope * f.secant, f.slip));
      for (int i = 0; i < 6; ++i) row.part[i] += friction.part[i];
    }
  }
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      add_to(sums.rows[6 * i + j], at, row.part[i] * column.part[j]);
}

/// Forces of triangles whose pressures are known, and their slopes.
CONDYLE_INLINE void add_forces(FrozenBlock& block, int at, const FrozenLaw& law,
                               const Motion& m, double dt, Linearisation linearisation, Forces& f,
                               LaneSums& sums) {
  const bool exact = linearisation == Linearisation::exact;
  damp(block, at, law, m, dt, f);
  add(sums.wrench, at, wrenches(f.at, times(f.force, f.along)).part);
  if (law.rubs()) {
    rub(block, at, m, law.friction, f);
    add(sums.wrench, at, wrenches(f.rubs_at, times(f.force * f.secant, f.slip)).part);
  }
  if (linearisation == Linearisation::none) return;
  if (law.rubs()) add_slip_slope(law.friction, dt, exact, at, f, *sums.slip_slope);
  add_normal_slope(block, law, exact, at, f, *sums.normal_slope);
}

CONDYLE_FOR_EACH_PROCESSOR void sum_linear(std::span<FrozenBlock> blocks, const FrozenLaw& law,
                                           const Motion& motion, double dt,
                                           Linearisation linearisation, LaneSums& sums) {
  for (FrozenBlock& block : blocks) {
    for (int at = 0; at < k_lanes; at += 4) {
      Forces f{};
      if (!find_proximities(block, at, motion, f)) continue;
      if (!sums.touch) sums.begin(law, linearisation);
      press(block, at, f);
      add_forces(block, at, law, motion, dt, linearisation, f, sums);
    }
  }
}

CONDYLE_FOR_EACH_PROCESSOR void sum_nonlinear(std::span<FrozenBlock> blocks, const FrozenLaw& law,
                                              const Motion& motion, double dt,
                                              Linearisation linearisation, LaneSums& sums) {
  const PressureLaw* laws = law.nonlinear.data();
  for (FrozenBlock& block : blocks) {
    for (int at = 0; at < k_lanes; at += 4, laws += 4) {
      Forces f{};
      if (!find_proximities(block, at, motion, f)) continue;
      if (!sums.touch) sums.begin(law, linearisation);
      press(laws, f);
      add_forces(block, at, law, motion, dt, linearisation, f, sums);
    }
  }
}

Vector6 sum_of(const BlockRow (&lanes)[6]) {
  Vector6 sum;
  for (int i = 0; i < 6; ++i) sum[i] = lane_sum(lanes[i]);
  return sum;
}

Matrix3d symmetric_sum_of(const BlockRow (&upper)[6]) {
  const Vector6 m = sum_of(upper);
  Matrix3d sum;
  sum << m[0], m[1], m[2], m[1], m[3], m[4], m[2], m[4], m[5];
  return sum;
}

FrozenSums totals(const LaneSums& lanes) {
  FrozenSums sums;
  sums.touch = lanes.touch;
  if (!lanes.touch) return sums;
  sums.wrench = -sum_of(lanes.wrench);
  if (lanes.normal_slope)
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j)
        sums.normal_slope(i, j) = lane_sum(lanes.normal_slope->rows[6 * i + j]);
  if (!lanes.slip_slope) return sums;
  const SlipSlopeSums& slip = *lanes.slip_slope;
  Matrix3d moment;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) moment(i, j) = lane_sum(slip.moment[3 * i + j]);
  sums.slip_slope.topLeftCorner<3, 3>() = symmetric_sum_of(slip.turn);
  sums.slip_slope.topRightCorner<3, 3>() = moment;
  sums.slip_slope.bottomLeftCorner<3, 3>() = moment.transpose();
  sums.slip_slope.bottomRightCorner<3, 3>() = symmetric_sum_of(slip.force);
  return sums;
}

}  // namespace

FrozenSums sum_forces(std::span<FrozenBlock> blocks, const FrozenLaw& law,
                      const RelativeMotion& motion, double dt, Linearisation linearisation) {
  if (!law.is_by_lanes()) return sum_by_law(blocks, law, motion, dt, linearisation);
  LaneSums sums;
  if (law.nonlinear.empty())
    sum_linear(blocks, law, Motion(motion), dt, linearisation, sums);
  else
    sum_nonlinear(blocks, law, Motion(motion), dt, linearisation, sums);
  return totals(sums);
}

}  // namespace condyle
