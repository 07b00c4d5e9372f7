#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/layer.h"
#include "condyle/geometry/shape.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

namespace geometry {
class TriangleTree;
}  // namespace geometry
struct CastingNodes;
struct OrderedRays;
class LayerSetups;

/// Whether triangles of an analytic shape's mesh are divided where a contact is small beside them
/// (ContactPair): a more exact contact, for some ten times the time of a search. `on_smooth`:
/// spheres, ellipsoids, capsules and half spaces on one another, cylinders on half spaces, and the
/// first three where a mesh or a brick is flat and the contact stays clear of its edges.
/// `on_all`: every shape that casts, on every target. Beside edges of the target errors of ten per
/// cent and more are then possible, of which no finding tells.
enum class TriangleDivision { never, on_smooth, on_all };

/// How large triangles of an analytic shape's mesh are beside the shape.
struct TriangleExtents {
  double radius = 0;  ///< distance of the farthest corner from the centroid [m]
  double turn = 0;    ///< change of the shape's normal from there to a corner
  double bend = 0;    ///< distance of the shape at a corner from its tangent plane there [m]
};

/// One side of a contact: a mesh or an analytic shape, with its elastic layer. Immutable unless a
/// DeformableSurface owns it; one surface may serve any number of bodies and threads.
class ContactSurface {
 public:
  /// A mesh with one layer for all triangles, or one per triangle. The mesh must be valid and free
  /// of degenerate triangles (area 0). Throws InputError naming `name`.
  ContactSurface(TriangleMesh mesh, const Layer& layer, std::string name = "surface");
  ContactSurface(TriangleMesh mesh, std::vector<Layer> layers, std::string name = "surface");

  /// A shape, and the mesh that represents it. As a target, the shape is searched in closed form
  /// and counts as one triangle, number 0. The mesh casts and carries the target's map, so it must
  /// be fine enough for these (mesh_of), or its triangles may be divided. If the mesh has no
  /// triangles, the surface can only be a target. A mesh solid becomes its mesh. Throws InputError
  /// naming `name` if shape or mesh are invalid.
  ContactSurface(geometry::Shape shape, TriangleMesh mesh, const Layer& layer,
                 std::string name = "surface", TriangleDivision division = TriangleDivision::never);

  /// The surface with its nodes casting instead of its triangles (docs/model.md): centroids,
  /// normals, areas, neighbours and layers are then per node, and a node's layer is the
  /// area-weighted mean over its triangles. Such a surface cannot be a target. Throws InputError if
  /// no vertex bounds any area or the surface is deformable.
  static std::shared_ptr<const ContactSurface> cast_from_nodes(const ContactSurface& surface);

  ContactSurface(ContactSurface&&) noexcept;
  ContactSurface& operator=(ContactSurface&&) noexcept;
  ~ContactSurface();

  /// The name in messages.
  const std::string& name() const { return name_; }

  /// The shape, or null if the surface is a mesh; the mesh, and its hierarchy.
  const geometry::Shape* shape() const { return parts_->shape ? &*parts_->shape : nullptr; }
  const TriangleMesh& mesh() const { return parts_->mesh; }
  TriangleDivision division() const { return parts_->division; }
  /// The largest of all triangles; 0 if they are never divided.
  const TriangleExtents& largest_extents() const { return parts_->largest; }
  const geometry::TriangleTree& tree() const { return *parts_->tree; }
  int triangle_count() const { return static_cast<int>(parts_->mesh.triangles.size()); }

  /// Number of casting elements: triangles or nodes.
  int element_count() const { return static_cast<int>(parts_->areas.size()); }
  bool casts_from_nodes() const { return !parts_->vertex_of_node.empty(); }
  /// Per triangle of the mesh: the nodes at its corners, -1 for a corner that bounds no area. Empty
  /// if triangles cast.
  std::span<const std::array<int, 3>> nodes_of_triangles() const {
    return parts_->nodes_of_triangles;
  }
  /// First vertex of the node; nodes on both sides of a crease share it.
  int vertex_of_node(int node) const {
    return parts_->vertex_of_node[static_cast<std::size_t>(node)];
  }

  /// Per casting element, in the mesh frame: centroid [m], unit outward normal, area [m^2].
  std::span<const Eigen::Vector3d> centroids() const { return parts_->centroids; }
  std::span<const Eigen::Vector3d> normals() const { return parts_->normals; }
  std::span<const double> areas() const { return parts_->areas; }

  /// The rays of the casting elements with their hierarchy, for all searches from this surface.
  /// Made on first use, by any thread. Precondition: the surface is not deformable.
  const OrderedRays& ordered_rays() const;

  /// The set-ups of elastic layers, shared by all pairs in which this surface casts. Thread-safe.
  LayerSetups& layer_setups() const;

  /// Per triangle: the neighbour across each side, or -1 if the edge is open or shared by more than
  /// two triangles. Side k runs from corner k to the next corner. Vertices at one position count as
  /// one.
  std::span<const std::array<int, 3>> neighbours() const { return parts_->neighbours; }
  /// The neighbours of one casting element: three entries for a triangle (see neighbours()); for a
  /// node, the nodes that a triangle side connects to it, and others at its position.
  std::span<const int> neighbours_of(int element) const {
    const auto e = static_cast<std::size_t>(element);
    if (!casts_from_nodes()) return parts_->neighbours[e];
    const int* const all = parts_->node_neighbours.data();
    return {all + parts_->first_neighbour[e], all + parts_->first_neighbour[e + 1]};
  }

