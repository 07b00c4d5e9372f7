#include "core/src/contact/contact_total.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace condyle {
namespace {

/// Converts a wrench in C about C's origin to F and F's origin.
Wrench in_total(const ContactPart& part, const Eigen::Vector3d& moment,
                const Eigen::Vector3d& force) {
  const double sign = part.is_reversed ? -1 : 1;
  const Eigen::Vector3d force_F = sign * (part.X_FC.linear() * force);
  return {sign * (part.X_FC.linear() * moment) + part.X_FC.translation().cross(force_F), force_F};
}

/// Sums of the weights of centres and means.
struct Weights {
  double proximity = 0, pressure = 0;  ///< sums of proximity and pressure times area
  Eigen::Vector3d at_proximity = Eigen::Vector3d::Zero(), at_pressure = at_proximity;
};

void add(const ContactPart& part, ContactStatistics& total, Weights& weights) {
  const ContactStatistics& s = part.statistics;
  if (s.n_contacting == 0) return;
  const Wrench all = in_total(part, s.contact_moment, s.contact_force);
  const Wrench friction = in_total(part, s.friction_moment, s.friction_force);
  const double proximity = s.mean_proximity * s.contact_area;
  const double pressure = s.mean_pressure * s.contact_area;
  total.n_contacting += s.n_contacting;
  total.contact_area += s.contact_area;
  total.mean_proximity_of_triangles += s.n_contacting * s.mean_proximity_of_triangles;
  total.mean_pressure_of_triangles += s.n_contacting * s.mean_pressure_of_triangles;
  total.max_proximity = std::max(total.max_proximity, s.max_proximity);
  total.max_pressure = std::max(total.max_pressure, s.max_pressure);
  total.contact_force += all.force;
  total.contact_moment += all.moment;
  total.friction_force += friction.force;
  total.friction_moment += friction.moment;
  total.potential_energy += s.potential_energy;
  weights.proximity += proximity;
  weights.pressure += pressure;
  weights.at_proximity += proximity * (part.X_FC * s.center_of_proximity);
  weights.at_pressure += pressure * (part.X_FC * s.center_of_pressure);
}

}  // namespace

ContactStatistics total_of(std::span<const ContactPart> parts) {
  ContactStatistics total;
  Weights weights;
  for (const ContactPart& part : parts) add(part, total, weights);
  if (total.n_contacting == 0) return total;
  total.mean_proximity_of_triangles /= total.n_contacting;
  total.mean_pressure_of_triangles /= total.n_contacting;
  total.mean_proximity = weights.proximity / total.contact_area;
  total.mean_pressure = weights.pressure / total.contact_area;
  total.center_of_proximity = weights.at_proximity / weights.proximity;
  if (weights.pressure > 0) total.center_of_pressure = weights.at_pressure / weights.pressure;
  return total;
}

Twist velocity_in_total(const ContactPart& part, const Twist& V_TC_C) {
  const double sign = part.is_reversed ? -1 : 1;
  const Eigen::Vector3d angular = sign * (part.X_FC.linear() * V_TC_C.angular);
  const Eigen::Vector3d linear = sign * (part.X_FC.linear() * V_TC_C.linear);
  return {angular, linear - angular.cross(part.X_FC.translation())};
}

}  // namespace condyle
