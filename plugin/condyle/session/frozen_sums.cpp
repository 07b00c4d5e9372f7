#include "condyle/session/frozen_sums.h"

#include <cmath>

#include "condyle/contact/friction_over_speed.h"
#include "condyle/session/frozen_lanes.h"
#include "condyle/session/frozen_laws.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

CONDYLE_INLINE Double4 root(Double4 squared) {
  return Double4{std::sqrt(squared[0]), std::sqrt(squared[1]), std::sqrt(squared[2]),
                 std::sqrt(squared[3])};
}

/// Slope of the friction coefficient where it rises with speed; none where it falls, so that it
/// never makes a matrix indefinite.
CONDYLE_INLINE Double4 rising_slope(const Friction& friction, Double4 speed) {
  const Double4 s = speed / friction.stiction_speed;
  const Double4 slope = 1.5 * friction.static_coefficient / friction.stiction_speed * (1 - s * s);
  return select(s >= 1, Double4{}, slope);
}

/// What four triangles of a block feel.
struct Forces {
  Vectors centroid, normal;       ///< of the casting triangle, in C
  Double4 proximity;              ///< at the end
  Vectors target_normal;          ///< in C
  Double4 inverse_cosine;         ///< between ray and target
  Double4 pressure, law_slope;    ///< of the elastic law
  Double4 force, normal_slope;    ///< normal force; its slope by proximity and its rate
  Vectors ray_slope, hit_moment;  ///< how the proximity moves with shift and rotation
  Vectors slip;                   ///< velocity along the triangle
  Double4 secant;                 ///< friction's coefficient over slip speed
  Vectors against;                ///< minus the whole force over the normal force
};

/// Sums by lane, of minus the forces.
struct alignas(64) LaneSums {
  BlockRow wrench[6] = {}, normal_wrench[6] = {};
  BlockRow normal_slope[36] = {};
  BlockRow slip_force[6] = {}, slip_moment[9] = {}, slip_turn[6] = {};
};

