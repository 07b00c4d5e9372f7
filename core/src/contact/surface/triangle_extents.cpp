#include "core/src/contact/surface/triangle_extents.h"

#include <algorithm>
#include <cmath>

#include "core/src/contact/surface/parts_on_shape.h"
#include "core/src/contact/surface/plain_vectors.h"

namespace condyle {

using Eigen::Vector3d;

Vector3d corner_of(const ContactSurface& surface, int triangle, int k) {
  return surface.mesh().vertices[surface.mesh().triangles[triangle][k]];
}

double radius_of(const ContactSurface& surface, int triangle) {
  const Vector3d& centroid = surface.centroids()[triangle];
  double radius = 0;
  for (int k = 0; k < 3; ++k)
    radius = std::max(radius, plain_norm(corner_of(surface, triangle, k) - centroid));
  return radius;
}

TriangleExtents extents_of(const ContactSurface& surface, int triangle) {
  const Vector3d &normal = surface.normals()[triangle], &centroid = surface.centroids()[triangle];
  TriangleExtents extents{radius_of(surface, triangle)};
  for (int k = 0; k < 3; ++k) {
    const Vector3d p = corner_of(surface, triangle, k);
    const Vector3d change = centroid_on(*surface.shape(), normal, {p, p, p}).normal - normal;
    extents.turn = std::max(extents.turn, plain_norm(change));
    extents.bend = std::max(extents.bend, std::abs(plain_dot(change, p - centroid)) / 2);
  }
  return extents;
}

TriangleExtents largest_extents(const ContactSurface& surface) {
  TriangleExtents largest;
  for (int t = 0; t < surface.triangle_count(); ++t) {
    const TriangleExtents one = extents_of(surface, t);
    largest = {std::max(largest.radius, one.radius), std::max(largest.turn, one.turn),
               std::max(largest.bend, one.bend)};
  }
  return largest;
}

}  // namespace condyle
