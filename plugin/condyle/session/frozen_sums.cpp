#include "condyle/session/frozen_sums.h"

#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

// Plain loops over the lanes of a block, which compilers turn into vector instructions. Compiled
// twice where that is possible, for processors with AVX2 and for all; both give the same bits: no
// sum changes its order and no multiplication melts into an addition.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CONDYLE_FOR_EACH_PROCESSOR [[gnu::target_clones("avx2", "default")]]
#else
#define CONDYLE_FOR_EACH_PROCESSOR
#endif
#define CONDYLE_INLINE [[gnu::always_inline]] inline

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Below this cosine between ray and target the proximity's rate, 1 / cosine, is no longer
/// followed: a grazing hit would otherwise carry any stiffness.
constexpr double k_smallest_cosine = 0.05;

CONDYLE_INLINE double bounded_cosine(double cosine) {
  const double smallest = cosine < 0 ? -k_smallest_cosine : k_smallest_cosine;
  return std::abs(cosine) >= k_smallest_cosine ? cosine : smallest;
}

/// Slope of the friction coefficient where it rises with speed; none where it falls, so that it
/// never makes a matrix indefinite.
CONDYLE_INLINE double rising_slope(const Friction& friction, double speed) {
  const double s = speed / friction.stiction_speed;
  const double slope = 1.5 * friction.static_coefficient / friction.stiction_speed * (1 - s * s);
  return s >= 1 ? 0.0 : slope;
}

/// RelativeMotion as plain numbers, which a loop keeps in registers.
struct Motion {
  double R[3][3], p[3], v[3], w[3];

  explicit Motion(const RelativeMotion& motion) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) R[i][j] = motion.R_CT(i, j);
      p[i] = motion.p_TC_C[i];
      v[i] = motion.V_TC_C.linear[i];
      w[i] = motion.V_TC_C.angular[i];
    }
  }
};

using Lanes = double[k_lanes];
constexpr Lanes k_ones = {1, 1, 1, 1, 1, 1, 1, 1};

/// What the triangles of a block feel, by lane.
struct alignas(64) BlockForces {
  Lanes target_normal[3];     ///< in C
  Lanes inverse_cosine;       ///< between ray and target
  Lanes pressure, law_slope;  ///< of the elastic law
  Lanes force, normal_slope;  ///< normal force; its slope by proximity
  Lanes slip[3];              ///< velocity along the triangle
  Lanes secant;               ///< friction's coefficient over slip speed
  Lanes against[3];           ///< minus the whole force over the normal force
  Lanes row[6], column[6];    ///< of the normal slope
  Lanes slip_force[6], slip_moment[9], slip_turn[6];  ///< see add_slip_slope
};

/// Sums by lane, of minus the forces.
struct alignas(64) LaneSums {
  Lanes wrench[6] = {}, normal_wrench[6] = {};
  Lanes normal_slope[36] = {};
  Lanes slip_force[6] = {}, slip_moment[9] = {}, slip_turn[6] = {};
};

/// Proximities at the end. Says whether any triangle of the block touches.
CONDYLE_INLINE bool find_proximities(FrozenBlock& block, const Motion& m, BlockForces& b) {
  Lanes touches;
  for (int l = 0; l < k_lanes; ++l) {
    const double x = block.normal_T[0][l], y = block.normal_T[1][l], z = block.normal_T[2][l];
    const double tx = m.R[0][0] * x + m.R[0][1] * y + m.R[0][2] * z;
    const double ty = m.R[1][0] * x + m.R[1][1] * y + m.R[1][2] * z;
    const double tz = m.R[2][0] * x + m.R[2][1] * y + m.R[2][2] * z;
    const double cosine = bounded_cosine(block.normal_C[0][l] * tx + block.normal_C[1][l] * ty +
                                         block.normal_C[2][l] * tz);
    const double height = (m.p[0] + block.centroid_C[0][l]) * tx +
                          (m.p[1] + block.centroid_C[1][l]) * ty +
                          (m.p[2] + block.centroid_C[2][l]) * tz - block.plane_T[l];
    const double inverse = 1 / cosine;
    const double d = height * inverse;
    b.target_normal[0][l] = tx;
    b.target_normal[1][l] = ty;
    b.target_normal[2][l] = tz;
    b.inverse_cosine[l] = inverse;
    block.proximity_at_end[l] = d;
    touches[l] = d > 0 ? 1.0 : 0.0;
  }
  double sum = 0;
  for (int l = 0; l < k_lanes; ++l) sum += touches[l];
  return sum > 0;
}

