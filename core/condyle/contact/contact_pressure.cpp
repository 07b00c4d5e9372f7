#include "condyle/contact/contact_pressure.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "condyle/contact/friction_over_speed.h"
#include "condyle/contact/plain_vectors.h"

namespace condyle {
namespace {

Eigen::Vector3d velocity_at(const Eigen::Vector3d& point, const Twist& V) {
  return V.linear + V.angular.cross(point);
}

void press_linearly(double stiffness, ContactBlock& block) {
  for (int i = 0; i < block.count; ++i) {
    const double d = block.proximity[i];
    block.pressure[i] = stiffness * d;
    block.stiffness[i] = stiffness;
    block.potential_energy[i] = 0.5 * stiffness * d * d * block.area[i];
  }
}

Eigen::Vector3d slip_at(const Eigen::Vector3d& point, const Eigen::Vector3d& normal,
                        const Twist& V) {
  const Eigen::Vector3d velocity = velocity_at(point, V);
  return velocity - plain_dot(velocity, normal) * normal;
}

condyle_slip slip_of(const Eigen::Vector3d& point, const Eigen::Vector3d& slip, double normal) {
  return {plain_norm(slip), normal, {point.x(), point.y(), point.z()}};
}

/// Friction per slip speed, with its limit at rest.
double secant(const FrictionSample& sample, double speed) {
  return speed > 0 ? sample.force / speed : sample.by_speed;
}

/// Returns 1 where the law's range ends before, else 0.
int press_one(const PressureLaw& law, ContactBlock& block, int i) {
  const PressureSample elastic = evaluate(law, block.proximity[i]);
  block.pressure[i] = elastic.pressure;
  block.stiffness[i] = elastic.stiffness;
  block.potential_energy[i] = elastic.energy_density * block.area[i];
  return elastic.clamped ? 1 : 0;
}

}  // namespace

double proximity_rate(const Eigen::Vector3d& casting_normal, const Eigen::Vector3d& target_normal,
                      const Eigen::Vector3d& velocity) {
  return plain_dot(velocity, target_normal) / plain_dot(casting_normal, target_normal);
}

int press(const PressureLaw& law, ContactBlock& block) {
  int clamped = 0;
  if (law.formulation == Formulation::linear) {
    press_linearly(law.initial_stiffness, block);
  } else {
    for (int i = 0; i < block.count; ++i) clamped += press_one(law, block, i);
  }
  return clamped;
}

int press(const ContactSurface& casting, const ContactSurface& target,
          const ContactSettings& settings, ContactBlock& block) {
  int clamped = 0;
  for (int i = 0; i < block.count; ++i) {
    clamped += press_one(make_pressure_law(casting.layer(block.casting_triangle[i]),
                                           target.layer(block.target_triangle[i]), settings),
                         block, i);
  }
  return clamped;
}

void press(const NormalLaw& law, const ContactSurface& casting, const ContactSettings& settings,
           const ContactSurface& target, const Pose& X_CT, const Twist& V_TC_C,
           const condyle_contact& contact, ContactBlock& block) {
  const Pose X_TC = X_CT.inverse(Eigen::Isometry);
  const bool is_users = law.kind == NormalLawKind::user;
  ContactBlock::Column<double> stiffness = {}, rate;
  for (int i = 0; i < block.count; ++i) {
    const Eigen::Vector3d n_c = block.normal(i);
    const Eigen::Vector3d p_hit = block.centroid[i] - block.proximity[i] * n_c;
    const Eigen::Vector3d n_t =
        plain_product(X_CT.linear(), target_normal(target, block.target_triangle[i], X_TC, p_hit));
    rate[i] = proximity_rate(n_c, n_t, velocity_at(p_hit, V_TC_C));
    if (law.kind == NormalLawKind::volume || is_users)
      stiffness[i] = make_pressure_law(casting.layer(block.casting_triangle[i]),
                                       target.layer(block.target_triangle[i]), settings)
                         .initial_stiffness;
  }
  ContactBlock::Column<NormalSample> samples;
  const auto count = static_cast<std::size_t>(block.count);
  if (is_users) {
    ContactBlock::Column<condyle_touch> touches;
    for (int i = 0; i < block.count; ++i) {
      const Eigen::Vector3d& c = block.centroid[i];
      touches[i] = {block.proximity[i], rate[i], stiffness[i], {c.x(), c.y(), c.z()}};
    }
    ask(*law.user, contact, true, std::span(touches).first(count), samples);
  } else {
    evaluate(law, settings.dissipation, stiffness, std::span(block.proximity).first(count), rate,
             samples);
  }
  for (int i = 0; i < block.count; ++i) {
    block.pressure[i] = samples[i].force;
    block.stiffness[i] = samples[i].by_depth;
    block.normal_damping[i] = samples[i].by_rate;
    block.potential_energy[i] = samples[i].energy * block.area[i];
  }
}

void sample_points(const NormalLaw& law, double dissipation, double layer_stiffness,
                   std::span<const PatchPoint> points, const Twist& V_TC_C,
                   const condyle_contact& contact, std::vector<NormalSample>& samples) {
  thread_local std::vector<condyle_touch> touches;
  touches.clear();
  for (const PatchPoint& point : points) {
    const Eigen::Vector3d& p = point.p_C;
    const Eigen::Vector3d p_hit = p - point.depth * point.normal;
    const double rate = proximity_rate(point.normal, point.normal_T, velocity_at(p_hit, V_TC_C));
    touches.push_back({point.depth, rate, layer_stiffness, {p.x(), p.y(), p.z()}});
  }
  samples.assign(touches.size(), {});
  if (law.kind == NormalLawKind::user) return ask(*law.user, contact, false, touches, samples);
  for (std::size_t i = 0; i < touches.size(); ++i)
    samples[i] = evaluate(law, dissipation, touches[i].depth, touches[i].rate);
}

void press(std::span<const PatchPoint> points, std::span<const NormalSample> samples,
           std::span<const int> patch_of, ContactBlock& block) {
  for (int i = 0; i < block.count; ++i) {
    const PatchPoint& point = points[patch_of[i]];
    const NormalSample& sample = samples[patch_of[i]];
    const double per_area = block.proximity[i] / point.weight;
    block.pressure[i] = sample.force * per_area;
    block.stiffness[i] = sample.by_depth * per_area;
    block.normal_damping[i] = sample.by_rate * per_area;
    block.potential_energy[i] = sample.energy * per_area * block.area[i];
    block.centroid[i] = point.p_C;
    block.gradient[i] << point.p_C.cross(point.normal), point.normal;
  }
}

void damp(double dissipation, const ContactSurface& target, const Pose& X_CT, const Twist& V_TC_C,
          ContactBlock& block) {
  const Eigen::Matrix3d R_CT = X_CT.linear();
  const Pose X_TC = X_CT.inverse(Eigen::Isometry);
  for (int i = 0; i < block.count; ++i) {
    const Eigen::Vector3d n_c = block.normal(i);
    const Eigen::Vector3d p_hit = block.centroid[i] - block.proximity[i] * n_c;
    const Eigen::Vector3d n_t =
        plain_product(R_CT, target_normal(target, block.target_triangle[i], X_TC, p_hit));
    const double rate = proximity_rate(n_c, n_t, velocity_at(p_hit, V_TC_C));
    const double factor = std::max(0.0, 1 + 1.5 * dissipation * rate);
    block.normal_damping[i] = factor > 0 ? 1.5 * dissipation * block.pressure[i] : 0;
    block.pressure[i] *= factor;
    block.stiffness[i] *= factor;
  }
}

void rub(const Friction& friction, const Twist& V_TC_C, ContactBlock& block) {
  for (int i = 0; i < block.count; ++i) {
    const Eigen::Vector3d slip = slip_at(block.centroid[i], block.normal(i), V_TC_C);
    block.slip_damping[i] =
        block.pressure[i] * friction_coefficient_over_speed(friction, plain_norm(slip));
    block.traction[i] = -block.slip_damping[i] * slip;
  }
}

void rub(const UserFrictionLaw& law, const condyle_contact& contact, const Twist& V_TC_C,
         ContactBlock& block) {
  ContactBlock::Column<condyle_slip> asked;
  ContactBlock::Column<FrictionSample> samples;
  for (int i = 0; i < block.count; ++i)
    asked[i] = slip_of(block.centroid[i], slip_at(block.centroid[i], block.normal(i), V_TC_C),
                       block.pressure[i]);
  ask(law, contact, true, std::span(asked).first(static_cast<std::size_t>(block.count)), samples);
  for (int i = 0; i < block.count; ++i) {
    const Eigen::Vector3d slip = slip_at(block.centroid[i], block.normal(i), V_TC_C);
    block.slip_damping[i] = secant(samples[i], asked[i].speed);
    block.traction[i] = -block.slip_damping[i] * slip;
  }
}

void sample_points(const UserFrictionLaw& law, const condyle_contact& contact,
                   std::span<const PatchPoint> points, std::span<const NormalSample> pressed,
                   const Twist& V_TC_C, std::vector<FrictionSample>& samples) {
  thread_local std::vector<condyle_slip> asked;
  asked.clear();
  for (std::size_t i = 0; i < points.size(); ++i)
    asked.push_back(
        slip_of(points[i].p_C, slip_at(points[i].p_C, points[i].normal, V_TC_C), pressed[i].force));
  samples.assign(points.size(), {});
  ask(law, contact, false, asked, samples);
}

void rub(std::span<const NormalSample> pressed, std::span<const FrictionSample> samples,
         std::span<const int> patch_of, const Twist& V_TC_C, ContactBlock& block) {
  for (int i = 0; i < block.count; ++i) {
    const auto patch = static_cast<std::size_t>(patch_of[i]);
    const Eigen::Vector3d slip = slip_at(block.centroid[i], block.normal(i), V_TC_C);
    const double share = pressed[patch].force > 0 ? block.pressure[i] / pressed[patch].force : 0.0;
    block.slip_damping[i] = share * secant(samples[patch], plain_norm(slip));
    block.traction[i] = -block.slip_damping[i] * slip;
  }
}

}  // namespace condyle
