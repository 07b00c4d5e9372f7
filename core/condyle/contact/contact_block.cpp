#include "condyle/contact/contact_block.h"

namespace condyle {

void gather(std::span<const ProximityHit> hits, std::span<const int> chosen,
            const ContactSurface& casting, double share, ContactBlock& block) {
  const Eigen::Vector3d* const centroids = casting.centroids().data();
  const Eigen::Vector3d* const normals = casting.normals().data();
  const double* const areas = casting.areas().data();
  block.count = static_cast<int>(chosen.size());
  for (int i = 0; i < block.count; ++i) {
    const ProximityHit& hit = hits[chosen[i]];
    const int t = hit.casting_triangle;
    const double cx = centroids[t].x(), cy = centroids[t].y(), cz = centroids[t].z();
    const double nx = normals[t].x(), ny = normals[t].y(), nz = normals[t].z();
    block.casting_triangle[i] = t;
    block.target_triangle[i] = hit.target_triangle;
    block.proximity[i] = hit.proximity;
    block.area[i] = share * areas[t];
    block.centroid.set(i, {cx, cy, cz});
    block.normal.set(i, {nx, ny, nz});
  }
  for (int i = block.count; i % 8 != 0; ++i) {
    block.proximity[i] = block.area[i] = 0;
    block.centroid.set(i, Eigen::Vector3d::Zero());
    block.normal.set(i, Eigen::Vector3d::Zero());
  }
}

void pad(ContactBlock& block) {
  for (int i = block.count; i % 8 != 0; ++i) {
    block.area[i] = block.proximity[i] = block.pressure[i] = block.potential_energy[i] = 0;
    block.stiffness[i] = block.normal_damping[i] = 0;
    block.centroid.set(i, Eigen::Vector3d::Zero());
    block.gradient.set(i, Vector6::Zero());
  }
}

ContactColumns columns_of(const ContactBlock& block) {
  ContactColumns columns = {.count = block.count,
                            .area = block.area.data(),
                            .energy = block.potential_energy.data(),
                            .value = {block.proximity.data(), block.pressure.data()},
                            .centroid = {},
                            .gradient = {},
                            .octant = nullptr};
  for (int k = 0; k < 3; ++k) columns.centroid[k] = block.centroid.column(k);
  for (int k = 0; k < 6; ++k) columns.gradient[k] = block.gradient.column(k);
  return columns;
}

ForceColumns force_columns_of(ContactBlock& block) {
  ForceColumns columns = {.count = block.count,
                          .area = block.area.data(),
                          .proximity = block.proximity.data(),
                          .centroid = {},
                          .normal = {},
                          .target_normal = {},
                          .gradient = {},
                          .rubs_at = {},
                          .rubs_across = {},
                          .traction = {},
                          .friction = {},
                          .cover = block.cover.data(),
                          .pressure = block.pressure.data(),
                          .stiffness = block.stiffness.data(),
                          .energy = block.potential_energy.data(),
                          .normal_damping = block.normal_damping.data(),
                          .slip_damping = block.slip_damping.data()};
  for (int k = 0; k < 3; ++k) {
    columns.centroid[k] = block.centroid.column(k);
    columns.normal[k] = block.normal.column(k);
    columns.target_normal[k] = block.target_normal.column(k);
    columns.rubs_at[k] = block.rubs_at.column(k);
    columns.rubs_across[k] = block.rubs_across.column(k);
    columns.traction[k] = block.traction.column(k);
  }
  for (int k = 0; k < 6; ++k) {
    columns.gradient[k] = block.gradient.column(k);
    columns.friction[k] = block.friction.column(k);
  }
  return columns;
}

}  // namespace condyle
