#include "core/src/contact/contact_pressure.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/laws/user_call.h"
#include "core/src/contact/surface/plain_vectors.h"
#include "core/src/contact/surface/surfaces_at_hit.h"

namespace condyle {
namespace {

Eigen::Vector3d velocity_at(const Eigen::Vector3d& point, const Twist& V) {
  return V.linear + V.angular.cross(point);
}

PlainTwist plain(const Twist& V) {
  PlainTwist same;
  for (int k = 0; k < 3; ++k) same.angular[k] = V.angular[k], same.linear[k] = V.linear[k];
  return same;
}

/// Returns [p x v; v].
Vector6 moment_and(const Eigen::Vector3d& p, const Eigen::Vector3d& v) {
  Vector6 both;
  both << p.y() * v.z() - p.z() * v.y(), p.z() * v.x() - p.x() * v.z(),
      p.x() * v.y() - p.y() * v.x(), v;
  return both;
}

Eigen::Vector3d hit_of(const ContactBlock& block, int i) {
  return vector_at(block.centroid, i) - block.proximity[i] * vector_at(block.normal, i);
}

Eigen::Vector3d slip_at(const Eigen::Vector3d& point, const Eigen::Vector3d& normal,
                        const Twist& V) {
  const Eigen::Vector3d velocity = velocity_at(point, V);
  return velocity - plain_dot(velocity, normal) * normal;
}

Eigen::Vector3d slip_of(const ContactBlock& block, int i, const Twist& V) {
  return slip_at(vector_at(block.rubs_at, i), vector_at(block.rubs_across, i), V);
}

condyle_slip asked(const Eigen::Vector3d& point, const Eigen::Vector3d& slip, double normal) {
  return {plain_norm(slip), normal, {point.x(), point.y(), point.z()}};
}

/// Friction over slip speed, with its limit at rest.
double secant(const FrictionSample& sample, double speed) {
  return speed > 0 ? sample.force / speed : sample.by_speed;
}

/// Returns 1 if the proximity is beyond the law's range, else 0.
int press_one(const PressureLaw& law, ContactBlock& block, int i) {
  const PressureSample elastic = evaluate(law, block.proximity[i]);
  block.pressure[i] = elastic.pressure;
  block.stiffness[i] = elastic.stiffness;
  block.potential_energy[i] = elastic.energy_density * block.area[i];
  return elastic.clamped ? 1 : 0;
}

}  // namespace

void face_casting(bool rubs, ContactBlock& block) { contact_kernels().face_casting(rubs, block); }

void face_target(const ContactSurface& target, const Facing& facing, const Twist& V_TC_C,
                 ContactBlock& block) {
  for (int i = 0; i < block.count; ++i)
    put(target_normal(target, block.target_triangle[i], facing.X_TC, hit_of(block, i)),
        block.target_normal, i);
  for (int i = block.count; i % 8 != 0; ++i) put(Eigen::Vector3d::Zero(), block.target_normal, i);
  FaceBlock task{.V = plain(V_TC_C),
                 .follows_target = facing.follows_target,
                 .two_sided = facing.two_sided,
                 .rubs_at_hit = facing.rubs_at_hit};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) task.R_CT[i][j] = facing.X_CT.linear()(i, j);
  contact_kernels().face_target(task, block);
}

void release_grazing(ContactBlock& block) { contact_kernels().release(block); }

int press_springs(const PressureLaw& law, ContactBlock& block) {
  int clamped = 0;
  if (law.formulation == Formulation::linear)
    contact_kernels().press(law.initial_stiffness, block);
  else
    for (int i = 0; i < block.count; ++i) clamped += press_one(law, block, i);
  return clamped;
}

int press_springs_of_layers(const ContactSurface& casting, const ContactSurface& target,
                            const ContactSettings& settings, ContactBlock& block) {
  int clamped = 0;
  for (int i = 0; i < block.count; ++i) {
    clamped += press_one(make_pressure_law(casting.layer(block.casting_triangle[i]),
                                           target.layer(block.target_triangle[i]), settings),
                         block, i);
  }
  return clamped;
}

void press_triangles(const NormalLaw& law, const ContactSurface& casting,
                     const ContactSettings& settings, const ContactSurface& target,
                     const condyle_contact& contact, ContactBlock& block) {
  const bool is_users = law.kind == NormalLawKind::user;
  ContactBlock::Column<double> stiffness = {};
  for (int i = 0; i < block.count; ++i) {
    if (is_of_layers(law) || is_users)
      stiffness[i] = make_pressure_law(casting.layer(block.casting_triangle[i]),
                                       target.layer(block.target_triangle[i]), settings)
                         .initial_stiffness;
  }
  ContactBlock::Column<NormalSample> samples;
  const auto count = static_cast<std::size_t>(block.count);
  if (is_users) {
    ContactBlock::Column<condyle_touch> touches;
    for (int i = 0; i < block.count; ++i) {
      const Eigen::Vector3d c = vector_at(block.rubs_at, i);
      touches[i] = {block.proximity[i], block.rate[i], stiffness[i], {c.x(), c.y(), c.z()}};
    }
    ask(*law.user, contact, true, std::span(touches).first(count), samples);
  } else {
    evaluate(law, settings.dissipation, stiffness, std::span(block.proximity).first(count),
             block.rate, samples);
  }
  for (int i = 0; i < block.count; ++i) {
    block.pressure[i] = samples[i].force;
    block.stiffness[i] = samples[i].by_depth;
    block.normal_damping[i] = samples[i].by_rate;
    block.potential_energy[i] = samples[i].energy * block.area[i];
  }
}

