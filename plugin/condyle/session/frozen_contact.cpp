#include "condyle/session/frozen_contact.h"

#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Below this cosine between ray and target the proximity's rate, 1 / cosine, is no longer
/// followed: a grazing hit would otherwise carry any stiffness.
constexpr double k_smallest_cosine = 0.05;

double bounded_cosine(double cosine) {
  if (std::abs(cosine) >= k_smallest_cosine) return cosine;
  return cosine < 0 ? -k_smallest_cosine : k_smallest_cosine;
}

/// Sums over triangles for the motion of C relative to T, about C's centre of mass.
struct Sums {
  Vector6 wrench = Vector6::Zero();
  Matrix6 stiffness = Matrix6::Zero();
  Matrix6 damping = Matrix6::Zero();

  // The normal forces turn with the casting body, and their points of attack with them.
  Vector3d normal_force = Vector3d::Zero();
  double arm_dot_force = 0;
  double radius_dot_force = 0;
  Matrix3d force_arm = Matrix3d::Zero();     // sum f a^T
  Matrix3d radius_force = Matrix3d::Zero();  // sum r f^T
};

Vector6 wrench_at(const Vector3d& arm, const Vector3d& force) {
  Vector6 g;
  g << arm.cross(force), force;
  return g;
}

/// Slope of the friction coefficient where it rises with speed; none where it falls, so that it
/// never makes a matrix indefinite.
double rising_slope(const Friction& friction, double speed) {
  const double s = speed / friction.stiction_speed;
  if (s >= 1) return 0;
  return 1.5 * friction.static_coefficient / friction.stiction_speed * (1 - s * s);
}

/// Friction of one triangle over its pressure: traction, and -d(traction)/d(slip).
struct TractionPerPressure {
  Vector3d traction;
  Matrix3d slope;
};

TractionPerPressure traction_at(const Friction& friction, const Vector3d& normal,
                                const Vector3d& velocity, Linearisation linearisation) {
  const Vector3d slip = velocity - normal * normal.dot(velocity);
  const double speed = slip.norm();
  const double secant = friction_coefficient_over_speed(friction, speed);
  TractionPerPressure result{-secant * slip,
                             secant * (Matrix3d::Identity() - normal * normal.transpose())};
  if (linearisation == Linearisation::exact && speed > 0) {
    const Vector3d along = slip / speed;
    result.slope += (rising_slope(friction, speed) - secant) * along * along.transpose();
  }
  return result;
}

/// Adds the damping `m` of a point at `arm`.
void add_at_arm(Matrix6& sum, const Vector3d& arm, const Matrix3d& m) {
  const Matrix3d a = cross_matrix(arm);
  const Matrix3d am = a * m;
  sum.topLeftCorner<3, 3>() -= am * a;
  sum.topRightCorner<3, 3>() += am;
  sum.bottomLeftCorner<3, 3>() -= m * a;
  sum.bottomRightCorner<3, 3>() += m;
}

/// Writes a matrix of relative motion at C's centre for both bodies. `to_force` carries a wrench
/// from C's centre to T's, `to_motion` T's motion to C's centre.
void expand(const Matrix6& core, const Matrix6& to_force, const Matrix6& to_motion,
            PairForces::Matrix12& out) {
  const Matrix6 right = core * to_motion;
  out.topLeftCorner<6, 6>() = core;
  out.topRightCorner<6, 6>() = -right;
  out.bottomLeftCorner<6, 6>().noalias() = -to_force * core;
  out.bottomRightCorner<6, 6>().noalias() = to_force * right;
}

/// Adds to the stiffness what turns with C: df = w x f, d(arm) = w x r + share * d(relative shift).
void add_turning(const Sums& sums, const Matrix6& to_force, double share,
                 PairForces::Matrix12& stiffness) {
  const Matrix3d shift_moment = -share * cross_matrix(sums.normal_force);
  Eigen::Matrix<double, 6, 12> change = Eigen::Matrix<double, 6, 12>::Zero();
  change.block<3, 3>(0, 0) = Matrix3d::Identity() * (sums.arm_dot_force - sums.radius_dot_force) +
                             sums.radius_force - sums.force_arm;
  change.block<3, 3>(3, 0) = -cross_matrix(sums.normal_force);
  change.block<3, 3>(0, 3) = shift_moment;
  change.block<3, 3>(0, 9) = -shift_moment;
  stiffness.topRows<6>() -= change;
  stiffness.bottomRows<6>() += to_force * change;
}

