#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "condyle/collision/proximity_window.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/contact/layer.h"
#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"

namespace condyle {

/// A surface whose vertices the user moves between evaluations. Only this class may change it.
/// Pairs notice the move, drop the data that they kept, and give the results of new pairs on the
/// moved mesh, to the bit. (Triangles keep the neighbours that they had at construction, even if
/// vertices part or meet later.)
///
/// A move takes time in proportion to the size of the mesh. TriangleTree::refit says when it builds
/// the hierarchy again. Layers keep their thickness. No thread may use the surface during a move.
class DeformableSurface {
 public:
  /// Throws InputError as ContactSurface does. A shape cannot be deformed; pass its mesh instead.
  DeformableSurface(TriangleMesh mesh, const Layer& layer, std::string name = "surface");
  DeformableSurface(TriangleMesh mesh, std::vector<Layer> layers, std::string name = "surface");

  /// The surface for pairs and colliders, which only read it.
  const std::shared_ptr<const ContactSurface>& surface() const { return surface_; }

  /// Moves all vertices, in the mesh frame [m]. `velocities` [m/s], one per vertex or none if all
  /// are at rest, count in damping and friction from now on. Throws InputError, and changes
  /// nothing, if the number of vertices is not that of the mesh, a value is not finite, or a
  /// triangle would get zero area. Allocates nothing after the first call unless the hierarchy is
  /// built again.
  void move_vertices(std::span<const Eigen::Vector3d> vertices,
                     std::span<const Eigen::Vector3d> velocities = {});

  /// Sets only the velocities. Throws InputError as move_vertices() does.
  void set_velocities(std::span<const Eigen::Vector3d> velocities);

  /// Throws InputError if move_vertices() would reject these vertices.
  void require_movable(std::span<const Eigen::Vector3d> vertices) const;

 private:
  void require_finite(std::span<const Eigen::Vector3d> vertices,
                      std::span<const Eigen::Vector3d> velocities) const;
  Eigen::Vector3d area_vector_doubled(std::span<const Eigen::Vector3d> vertices,
                                      std::size_t triangle) const;

  std::shared_ptr<ContactSurface> owned_;
  std::shared_ptr<const ContactSurface> surface_;
  std::vector<Eigen::Vector3d> normals_;  ///< normals of the surface during a move
  std::vector<double> areas_;             ///< areas of the surface during a move
};

/// Velocity of the casting surface's material relative to the target's at a hit, without the
/// velocity of the meshes' frames, expressed in C [m/s]. Zero unless vertices move.
Eigen::Vector3d drift_of(const ContactSurface& casting, const ContactSurface& target,
                         const ProximityHit& hit, const Eigen::Matrix3d& R_CT, const Pose& X_TC);

}  // namespace condyle