void sample_pressure_of_patches(const NormalLaw& law, double dissipation, double layer_stiffness,
                                std::span<const PatchPoint> points, const Twist& V_TC_C,
                                const condyle_contact& contact,
                                std::vector<NormalSample>& samples) {
  thread_local std::vector<condyle_touch> touches;
  touches.clear();
  for (const PatchPoint& point : points) {
    const Eigen::Vector3d& p = point.p_C;
    const Eigen::Vector3d p_hit = point.hit();
    const double rate = plain_dot(point.normal, velocity_at(p_hit, V_TC_C));
    touches.push_back({point.depth, rate, layer_stiffness, {p.x(), p.y(), p.z()}});
  }
  samples.assign(touches.size(), {});
  if (law.kind == NormalLawKind::user) return ask(*law.user, contact, false, touches, samples);
  for (std::size_t i = 0; i < touches.size(); ++i)
    samples[i] = evaluate(law, dissipation, touches[i].depth, touches[i].rate);
}

void press_patches(std::span<const PatchPoint> points, std::span<const NormalSample> samples,
                   std::span<const int> patch_of, ForceDirection direction, ContactBlock& block) {
  const bool at_hit = direction == ForceDirection::target;
  for (int i = 0; i < block.count; ++i) {
    const PatchPoint& point = points[patch_of[i]];
    const NormalSample& sample = samples[patch_of[i]];
    const double per_area = block.proximity[i] / point.weight;
    block.pressure[i] = sample.force * per_area;
    block.stiffness[i] = sample.by_depth * per_area;
    block.normal_damping[i] = sample.by_rate * per_area;
    block.potential_energy[i] = sample.energy * per_area * block.area[i];
    put(point.p_C, block.centroid, i);
    put(moment_and(point.p_C, point.normal), block.gradient, i);
    put(point.normal, block.rubs_across, i);
    put(at_hit ? point.hit() : point.p_C, block.rubs_at, i);
    block.cover[i] = 1;
  }
}

void damp(double dissipation, ContactBlock& block) { contact_kernels().damp(dissipation, block); }

void rub_triangles(const Friction& friction, const Twist& V_TC_C, ContactBlock& block) {
  contact_kernels().rub(curve_of(friction), plain(V_TC_C), block);
}

void rub_nowhere(ContactBlock& block) {
  std::fill_n(block.slip_damping, ContactBlock::k_most, 0.0);
  for (int i = 0; i < block.count; ++i) put(Eigen::Vector3d::Zero(), block.traction, i);
}

void find_friction(ContactBlock& block) { contact_kernels().find_friction(block); }

void rub_by_users_law(const UserFrictionLaw& law, const condyle_contact& contact,
                      const Twist& V_TC_C, ContactBlock& block) {
  ContactBlock::Column<condyle_slip> slips;
  ContactBlock::Column<FrictionSample> samples;
  for (int i = 0; i < block.count; ++i)
    slips[i] = asked(vector_at(block.rubs_at, i), slip_of(block, i, V_TC_C), block.pressure[i]);
  ask(law, contact, true, std::span(slips).first(block.count), samples);
  for (int i = 0; i < block.count; ++i) {
    block.slip_damping[i] = block.cover[i] * secant(samples[i], slips[i].speed);
    put(-block.slip_damping[i] * slip_of(block, i, V_TC_C), block.traction, i);
  }
}

void sample_friction_of_patches(const UserFrictionLaw& law, const condyle_contact& contact,
                                std::span<const PatchPoint> points,
                                std::span<const NormalSample> pressed, ForceDirection direction,
                                const Twist& V_TC_C, std::vector<FrictionSample>& samples) {
  thread_local std::vector<condyle_slip> slips;
  slips.clear();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Eigen::Vector3d at =
        direction == ForceDirection::target ? points[i].hit() : points[i].p_C;
    slips.push_back(asked(at, slip_at(at, points[i].normal, V_TC_C), pressed[i].force));
  }
  samples.assign(points.size(), {});
  ask(law, contact, false, slips, samples);
}

void rub_patches(std::span<const NormalSample> pressed, std::span<const FrictionSample> samples,
                 std::span<const int> patch_of, const Twist& V_TC_C, ContactBlock& block) {
  for (int i = 0; i < block.count; ++i) {
    const auto patch = static_cast<std::size_t>(patch_of[i]);
    const Eigen::Vector3d slip = slip_of(block, i, V_TC_C);
    const double share = pressed[patch].force > 0 ? block.pressure[i] / pressed[patch].force : 0.0;
    block.slip_damping[i] = share * secant(samples[patch], plain_norm(slip));
    put(-block.slip_damping[i] * slip, block.traction, i);
  }
}

}  // namespace condyle
