#include "condyle/contact/contact_pair.h"

#include <algorithm>
#include <utility>

#include "condyle/contact/contact_linearisation.h"
#include "condyle/error.h"

namespace condyle {
namespace {

std::shared_ptr<const ContactSurface> present(std::shared_ptr<const ContactSurface> surface) {
  if (!surface) throw InputError("contact pair: a surface is missing; give a casting and a target");
  return surface;
}

CastingRays rays_of(const ContactSurface& casting) {
  return {casting.centroids(), casting.normals()};
}

void size_map(SideMap& map, const ContactSurface& surface) {
  const auto n = static_cast<std::size_t>(surface.triangle_count());
  map.proximity.assign(n, 0.0);
  map.pressure.assign(n, 0.0);
  map.potential_energy.assign(n, 0.0);
  map.partner.assign(n, -1);
}

Eigen::Vector3d velocity_at(const Eigen::Vector3d& point, const Twist& V) {
  return V.linear + V.angular.cross(point);
}

/// Hunt-Crossley: the elastic pressure times 1 + 3/2 c d', and never below zero.
void damp(TriangleContact& contact, double dissipation, double rate_of_proximity) {
  const double factor = 1 + 1.5 * dissipation * rate_of_proximity;
  if (factor > 0) contact.normal_damping = 1.5 * dissipation * contact.pressure;
  contact.pressure *= std::max(0.0, factor);
  contact.stiffness *= std::max(0.0, factor);
}

/// Coulomb traction against the velocity's part along the triangle.
void rub(TriangleContact& contact, const Friction& friction, const Eigen::Vector3d& velocity) {
  const Eigen::Vector3d slip = velocity - velocity.dot(contact.normal) * contact.normal;
  contact.slip_damping = contact.pressure * friction_coefficient_over_speed(friction, slip.norm());
  contact.traction = -contact.slip_damping * slip;
}

}  // namespace

double proximity_rate(const Eigen::Vector3d& casting_normal, const Eigen::Vector3d& target_normal,
                      const Eigen::Vector3d& velocity) {
  return velocity.dot(target_normal) / casting_normal.dot(target_normal);
}

ContactPair::ContactPair(std::shared_ptr<const ContactSurface> casting,
                         std::shared_ptr<const ContactSurface> target,
                         const ContactSettings& settings, std::vector<Region> regions)
    : casting_(present(std::move(casting))),
      target_(present(std::move(target))),
      search_(rays_of(*casting_), casting_->tree(), target_->tree()),
      region_sums_(*casting_, std::move(regions)),
      patch_finder_(*casting_),
      target_map_(*casting_, *target_) {
  set_settings(settings);
  size_map(result_.casting, *casting_);
  size_map(result_.target, *target_);
  result_.regions = region_sums_.empty_statistics();
}

void ContactPair::set_settings(const ContactSettings& settings) {
  require_valid(settings, "contact of " + casting_->name() + " on " + target_->name());
  settings_ = settings;
  uniform_law_ = make_pressure_law(casting_->layer(0), target_->layer(0), settings_);
}

PressureLaw ContactPair::law(int casting_triangle, int target_triangle) const {
  if (casting_->has_uniform_layer() && target_->has_uniform_layer()) return uniform_law_;
  return make_pressure_law(casting_->layer(casting_triangle), target_->layer(target_triangle),
                           settings_);
}

const ContactResult& ContactPair::evaluate(const Pose& X_CT, const Twist& V_TC_C) {
  return assemble(find_hits(X_CT), X_CT, V_TC_C);
}

std::span<const ProximityHit> ContactPair::find_hits(const Pose& X_CT, double reach) {
  const ProximityWindow window{std::min(settings_.min_proximity, -reach), settings_.max_proximity,
                               settings_.two_sided};
  search_.find(X_CT, window, found_);
  return found_;
}

const ContactResult& ContactPair::assemble(std::span<const ProximityHit> hits, const Pose& X_CT,
                                           const Twist& V_TC_C) {
  clear_casting_map();
  if (hits.data() == result_.hits.data()) {
    result_.hits.resize(hits.size());
  } else {
    result_.hits.assign(hits.begin(), hits.end());
  }
  press(X_CT, V_TC_C);
  region_sums_.sum(contacts_, result_);
  patch_finder_.find(contacts_, result_);
  target_map_.make(result_.hits, result_.casting, X_CT, result_.target);
  const auto [stiffness, damping] = linearise(contacts_);
  result_.stiffness = stiffness;
  result_.damping = damping;
  result_.F_casting_C = {result_.total.contact_moment, result_.total.contact_force};
  result_.F_target_C = {-result_.total.contact_moment, -result_.total.contact_force};
  return result_;
}

void ContactPair::clear_casting_map() {
  SideMap& map = result_.casting;
  for (const ProximityHit& hit : result_.hits) {
    const int c = hit.casting_triangle;
    map.proximity[c] = map.pressure[c] = map.potential_energy[c] = 0;
    map.partner[c] = -1;
  }
}

void ContactPair::press(const Pose& X_CT, const Twist& V_TC_C) {
  contacts_.clear();
  result_.clamped_triangles = 0;
  result_.traction.assign(result_.hits.size(), Eigen::Vector3d::Zero());
  const double least = std::max(0.0, settings_.min_proximity);
  for (std::size_t i = 0; i < result_.hits.size(); ++i) {
    const ProximityHit& hit = result_.hits[i];
    const int c = hit.casting_triangle;
    result_.casting.proximity[c] = hit.proximity;
    result_.casting.partner[c] = hit.target_triangle;
    if (!(hit.proximity > least)) continue;
    const TriangleContact contact = contact_at(hit, X_CT, V_TC_C);
    result_.casting.pressure[c] = contact.pressure;
    result_.casting.potential_energy[c] = contact.potential_energy;
    result_.traction[i] = contact.traction;
    contacts_.push_back(contact);
  }
}

TriangleContact ContactPair::contact_at(const ProximityHit& hit, const Pose& X_CT,
                                        const Twist& V_TC_C) {
  const int c = hit.casting_triangle;
  const PressureSample elastic = condyle::evaluate(law(c, hit.target_triangle), hit.proximity);
  if (elastic.clamped) ++result_.clamped_triangles;

  TriangleContact contact;
  contact.casting_triangle = c;
  contact.area = casting_->areas()[c];
  contact.proximity = hit.proximity;
  contact.pressure = elastic.pressure;
  contact.stiffness = elastic.stiffness;
  contact.potential_energy = elastic.energy_density * contact.area;
  contact.centroid = casting_->centroids()[c];
  contact.normal = casting_->normals()[c];
  if (settings_.dissipation > 0) {
    const Eigen::Vector3d n_t = X_CT.linear() * target_->normals()[hit.target_triangle];
    const Eigen::Vector3d p_hit = contact.centroid - hit.proximity * contact.normal;
    damp(contact, settings_.dissipation,
         proximity_rate(contact.normal, n_t, velocity_at(p_hit, V_TC_C)));
  }
  if (settings_.friction.static_coefficient > 0) {
    rub(contact, settings_.friction, velocity_at(contact.centroid, V_TC_C));
  }
  contact.force = contact.area * (contact.traction - contact.pressure * contact.normal);
  return contact;
}

}  // namespace condyle
