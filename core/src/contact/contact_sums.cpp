#include "core/src/contact/contact_sums.h"

namespace condyle {

void ContactSums::add_friction(const ContactBlock& block, int first, int last) {
  for (int i = first; i < last; ++i) {
    const Vector6 f = vector_at(block.friction, i);
    const Double2 f0(f[0], f[1]), f1(f[2], f[3]), f2(f[4], f[5]);
    friction0 += f0, friction1 += f1, friction2 += f2;
    wrench0 += f0, wrench1 += f1, wrench2 += f2;
  }
}

void ContactSums::add(const ContactSums& other) {
  count += other.count;
  area_energy += other.area_energy;
  value += other.value;
  largest = largest.max(other.largest);
  weight += other.weight;
  first_x += other.first_x;
  first_y += other.first_y;
  first_z += other.first_z;
  wrench0 += other.wrench0;
  wrench1 += other.wrench1;
  wrench2 += other.wrench2;
  friction0 += other.friction0;
  friction1 += other.friction1;
  friction2 += other.friction2;
}

ContactStatistics statistics_of(const ContactSums& sums) {
  ContactStatistics statistics;
  if (sums.count == 0) return statistics;
  const double area = sums.area_energy[0];
  const Double2 mean = sums.value / sums.count, weighted_mean = sums.weight / area;
  statistics.n_contacting = sums.count;
  statistics.contact_area = area;
  statistics.mean_proximity_of_triangles = mean[0];
  statistics.max_proximity = sums.largest[0];
  statistics.mean_pressure_of_triangles = mean[1];
  statistics.max_pressure = sums.largest[1];
  statistics.mean_proximity = weighted_mean[0];
  statistics.mean_pressure = weighted_mean[1];
  const Double2 x = sums.first_x / sums.weight, y = sums.first_y / sums.weight,
                z = sums.first_z / sums.weight;
  statistics.center_of_proximity = {x[0], y[0], z[0]};
  // Damping can take all pressure away from triangles that still overlap.
  if (sums.weight[1] > 0) statistics.center_of_pressure = {x[1], y[1], z[1]};
  statistics.contact_moment = {sums.wrench0[0], sums.wrench0[1], sums.wrench1[0]};
  statistics.contact_force = {sums.wrench1[1], sums.wrench2[0], sums.wrench2[1]};
  statistics.friction_moment = {sums.friction0[0], sums.friction0[1], sums.friction1[0]};
  statistics.friction_force = {sums.friction1[1], sums.friction2[0], sums.friction2[1]};
  statistics.potential_energy = sums.area_energy[1];
  return statistics;
}

}  // namespace condyle