/// [1, cross; 0, 1]: carries a wrench to a point from which the old one lies at `offset`.
Matrix6 wrench_shift(const Vector3d& offset) {
  Matrix6 m = Matrix6::Identity();
  m.topRightCorner<3, 3>() = cross_matrix(offset);
  return m;
}

}  // namespace

void FrozenContact::freeze(const ContactPair& pair, std::span<const ProximityHit> hits,
                           const Pose& X_WC, const Pose& X_WT, const Vector3d& p_WC,
                           const Vector3d& p_WT) {
  dissipation_ = pair.settings().dissipation;
  friction_ = pair.settings().friction;
  has_friction_ = friction_.static_coefficient > 0;

  triangles_.clear();
  Vector3d sum_hit = Vector3d::Zero(), sum_normal = Vector3d::Zero();
  for (const ProximityHit& hit : hits) {
    const auto c = static_cast<std::size_t>(hit.casting_triangle);
    const auto t = static_cast<std::size_t>(hit.target_triangle);
    const Vector3d centre = X_WC * pair.casting().centroids()[c];
    const Vector3d normal = X_WC.linear() * pair.casting().normals()[c];
    const Vector3d target_normal = X_WT.linear() * pair.target().normals()[t];
    triangles_.push_back({centre - p_WC, normal, centre - normal * hit.proximity - p_WT,
                          target_normal, pair.casting().areas()[c], hit.proximity, hit.proximity,
                          pair.law(hit.casting_triangle, hit.target_triangle)});
    sum_hit += triangles_.back().hit;
    sum_normal += target_normal;
  }

  const double n = std::max<double>(1, static_cast<double>(triangles_.size()));
  double spread_hit = 0, spread_normal = 0;
  for (const FrozenTriangle& triangle : triangles_) {
    spread_hit += (triangle.hit - sum_hit / n).squaredNorm();
    spread_normal += (triangle.target_normal - sum_normal / n).squaredNorm();
  }
  target_curvature_ = spread_hit > 0 ? std::sqrt(spread_normal / spread_hit) : 0.0;
  patch_radius_ = std::sqrt(spread_hit / n);
}

