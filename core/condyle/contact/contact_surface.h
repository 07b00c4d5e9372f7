#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/collision/triangle_tree.h"
#include "condyle/contact/casting_nodes.h"
#include "condyle/contact/layer.h"
#include "condyle/geometry/shape.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A mesh, or an analytic shape, with its layer: what one side of a contact needs. Immutable,
/// unless a DeformableSurface owns it; one surface may serve any number of bodies and threads.
class ContactSurface {
 public:
  /// One layer for all triangles, or one per triangle. The mesh must be valid and free of
  /// degenerate triangles (area 0). Throws InputError that names `name`.
  ContactSurface(TriangleMesh mesh, const Layer& layer, std::string name = "surface");
  ContactSurface(TriangleMesh mesh, std::vector<Layer> layers, std::string name = "surface");

  /// A shape. As target it is met in closed form, as one triangle with the number 0; the mesh that
  /// stands for it casts, and carries the target's map: of what fineness that needs (mesh_of). It
  /// may be without triangles; then the surface can only be a target. A mesh solid becomes its
  /// mesh. Throws InputError that names `name` for an invalid shape, or mesh as above.
  ContactSurface(Shape shape, TriangleMesh mesh, const Layer& layer, std::string name = "surface");

  /// The same mesh and layers to cast from its nodes (casting_nodes.h): what is said per triangle
  /// below is then said per node, and a node's layer is the mean over its triangles by area. Such a
  /// surface is no target. Throws InputError where no vertex bounds any area, and
  /// for one that is deformable.
  static std::shared_ptr<const ContactSurface> cast_from_nodes(const ContactSurface& surface);

  const std::string& name() const { return name_; }

  /// What rays meet where it is a shape, else null; the mesh and its hierarchy.
  const Shape* shape() const { return shape_ ? &*shape_ : nullptr; }
  const TriangleMesh& mesh() const { return mesh_; }
  const TriangleTree& tree() const { return tree_; }
  int triangle_count() const { return static_cast<int>(mesh_.triangles.size()); }

  /// What casts: the triangles, or the nodes.
  int element_count() const { return static_cast<int>(areas_.size()); }
  bool casts_from_nodes() const { return !node_of_vertex_.empty(); }
  /// Per vertex of the mesh its node, or -1 where it bounds no area; empty where triangles cast.
  std::span<const int> node_of_vertex() const { return node_of_vertex_; }
  int vertex_of_node(int node) const { return vertex_of_node_[node]; }  ///< its first

  /// Per triangle, in the mesh frame: centroid [m], unit outward normal, area [m^2].
  std::span<const Eigen::Vector3d> centroids() const { return centroids_; }
  std::span<const Eigen::Vector3d> normals() const { return normals_; }
  std::span<const double> areas() const { return areas_; }

  /// Per triangle the neighbour across each side (side k runs from corner k to the next), or -1
  /// where the edge is open or shared by more than two. Vertices at one position count as one.
  std::span<const std::array<int, 3>> neighbours() const { return neighbours_; }
  /// The same of one casting element: three of a triangle, of a node those that a side joins to it.
  std::span<const int> neighbours_of(int element) const {
    if (!casts_from_nodes()) return neighbours_[element];
    return std::span(node_neighbours_)
        .subspan(first_neighbour_[element],
                 first_neighbour_[element + 1] - first_neighbour_[element]);
  }

  bool has_uniform_layer() const { return layers_.size() == 1; }
  const Layer& layer(int triangle) const {
    return layers_[has_uniform_layer() ? 0 : static_cast<std::size_t>(triangle)];
  }

  /// Whether a DeformableSurface may move its vertices, and how often one has.
  bool is_deformable() const { return is_deformable_; }
  std::int64_t revision() const { return revision_; }

  /// Velocities of the vertices in the mesh frame as of the last move [m/s]; none where all rest.
  std::span<const Eigen::Vector3d> vertex_velocities() const { return vertex_velocities_; }

 private:
  friend class DeformableSurface;

  ContactSurface(std::optional<Shape> shape, TriangleMesh mesh, std::vector<Layer> layers,
                 std::string name);
  ContactSurface(const ContactSurface& surface, CastingNodes nodes, std::vector<Layer> layers);

  std::string name_;
  std::optional<Shape> shape_;
  TriangleMesh mesh_;
  std::vector<Eigen::Vector3d> centroids_, normals_;
  std::vector<double> areas_;
  std::vector<std::array<int, 3>> neighbours_;
  std::vector<int> node_of_vertex_, vertex_of_node_, first_neighbour_,
      node_neighbours_;  ///< where nodes cast
  std::vector<Layer> layers_;
  TriangleTree tree_;
  bool is_deformable_ = false;
  std::int64_t revision_ = 0;
  std::vector<Eigen::Vector3d> vertex_velocities_;
};

/// The same surface with another layer, one for all of it. Throws InputError that names the
/// surface.
ContactSurface with_layer(const ContactSurface& surface, const Layer& layer);

/// Outward unit normal of a target, in its own frame, where a ray met it: of the triangle, or of
/// the shape at the point p_C of the casting frame [m].
inline Eigen::Vector3d target_normal(const ContactSurface& target, int triangle, const Pose& X_TC,
                                     const Eigen::Vector3d& p_C) {
  if (target.shape() == nullptr) return target.normals()[triangle];
  return normal_at(*target.shape(), X_TC * p_C);
}

}  // namespace condyle
