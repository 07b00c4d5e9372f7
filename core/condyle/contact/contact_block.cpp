#include "condyle/contact/contact_block.h"

#include <Eigen/Geometry>

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
    block.centroid[i] = {cx, cy, cz};
    block.normal[i] = {nx, ny, nz};
    block.gradient[i] << cy * nz - cz * ny, cz * nx - cx * nz, cx * ny - cy * nx, nx, ny, nz;
  }
}

}  // namespace condyle