void FrozenContact::evaluate(const StepMotion& C, const StepMotion& T, Linearisation linearisation,
                             PairForces& out) {
  const bool exact = linearisation == Linearisation::exact;
  const Vector3d start_offset = C.p_W - T.p_W;
  const Vector3d relative_shift = C.shift - T.shift;
  const Vector3d offset = start_offset + relative_shift;  // from T's centre to C's, at the end
  const double share = share_of_second(C, T);
  const Vector3d arm_shift = share * relative_shift;
  const Vector3d relative_spin = C.velocity.angular - T.velocity.angular;
  const Vector3d relative_velocity =  // of C's material against T's, at C's centre
      C.velocity.linear - T.velocity.linear - T.velocity.angular.cross(offset);

  Sums sums;
  for (FrozenTriangle& triangle : triangles_) {
    const Vector3d radius = C.rotation * triangle.centre;
    const Vector3d normal = C.rotation * triangle.normal;
    const Vector3d target_normal = T.rotation * triangle.target_normal;
    const double cosine = bounded_cosine(normal.dot(target_normal));
    const double d = (offset + radius - T.rotation * triangle.hit).dot(target_normal) / cosine;
    triangle.proximity_at_end = d;
    if (d <= 0) continue;

    const Vector3d rate_normal = target_normal / cosine;
    const Vector3d hit = radius - d * normal;  // from C's centre
    const double rate = rate_normal.dot(relative_velocity + relative_spin.cross(hit));
    const double damped = 1 + 1.5 * dissipation_ * rate;
    if (damped <= 0) continue;

    const PressureSample sample = condyle::evaluate(triangle.law, d);
    const double force = sample.pressure * damped * triangle.area;
    const double stiffness = sample.stiffness * damped * triangle.area;
    const Vector3d arm = radius + arm_shift;

    Vector3d against = normal;  // minus the force on C, over p A
    if (has_friction_) {
      const Vector3d velocity = relative_velocity + relative_spin.cross(radius);
      const TractionPerPressure traction = traction_at(friction_, normal, velocity, linearisation);
      against -= traction.traction;
      add_at_arm(sums.damping, arm, force * traction.slope);
    }
    const Vector6 direction = wrench_at(arm, against);
    sums.wrench -= force * direction;
    const Vector6 row = exact ? direction : wrench_at(arm, normal);
    const Vector6 column = exact ? wrench_at(hit, rate_normal) : row;
    sums.stiffness.noalias() += (stiffness * row) * column.transpose();
    if (dissipation_ > 0) {
      const double damping = 1.5 * dissipation_ * sample.pressure * triangle.area;
      sums.damping.noalias() += (damping * row) * column.transpose();
    }
    if (exact) {
      const Vector3d f = -force * normal;
      sums.normal_force += f;
      sums.arm_dot_force += arm.dot(f);
      sums.radius_dot_force += radius.dot(f);
      sums.force_arm.noalias() += f * arm.transpose();
      sums.radius_force.noalias() += radius * f.transpose();
    }
  }

  const Matrix6 to_force = wrench_shift(start_offset);
  const Matrix6 to_motion =
      exact ? Matrix6(wrench_shift(offset).transpose()) : Matrix6(to_force.transpose());
  out.force.head<6>() = sums.wrench;
  out.force.tail<6>().noalias() = -to_force * sums.wrench;
  expand(sums.stiffness, to_force, to_motion, out.stiffness);
  expand(sums.damping, to_force, to_motion, out.damping);
  if (exact) add_turning(sums, to_force, share, out.stiffness);
}

int FrozenContact::wanted_substeps(const StepMotion& C, const StepMotion& T, double dt) const {
  constexpr double k_travel_over_layer = 1.0 / 8;
  constexpr double k_sagitta_over_depth = 1.0 / 10;
  constexpr double k_flat_sagitta_over_depth = 1.0 / 100;

  const Vector3d spin = C.velocity.angular - T.velocity.angular;
  const Vector3d velocity =
      C.velocity.linear - T.velocity.linear - T.velocity.angular.cross(C.p_W - T.p_W);

  double wanted = 1, deepest = 0, fastest_slip = 0, rolling_spin = 0;
  for (const FrozenTriangle& triangle : triangles_) {
    const double cosine = bounded_cosine(triangle.normal.dot(triangle.target_normal));
    const Vector3d hit = triangle.centre - triangle.proximity * triangle.normal;
    const Vector3d v = velocity + spin.cross(hit);
    const double approach = dt * v.dot(triangle.target_normal) / cosine;
    const double end = triangle.proximity + approach;
    if (end <= 0) continue;
    const double layer = triangle.law.thickness_a + triangle.law.thickness_b;
    wanted = std::max(wanted, approach / (k_travel_over_layer * layer));
    deepest = std::max({deepest, end, triangle.proximity});
    const Vector3d slip = v - triangle.target_normal * v.dot(triangle.target_normal);
    fastest_slip = std::max(fastest_slip, slip.norm());
    rolling_spin = std::max(rolling_spin, spin.cross(triangle.target_normal).norm());
  }

  const double curvature = target_curvature_;
  if (curvature * patch_radius_ * patch_radius_ > k_flat_sagitta_over_depth * deepest) {
    // The contact moves over the target by slip, and by rolling at spin / curvature.
    const double travel = dt * (fastest_slip + rolling_spin / curvature);
    const double sagitta = 0.5 * curvature * travel * travel;
    wanted = std::max(wanted, std::sqrt(sagitta / (k_sagitta_over_depth * deepest)));
  }
  return static_cast<int>(std::min(1e6, std::ceil(wanted)));
}

}  // namespace condyle
