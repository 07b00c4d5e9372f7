#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "condyle/collision/proximity_window.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// A surface whose vertices the user moves between evaluations: the one who may change it. Pairs
/// notice the move by themselves, forget what they remember, and answer as pairs that are made anew
/// on the moved mesh would, to the bit. (Which triangles are neighbours was settled when it was
/// made: vertices that part or meet later change nothing of that.)
///
/// A move costs time in proportion to the mesh, and in the hierarchy to what has moved; when that
/// is built anew says TriangleTree::refit. Layers keep their thickness. Nobody may use the surface
/// while it is moved.
class DeformableSurface {
 public:
  /// As ContactSurface. A shape can not be deformed: give its mesh. Throws InputError.
  DeformableSurface(TriangleMesh mesh, const Layer& layer, std::string name = "surface");
  DeformableSurface(TriangleMesh mesh, std::vector<Layer> layers, std::string name = "surface");

  /// For pairs and colliders, for reading.
  const std::shared_ptr<const ContactSurface>& surface() const { return surface_; }

  /// Moves all vertices, in the mesh frame [m]. `velocities` [m/s], one for each or none where they
  /// rest, count in damping and friction from now on. Throws InputError, and changes nothing, for
  /// another number of vertices than the mesh has, one that is not finite, and where a triangle
  /// would get an area of 0. Allocates nothing after the first time, but where the hierarchy is
  /// built anew.
  void move_vertices(std::span<const Eigen::Vector3d> vertices,
                     std::span<const Eigen::Vector3d> velocities = {});

  /// Sets the velocities alone. Throws InputError as above.
  void set_velocities(std::span<const Eigen::Vector3d> velocities);

  /// Throws where move_vertices() would.
  void require_movable(std::span<const Eigen::Vector3d> vertices) const;

 private:
  void require_finite(std::span<const Eigen::Vector3d> vertices,
                      std::span<const Eigen::Vector3d> velocities) const;
  Eigen::Vector3d area_vector_doubled(std::span<const Eigen::Vector3d> vertices,
                                      std::size_t triangle) const;

  std::shared_ptr<ContactSurface> owned_;
  std::shared_ptr<const ContactSurface> surface_;
  std::vector<Eigen::Vector3d> normals_;  ///< of what is about to become the surface
  std::vector<double> areas_;             ///< the same
};

/// Velocity of the material of the casting side relative to the target's where a ray met it, beyond
/// that of the meshes' frames, expressed in C [m/s]; of surfaces whose vertices move.
Eigen::Vector3d drift_of(const ContactSurface& casting, const ContactSurface& target,
                         const ProximityHit& hit, const Eigen::Matrix3d& R_CT, const Pose& X_TC);

}  // namespace condyle