CONDYLE_INLINE void press(const FrozenBlock& block, BlockForces& b) {
  for (int l = 0; l < k_lanes; ++l) {
    const double d = block.proximity_at_end[l];
    const double k = d > 0 ? block.law_slope[l] : 0.0;
    b.pressure[l] = k * d;
    b.law_slope[l] = k;
  }
}

CONDYLE_INLINE void press(const FrozenBlock& block, const PressureLaw* laws, int count,
                          BlockForces& b) {
  for (int l = 0; l < k_lanes; ++l) b.pressure[l] = b.law_slope[l] = 0;
  for (int l = 0; l < count; ++l) {
    const PressureSample sample = evaluate(laws[l], block.proximity_at_end[l]);
    b.pressure[l] = sample.pressure;
    b.law_slope[l] = sample.stiffness;
  }
}

/// Normal force with damping; the slope by proximity and its rate; the motion of the proximity.
CONDYLE_INLINE void damp(const FrozenBlock& block, const Motion& m, double dissipation, double dt,
                         BlockForces& b) {
  const double damping = 1.5 * dissipation;
  for (int l = 0; l < k_lanes; ++l) {
    const double d = block.proximity_at_end[l], inverse = b.inverse_cosine[l];
    const double tx = b.target_normal[0][l] * inverse;
    const double ty = b.target_normal[1][l] * inverse;
    const double tz = b.target_normal[2][l] * inverse;
    const double hx = block.centroid_C[0][l] - d * block.normal_C[0][l];
    const double hy = block.centroid_C[1][l] - d * block.normal_C[1][l];
    const double hz = block.centroid_C[2][l] - d * block.normal_C[2][l];
    const double gx = hy * tz - hz * ty, gy = hz * tx - hx * tz, gz = hx * ty - hy * tx;
    const double rate = gx * m.w[0] + gy * m.w[1] + gz * m.w[2] +  //
                        tx * m.v[0] + ty * m.v[1] + tz * m.v[2];
    const double damped = 1 + damping * rate;
    const double area = damped > 0 ? block.area[l] : 0.0;
    b.force[l] = b.pressure[l] * damped * area;
    b.normal_slope[l] = dt * (dt * b.law_slope[l] * damped * area + damping * b.pressure[l] * area);
    b.column[0][l] = gx;
    b.column[1][l] = gy;
    b.column[2][l] = gz;
    b.column[3][l] = tx;
    b.column[4][l] = ty;
    b.column[5][l] = tz;
  }
}

CONDYLE_INLINE void rub(const FrozenBlock& block, const Motion& m, const Friction& friction,
                        BlockForces& b) {
  for (int l = 0; l < k_lanes; ++l) {
    const double x = block.centroid_C[0][l], y = block.centroid_C[1][l], z = block.centroid_C[2][l];
    const double nx = block.normal_C[0][l], ny = block.normal_C[1][l], nz = block.normal_C[2][l];
    const double vx = m.v[0] + m.w[1] * z - m.w[2] * y;
    const double vy = m.v[1] + m.w[2] * x - m.w[0] * z;
    const double vz = m.v[2] + m.w[0] * y - m.w[1] * x;
    const double along_normal = nx * vx + ny * vy + nz * vz;
    const double sx = vx - along_normal * nx;
    const double sy = vy - along_normal * ny;
    const double sz = vz - along_normal * nz;
    const double speed = std::sqrt(sx * sx + sy * sy + sz * sz);
    const double secant = friction_coefficient_over_speed(friction, speed);
    b.secant[l] = secant;
    b.slip[0][l] = sx;
    b.slip[1][l] = sy;
    b.slip[2][l] = sz;
    b.against[0][l] = nx + secant * sx;
    b.against[1][l] = ny + secant * sy;
    b.against[2][l] = nz + secant * sz;
  }
}

