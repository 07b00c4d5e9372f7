#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "condyle/contact/contact_pair.h"
#include "condyle/mesh/primitives.h"

namespace condyle::test {

using Eigen::Vector3d;

/// Cartilage of 3 mm on both sides, which make one lumped layer of 6 mm. Thickness [m], modulus
/// [Pa].
inline const Layer k_layer{5e6, 0.45, 3e-3};
inline const double k_thickness = 6e-3;
inline const double k_modulus = constrained_modulus(5e6, 0.45);

inline std::shared_ptr<const ContactSurface> surface(TriangleMesh mesh,
                                                     const Layer& layer = k_layer) {
  return std::make_shared<const ContactSurface>(std::move(mesh), layer);
}

inline Pose translation(double x, double y, double z) {
  Pose X = Pose::Identity();
  X.translation() = Vector3d(x, y, z);
  return X;
}

inline Pose rotation(double angle, const Vector3d& axis) {
  Pose X = Pose::Identity();
  X.linear() = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
  return X;
}

/// Settings with forces along the casting normals, as in closed forms of a foundation on the
/// casting side.
inline ContactSettings along_casting(ContactSettings settings = {}) {
  settings.force_direction = ForceDirection::casting;
  return settings;
}

/// The triangles whose centroids satisfy `keep`.
template <class Predicate>
TriangleMesh cropped(const TriangleMesh& mesh, Predicate&& keep) {
  TriangleMesh part{mesh.vertices, {}};
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    if (keep(centroid(mesh, t))) part.triangles.push_back(mesh.triangles[t]);
  }
  return welded(part);
}

/// The mesh turned inside out.
inline TriangleMesh inverted(TriangleMesh mesh) {
  for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  return mesh;
}

/// The part of a sphere around the origin up to `height` above its bottom. Turned, so that results
/// do not depend on the orientation of the icosphere.
inline TriangleMesh sphere_cap(double radius, int subdivisions, double height,
                               const Pose& X = Pose::Identity()) {
  return cropped(transformed(mesh::make_icosphere(radius, subdivisions), X),
                 [=](const Vector3d& c) { return c.z() < height - radius; });
}

/// A large square in the plane z = 0, facing up.
inline TriangleMesh plate(double size = 0.2) { return mesh::make_plane_grid(size, size, 1, 1); }

}  // namespace condyle::test