  /// Whether all triangles have one layer; and the layer of a triangle.
  bool has_uniform_layer() const { return layers_.size() == 1; }
  const Layer& layer(int triangle) const {
    return layers_[has_uniform_layer() ? 0 : static_cast<std::size_t>(triangle)];
  }

  /// Whether a DeformableSurface may move the vertices, and the number of moves so far.
  bool is_deformable() const { return is_deformable_; }
  std::int64_t revision() const { return revision_; }

  /// Current velocities of the vertices in the mesh frame [m/s]; empty if all are at rest.
  std::span<const Eigen::Vector3d> vertex_velocities() const { return vertex_velocities_; }

 private:
  friend class DeformableSurface;
  friend ContactSurface with_layers(const ContactSurface& surface, std::vector<Layer> layers);

  /// Everything except the layers.
  struct Parts {
    std::optional<geometry::Shape> shape;
    TriangleDivision division = TriangleDivision::never;
    TriangleExtents largest;
    TriangleMesh mesh;
    std::vector<Eigen::Vector3d> centroids, normals;
    std::vector<double> areas;
    std::vector<std::array<int, 3>> neighbours;
    /// Empty unless nodes cast.
    std::vector<std::array<int, 3>> nodes_of_triangles;
    std::vector<int> vertex_of_node, first_neighbour, node_neighbours;
    std::unique_ptr<geometry::TriangleTree> tree;
    struct LazyRays;
    std::unique_ptr<LazyRays> rays;
  };
  static std::shared_ptr<Parts> parts_of(std::optional<geometry::Shape> shape, TriangleMesh mesh,
                                         const std::string& name);
  static std::shared_ptr<Parts> node_parts_of(const ContactSurface& surface, CastingNodes nodes);

  ContactSurface(std::shared_ptr<Parts> parts, std::vector<Layer> layers, std::string name);

  std::string name_;
  std::shared_ptr<Parts> parts_;  ///< shared with surfaces that differ only in their layers
  std::vector<Layer> layers_;
  std::unique_ptr<LayerSetups> layer_setups_;
  bool is_deformable_ = false;
  std::int64_t revision_ = 0;
  std::vector<Eigen::Vector3d> vertex_velocities_;
};

/// The surface with another layer, one for all triangles, or with one per triangle. Shares the mesh
/// and its hierarchy with `surface`, unless `surface` is deformable. Throws InputError naming the
/// surface.
ContactSurface with_layer(const ContactSurface& surface, const Layer& layer);
ContactSurface with_layers(const ContactSurface& surface, std::vector<Layer> layers);

/// Makes Formulation::elastic_layer take this surface's compliance from a file, instead of that of
/// a flat layer. `condyle compliance` computes the file for one part by finite elements. An empty
/// `file` restores the flat layer. A file holds for one mesh, one node spacing, one Poisson's ratio
/// and one thickness; the modulus scales it. A surface made from this one with another Poisson's
/// ratio or thickness (with_layer) has a flat layer again. Call this before making pairs. Throws
/// InputError if the file cannot be read. A pair in which the surface casts throws an InputError
/// that names the file if it belongs to another mesh or layer.
void use_compliance(ContactSurface& surface, const std::filesystem::path& file);

/// The file from which the surface takes its compliance; empty for a flat layer.
std::filesystem::path compliance_file_of(const ContactSurface& surface);

/// A surface whose vertices the user moves between evaluations. Only this class may change it.
/// Pairs notice each move, drop the data that they kept, and give the same results as new pairs on
/// the moved mesh, to the bit. (Triangles keep the neighbours that they had at construction, even
/// if vertices part or meet later.)
///
/// A move takes time in proportion to the size of the mesh. TriangleTree::refit documents when it
/// rebuilds the hierarchy. Layers keep their thickness. No thread may use the surface during a
/// move.
class DeformableSurface {
 public:
  /// Throws InputError as ContactSurface does. A shape cannot be deformed; pass its mesh instead.
  DeformableSurface(TriangleMesh mesh, const Layer& layer, std::string name = "surface");
  DeformableSurface(TriangleMesh mesh, std::vector<Layer> layers, std::string name = "surface");

  /// The surface for pairs and colliders, which only read it.
  const std::shared_ptr<const ContactSurface>& surface() const { return surface_; }

  /// Moves all vertices, in the mesh frame [m]. `velocities` [m/s], one per vertex or none if all
  /// are at rest, enter damping and friction from now on. Throws InputError, and changes nothing,
  /// if the number of vertices is not that of the mesh, a value is not finite, or a triangle would
  /// get zero area. Allocates nothing after the first call unless the hierarchy is rebuilt.
  void move_vertices(std::span<const Eigen::Vector3d> vertices,
                     std::span<const Eigen::Vector3d> velocities = {});

  /// Sets only the velocities [m/s], in the mesh frame. Throws InputError as move_vertices() does.
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

}  // namespace condyle