/// (centroid x f, f) for a force f = `factor` times `direction`.
CONDYLE_INLINE void put_wrench(const FrozenBlock& block, const Lanes& factor,
                               const Lanes (&direction)[3], Lanes (&wrench)[6]) {
  for (int l = 0; l < k_lanes; ++l) {
    const double x = block.centroid_C[0][l], y = block.centroid_C[1][l], z = block.centroid_C[2][l];
    const double fx = factor[l] * direction[0][l], fy = factor[l] * direction[1][l],
                 fz = factor[l] * direction[2][l];
    wrench[0][l] = y * fz - z * fy;
    wrench[1][l] = z * fx - x * fz;
    wrench[2][l] = x * fy - y * fx;
    wrench[3][l] = fx;
    wrench[4][l] = fy;
    wrench[5][l] = fz;
  }
}

template <int n>
CONDYLE_INLINE void add(const Lanes (&lanes)[n], Lanes (&sums)[n]) {
  for (int i = 0; i < n; ++i)
    for (int l = 0; l < k_lanes; ++l) sums[i][l] += lanes[i][l];
}

CONDYLE_INLINE void add_outer_product(const BlockForces& b, Lanes (&sum)[36]) {
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      for (int l = 0; l < k_lanes; ++l) sum[6 * i + j][l] += b.row[i][l] * b.column[j][l];
}

/// Friction's slope by the velocity of the centroid is the symmetric S = drag (1 - n n^T) plus,
/// exact, what speed changes of the coefficient. About the origin it is
/// [c S c^T, c S; (c S)^T, S] with c the cross matrix of the centroid; turn, moment and force keep
/// these sums.
CONDYLE_INLINE void add_slip_slope(const FrozenBlock& block, const Friction& friction, double dt,
                                   bool exact, BlockForces& b, LaneSums& sums) {
  for (int l = 0; l < k_lanes; ++l) {
    const double nx = block.normal_C[0][l], ny = block.normal_C[1][l], nz = block.normal_C[2][l];
    const double sx = b.slip[0][l], sy = b.slip[1][l], sz = b.slip[2][l];
    const double drag = dt * b.force[l] * b.secant[l];
    const double squared = sx * sx + sy * sy + sz * sz;
    const double slope = dt * b.force[l] * rising_slope(friction, std::sqrt(squared));
    const double change = exact && squared > 0 ? (slope - drag) / squared : 0.0;
    b.slip_force[0][l] = drag * (1 - nx * nx) + change * sx * sx;
    b.slip_force[1][l] = change * sx * sy - drag * nx * ny;
    b.slip_force[2][l] = change * sx * sz - drag * nx * nz;
    b.slip_force[3][l] = drag * (1 - ny * ny) + change * sy * sy;
    b.slip_force[4][l] = change * sy * sz - drag * ny * nz;
    b.slip_force[5][l] = drag * (1 - nz * nz) + change * sz * sz;
  }
  constexpr int k_at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};  // of an upper triangle
  for (int j = 0; j < 3; ++j)
    for (int l = 0; l < k_lanes; ++l) {
      const double x = block.centroid_C[0][l], y = block.centroid_C[1][l],
                   z = block.centroid_C[2][l];
      const double fx = b.slip_force[k_at[0][j]][l], fy = b.slip_force[k_at[1][j]][l],
                   fz = b.slip_force[k_at[2][j]][l];
      b.slip_moment[j][l] = y * fz - z * fy;
      b.slip_moment[3 + j][l] = z * fx - x * fz;
      b.slip_moment[6 + j][l] = x * fy - y * fx;
    }
  for (int l = 0; l < k_lanes; ++l) {
    const double x = block.centroid_C[0][l], y = block.centroid_C[1][l], z = block.centroid_C[2][l];
    const auto& m = b.slip_moment;
    b.slip_turn[0][l] = y * m[2][l] - z * m[1][l];
    b.slip_turn[1][l] = z * m[0][l] - x * m[2][l];
    b.slip_turn[2][l] = x * m[1][l] - y * m[0][l];
    b.slip_turn[3][l] = z * m[3][l] - x * m[5][l];
    b.slip_turn[4][l] = x * m[4][l] - y * m[3][l];
    b.slip_turn[5][l] = x * m[7][l] - y * m[6][l];
  }
  add(b.slip_force, sums.slip_force);
  add(b.slip_moment, sums.slip_moment);
  add(b.slip_turn, sums.slip_turn);
}

