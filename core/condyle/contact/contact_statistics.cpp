#include "condyle/contact/contact_statistics.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace condyle {

void ContactSums::add(const TriangleContact& contact) {
  const double d_area = contact.proximity * contact.area;
  const double p_area = contact.pressure * contact.area;
  ++count;
  area += contact.area;
  proximity += contact.proximity;
  max_proximity = std::max(max_proximity, contact.proximity);
  pressure += contact.pressure;
  max_pressure = std::max(max_pressure, contact.pressure);
  proximity_area += d_area;
  pressure_area += p_area;
  first_moment_of_proximity += d_area * contact.centroid;
  first_moment_of_pressure += p_area * contact.centroid;
  force += contact.force;
  moment += contact.centroid.cross(contact.force);
  energy += contact.potential_energy;
}

void ContactSums::add(const ContactSums& other) {
  count += other.count;
  area += other.area;
  proximity += other.proximity;
  max_proximity = std::max(max_proximity, other.max_proximity);
  pressure += other.pressure;
  max_pressure = std::max(max_pressure, other.max_pressure);
  proximity_area += other.proximity_area;
  pressure_area += other.pressure_area;
  first_moment_of_proximity += other.first_moment_of_proximity;
  first_moment_of_pressure += other.first_moment_of_pressure;
  force += other.force;
  moment += other.moment;
  energy += other.energy;
}

ContactStatistics statistics_of(const ContactSums& sums) {
  ContactStatistics statistics;
  if (sums.count == 0) return statistics;
  statistics.n_contacting = sums.count;
  statistics.contact_area = sums.area;
  statistics.mean_proximity = sums.proximity / sums.count;
  statistics.max_proximity = sums.max_proximity;
  statistics.mean_pressure = sums.pressure / sums.count;
  statistics.max_pressure = sums.max_pressure;
  statistics.area_weighted_mean_proximity = sums.proximity_area / sums.area;
  statistics.area_weighted_mean_pressure = sums.pressure_area / sums.area;
  statistics.center_of_proximity = sums.first_moment_of_proximity / sums.proximity_area;
  // Damping can take all pressure away from triangles that still overlap.
  if (sums.pressure_area > 0) {
    statistics.center_of_pressure = sums.first_moment_of_pressure / sums.pressure_area;
  }
  statistics.contact_force = sums.force;
  statistics.contact_moment = sums.moment;
  statistics.potential_energy = sums.energy;
  return statistics;
}

}  // namespace condyle
