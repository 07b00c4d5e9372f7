#include "core/src/contact/contact_block.h"

namespace condyle {

void copy(const ContactBlock& from, int i, double per_area, double whole, ContactBlock& to, int j) {
  to.pressure[j] = per_area * from.pressure[i];
  to.stiffness[j] = per_area * from.stiffness[i];
  to.normal_damping[j] = per_area * from.normal_damping[i];
  to.potential_energy[j] = whole * from.potential_energy[i];
  put(vector_at(from.centroid, i), to.centroid, j);
  put(vector_at(from.gradient, i), to.gradient, j);
  put(per_area * vector_at(from.traction, i), to.traction, j);
  put(whole * vector_at(from.friction, i), to.friction, j);
  put(vector_at(from.rubs_at, i), to.rubs_at, j);
  to.cover[j] = from.cover[i];
  to.slip_damping[j] = per_area * from.slip_damping[i];
}

void pad(ContactBlock& block) {
  for (int i = block.count; i % 8 != 0; ++i) {
    block.area[i] = block.proximity[i] = block.pressure[i] = block.potential_energy[i] = 0;
    block.stiffness[i] = block.normal_damping[i] = 0;
    put(Eigen::Vector3d::Zero(), block.centroid, i);
    put(Vector6::Zero(), block.gradient, i);
  }
}

}  // namespace condyle