/// Forces of a block whose pressures are known, and their slopes.
CONDYLE_INLINE void add_forces(const FrozenBlock& block, const FrozenLaw& law, const Motion& m,
                               double dt, Linearisation linearisation, BlockForces& b,
                               LaneSums& sums) {
  const bool exact = linearisation == Linearisation::exact;
  damp(block, m, law.dissipation, dt, b);
  put_wrench(block, b.force, block.normal_C, b.row);
  add(b.row, sums.normal_wrench);
  if (law.rubs()) {
    rub(block, m, law.friction, b);
    put_wrench(block, b.force, b.against, b.row);
    add(b.row, sums.wrench);
  }
  if (linearisation == Linearisation::none) return;

  if (law.rubs()) add_slip_slope(block, law.friction, dt, exact, b, sums);
  const bool whole = exact && law.rubs();
  put_wrench(block, b.normal_slope, whole ? b.against : block.normal_C, b.row);
  if (!exact) put_wrench(block, k_ones, block.normal_C, b.column);
  add_outer_product(b, sums.normal_slope);
}

CONDYLE_FOR_EACH_PROCESSOR void sum_linear(std::span<FrozenBlock> blocks, const FrozenLaw& law,
                                           const Motion& motion, double dt,
                                           Linearisation linearisation, LaneSums& sums) {
  BlockForces b;
  for (FrozenBlock& block : blocks) {
    if (!find_proximities(block, motion, b)) continue;
    press(block, b);
    add_forces(block, law, motion, dt, linearisation, b, sums);
  }
}

CONDYLE_FOR_EACH_PROCESSOR void sum_nonlinear(std::span<FrozenBlock> blocks, const FrozenLaw& law,
                                              const Motion& motion, double dt,
                                              Linearisation linearisation, LaneSums& sums) {
  BlockForces b;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (!find_proximities(blocks[i], motion, b)) continue;
    const std::span<const PressureLaw> laws = law.nonlinear.subspan(i * k_lanes);
    press(blocks[i], laws.data(), static_cast<int>(std::min<std::size_t>(k_lanes, laws.size())), b);
    add_forces(blocks[i], law, motion, dt, linearisation, b, sums);
  }
}

double sum_of(const Lanes& lanes) {
  static_assert(k_lanes == 8);
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
         ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

Vector6 sum_of(const Lanes (&lanes)[6]) {
  Vector6 sum;
  for (int i = 0; i < 6; ++i) sum[i] = sum_of(lanes[i]);
  return sum;
}

Matrix3d symmetric_sum_of(const Lanes (&upper)[6]) {
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
    for (int j = 0; j < 6; ++j) sums.normal_slope(i, j) = sum_of(lanes.normal_slope[6 * i + j]);
  Matrix3d moment;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) moment(i, j) = sum_of(lanes.slip_moment[3 * i + j]);
  sums.slip_slope.topLeftCorner<3, 3>() = symmetric_sum_of(lanes.slip_turn);
  sums.slip_slope.topRightCorner<3, 3>() = moment;
  sums.slip_slope.bottomLeftCorner<3, 3>() = moment.transpose();
  sums.slip_slope.bottomRightCorner<3, 3>() = symmetric_sum_of(lanes.slip_force);
  return sums;
}