/// Proximities at the end. Says whether any of the triangles touches.
CONDYLE_INLINE bool find_proximities(FrozenBlock& block, int at, const Motion& m, Forces& f) {
  const Vectors n = load(block.normal_T, at);
  f.centroid = load(block.centroid_C, at);
  f.normal = load(block.normal_C, at);
  const Vectors t{m.R[0][0] * n.x + m.R[0][1] * n.y + m.R[0][2] * n.z,
                  m.R[1][0] * n.x + m.R[1][1] * n.y + m.R[1][2] * n.z,
                  m.R[2][0] * n.x + m.R[2][1] * n.y + m.R[2][2] * n.z};
  const Vectors c{m.p[0] + f.centroid.x, m.p[1] + f.centroid.y, m.p[2] + f.centroid.z};
  f.target_normal = t;
  f.inverse_cosine = 1 / bounded_cosine(dot(f.normal, t));
  f.proximity = (dot(c, t) - load4(&block.plane_T[at])) * f.inverse_cosine;
  store4(&block.proximity_at_end[at], f.proximity);
  return bits(f.proximity > 0) != 0;
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

/// Normal force with damping; the slope by proximity and its rate; the motion of the proximity.
CONDYLE_INLINE void damp(const FrozenBlock& block, int at, const Motion& m, double dissipation,
                         double dt, Forces& f) {
  const double damping = 1.5 * dissipation;
  const Vectors t = times(f.inverse_cosine, f.target_normal);
  const Vectors g = cross(minus(f.centroid, f.proximity, f.normal), t);
  const Double4 rate = g.x * m.w[0] + g.y * m.w[1] + g.z * m.w[2] +  //
                       t.x * m.v[0] + t.y * m.v[1] + t.z * m.v[2];
  const Double4 damped = 1 + damping * rate;
  const Double4 area = select(damped > 0, load4(&block.area[at]), Double4{});
  f.force = f.pressure * damped * area;
  f.normal_slope = dt * (dt * f.law_slope * damped * area + damping * f.pressure * area);
  f.hit_moment = g;
  f.ray_slope = t;
}

CONDYLE_INLINE void rub(const Motion& m, const Friction& friction, Forces& f) {
  const Vectors& c = f.centroid;
  const Vectors v{m.v[0] + m.w[1] * c.z - m.w[2] * c.y, m.v[1] + m.w[2] * c.x - m.w[0] * c.z,
                  m.v[2] + m.w[0] * c.y - m.w[1] * c.x};
  f.slip = minus(v, dot(f.normal, v), f.normal);
  f.secant = friction_coefficient_over_speed(friction, root(dot(f.slip, f.slip)));
  f.against = plus(f.normal, f.secant, f.slip);
}

/// (centroid x f, f) for a force f.
struct Wrenches {
  Double4 part[6];
};
CONDYLE_INLINE Wrenches wrenches(const Vectors& centroid, const Vectors& force) {
  const Vectors moment = cross(centroid, force);
  return {{moment.x, moment.y, moment.z, force.x, force.y, force.z}};
}

template <int n>
CONDYLE_INLINE void add(BlockRow (&sums)[n], int at, const Double4 (&terms)[n]) {
  for (int i = 0; i < n; ++i) add_to(sums[i], at, terms[i]);
}

/// Friction's slope by the velocity of the centroid is the symmetric S = drag (1 - n n^T) plus,
/// exact, what speed changes of the coefficient. About the origin it is
/// [c S c^T, c S; (c S)^T, S] with c the cross matrix of the centroid; turn, moment and force keep
/// these sums.
CONDYLE_INLINE void add_slip_slope(const Friction& friction, double dt, bool exact, int at,
                                   const Forces& f, LaneSums& sums) {
  const Vectors &n = f.normal, &s = f.slip, &c = f.centroid;
  const Double4 drag = dt * f.force * f.secant;
  const Double4 squared = dot(s, s);
  const Double4 slope = dt * f.force * rising_slope(friction, root(squared));
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
  add(sums.slip_force, at, {xx, xy, xz, yy, yz, zz});
  add(sums.slip_moment, at, {m0.x, m1.x, m2.x, m0.y, m1.y, m2.y, m0.z, m1.z, m2.z});
  add(sums.slip_turn, at,
      {c.y * m2.x - c.z * m1.x, c.z * m0.x - c.x * m2.x, c.x * m1.x - c.y * m0.x,
       c.z * m0.y - c.x * m2.y, c.x * m1.y - c.y * m0.y, c.x * m1.z - c.y * m0.z});
}

CONDYLE_INLINE void add_normal_slope(const FrozenLaw& law, bool exact, int at, const Forces& f,
                                     LaneSums& sums) {
  const Vectors& direction = exact && law.rubs() ? f.against : f.normal;
  const Wrenches row = wrenches(f.centroid, times(f.normal_slope, direction));
  Wrenches column = wrenches(f.centroid, f.normal);
  if (exact) {
    column = {{f.hit_moment.x, f.hit_moment.y, f.hit_moment.z,  //
               f.ray_slope.x, f.ray_slope.y, f.ray_slope.z}};
  }
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      add_to(sums.normal_slope[6 * i + j], at, row.part[i] * column.part[j]);
}

/// Forces of triangles whose pressures are known, and their slopes.
CONDYLE_INLINE void add_forces(const FrozenBlock& block, int at, const FrozenLaw& law,
                               const Motion& m, double dt, Linearisation linearisation, Forces& f,
                               LaneSums& sums) {
  const bool exact = linearisation == Linearisation::exact;
  const bool slopes = linearisation != Linearisation::none;
  damp(block, at, m, law.dissipation, dt, f);
  if (!law.rubs() || slopes)
    add(sums.normal_wrench, at, wrenches(f.centroid, times(f.force, f.normal)).part);
  if (law.rubs()) {
    rub(m, law.friction, f);
    add(sums.wrench, at, wrenches(f.centroid, times(f.force, f.against)).part);
  }
  if (!slopes) return;
  if (law.rubs()) add_slip_slope(law.friction, dt, exact, at, f, sums);
  add_normal_slope(law, exact, at, f, sums);
}

CONDYLE_FOR_EACH_PROCESSOR void sum_linear(std::span<FrozenBlock> blocks, const FrozenLaw& law,
                                           const Motion& motion, double dt,
                                           Linearisation linearisation, LaneSums& sums) {
  for (FrozenBlock& block : blocks) {
    for (int at = 0; at < k_lanes; at += 4) {
      Forces f;
      if (!find_proximities(block, at, motion, f)) continue;
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
      Forces f;
      if (!find_proximities(block, at, motion, f)) continue;
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

FrozenSums totals(const LaneSums& lanes, bool rubs) {
  FrozenSums sums;
  sums.normal_wrench = -sum_of(lanes.normal_wrench);
  sums.wrench = rubs ? Vector6(-sum_of(lanes.wrench)) : sums.normal_wrench;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) sums.normal_slope(i, j) = lane_sum(lanes.normal_slope[6 * i + j]);
  Matrix3d moment;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) moment(i, j) = lane_sum(lanes.slip_moment[3 * i + j]);
  sums.slip_slope.topLeftCorner<3, 3>() = symmetric_sum_of(lanes.slip_turn);
  sums.slip_slope.topRightCorner<3, 3>() = moment;
  sums.slip_slope.bottomLeftCorner<3, 3>() = moment.transpose();
  sums.slip_slope.bottomRightCorner<3, 3>() = symmetric_sum_of(lanes.slip_force);
  return sums;
}

}  // namespace

FrozenSums sum_forces(std::span<FrozenBlock> blocks, const FrozenLaw& law,
                      const RelativeMotion& motion, double dt, Linearisation linearisation) {
  if (!law.bristles.empty() || law.normal != nullptr || law.takes_mean || law.is_users() ||
      !law.yields.empty())
    return sum_by_law(blocks, law, motion, dt, linearisation);
  LaneSums sums;
  if (law.nonlinear.empty())
    sum_linear(blocks, law, Motion(motion), dt, linearisation, sums);
  else
    sum_nonlinear(blocks, law, Motion(motion), dt, linearisation, sums);
  return totals(sums, law.rubs());
}

}  // namespace condyle