/// Largest values by lane; slip and rolling squared.
struct alignas(64) LaneTravel {
  Lanes approach = {}, deepest = {}, slip = {}, rolling = {};
};

CONDYLE_FOR_EACH_PROCESSOR void find_lane_travel(std::span<const FrozenBlock> blocks,
                                                 const Motion& m, double dt, LaneTravel& most) {
  const auto larger = [](double a, double b) { return a > b ? a : b; };
  for (const FrozenBlock& block : blocks) {
    for (int l = 0; l < k_lanes; ++l) {
      const double x = block.normal_T[0][l], y = block.normal_T[1][l], z = block.normal_T[2][l];
      const double tx = m.R[0][0] * x + m.R[0][1] * y + m.R[0][2] * z;
      const double ty = m.R[1][0] * x + m.R[1][1] * y + m.R[1][2] * z;
      const double tz = m.R[2][0] * x + m.R[2][1] * y + m.R[2][2] * z;
      const double nx = block.normal_C[0][l], ny = block.normal_C[1][l], nz = block.normal_C[2][l];
      const double d = block.proximity[l];
      const double hx = block.centroid_C[0][l] - d * nx;
      const double hy = block.centroid_C[1][l] - d * ny;
      const double hz = block.centroid_C[2][l] - d * nz;
      const double vx = m.v[0] + m.w[1] * hz - m.w[2] * hy;
      const double vy = m.v[1] + m.w[2] * hx - m.w[0] * hz;
      const double vz = m.v[2] + m.w[0] * hy - m.w[1] * hx;
      const double across = vx * tx + vy * ty + vz * tz;
      const double approach = dt * across / bounded_cosine(nx * tx + ny * ty + nz * tz);
      const double end = d + approach;
      const double rx = m.w[1] * tz - m.w[2] * ty, ry = m.w[2] * tx - m.w[0] * tz,
                   rz = m.w[0] * ty - m.w[1] * tx;
      const double sx = vx - across * tx, sy = vy - across * ty, sz = vz - across * tz;
      const double touches = end > 0 ? 1.0 : 0.0;
      most.approach[l] = larger(touches * approach / block.layers[l], most.approach[l]);
      most.deepest[l] = larger(touches * larger(end, d), most.deepest[l]);
      most.slip[l] = larger(touches * (sx * sx + sy * sy + sz * sz), most.slip[l]);
      most.rolling[l] = larger(touches * (rx * rx + ry * ry + rz * rz), most.rolling[l]);
    }
  }
}

double largest_of(const Lanes& lanes) { return *std::max_element(lanes, lanes + k_lanes); }

}  // namespace

FrozenSums sum_forces(std::span<FrozenBlock> blocks, const FrozenLaw& law,
                      const RelativeMotion& motion, double dt, Linearisation linearisation) {
  LaneSums sums;
  if (law.nonlinear.empty())
    sum_linear(blocks, law, Motion(motion), dt, linearisation, sums);
  else
    sum_nonlinear(blocks, law, Motion(motion), dt, linearisation, sums);
  return totals(sums, law.rubs());
}

FrozenTravel find_travel(std::span<const FrozenBlock> blocks, const RelativeMotion& motion,
                         double dt) {
  LaneTravel most;
  find_lane_travel(blocks, Motion(motion), dt, most);
  return {largest_of(most.approach), largest_of(most.deepest), std::sqrt(largest_of(most.slip)),
          std::sqrt(largest_of(most.rolling))};
}

}  // namespace condyle
