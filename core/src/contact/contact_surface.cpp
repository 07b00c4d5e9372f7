#include "condyle/contact/contact_surface.h"

#include <fmt/core.h>

#include <mutex>
#include <utility>

#include "condyle/error.h"
#include "core/src/collision/ray_cluster.h"
#include "core/src/contact/casting_nodes.h"
#include "core/src/contact/elastic/layer_setup.h"
#include "core/src/contact/layer_limits.h"
#include "core/src/contact/plain_vectors.h"
#include "core/src/geometry/triangle_tree.h"
#include "core/src/mesh/topology.h"
#include "core/src/mesh/triangle_shape.h"

namespace condyle {
namespace {

/// Returns a valid mesh; the hierarchy must not be built from an invalid one.
TriangleMesh checked(TriangleMesh mesh, bool may_be_empty, const std::string& name) {
  if (!may_be_empty || !mesh.triangles.empty()) require_valid(mesh, name);
  return mesh;
}

/// Returns a shape that rays meet in closed form, or none for a mesh solid.
std::optional<geometry::Shape> checked(geometry::Shape shape, const std::string& name) {
  try {
    require_valid(shape);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", name, error.what()));
  }
  if (std::holds_alternative<geometry::MeshSolid>(shape)) return {};
  return shape;
}

/// Nodes as triangles without extent, for a hierarchy that groups their rays.
TriangleMesh as_mesh(const std::vector<Eigen::Vector3d>& positions) {
  TriangleMesh mesh{positions, {}};
  for (int i = 0; i < static_cast<int>(positions.size()); ++i) mesh.triangles.push_back({i, i, i});
  return mesh;
}

/// Per node: the area-weighted mean over its triangles. A uniform layer stays one layer.
std::vector<Layer> node_layers(const ContactSurface& surface, const CastingNodes& nodes) {
  if (surface.has_uniform_layer()) return {surface.layer(0)};
  std::vector<Layer> sums(nodes.areas.size(),
                          Layer{0, 0, 0, surface.layer(0).use, surface.layer(0).yield_stress});
  std::vector<double> areas(nodes.areas.size(), 0);
  for (int t = 0; t < surface.triangle_count(); ++t) {
    const double area = surface.areas()[t];
    const Layer& layer = surface.layer(t);
    for (const int vertex : surface.mesh().triangles[t]) {
      const int node = nodes.of_vertex[vertex];
      if (node < 0) continue;
      sums[node].elastic_modulus += area * layer.elastic_modulus;
      sums[node].poissons_ratio += area * layer.poissons_ratio;
      sums[node].thickness += area * layer.thickness;
      areas[node] += area;
    }
  }
  for (std::size_t node = 0; node < sums.size(); ++node) {
    sums[node].elastic_modulus /= areas[node];
    sums[node].poissons_ratio /= areas[node];
    sums[node].thickness /= areas[node];
  }
  return sums;
}

void require_layers(const std::vector<Layer>& layers, std::size_t triangle_count,
                    const std::string& name) {
  if (layers.size() == 1) return require_valid(layers.front(), name);
  if (layers.size() != triangle_count) {
    throw InputError(
        fmt::format("{}: {} layers for {} triangles; give one for all, or one per triangle", name,
                    layers.size(), triangle_count));
  }
  for (std::size_t t = 0; t < layers.size(); ++t) {
    require_valid(layers[t], fmt::format("{}, triangle {}", name, t));
  }
}

}  // namespace

struct ContactSurface::Lazy {
  std::once_flag once;
  OrderedRays rays;
  LayerSetups layers;
};

ContactSurface::ContactSurface(TriangleMesh mesh, const Layer& layer, std::string name)
    : ContactSurface(std::move(mesh), std::vector<Layer>{layer}, std::move(name)) {}

ContactSurface::ContactSurface(TriangleMesh mesh, std::vector<Layer> layers, std::string name)
    : ContactSurface(std::nullopt, std::move(mesh), std::move(layers), std::move(name)) {}

ContactSurface::ContactSurface(geometry::Shape shape, TriangleMesh mesh, const Layer& layer,
                               std::string name)
    : ContactSurface(checked(std::move(shape), name), std::move(mesh), std::vector<Layer>{layer},
                     name) {}

ContactSurface::ContactSurface(std::optional<geometry::Shape> shape, TriangleMesh mesh,
                               std::vector<Layer> layers, std::string name)
    : name_(std::move(name)),
      shape_(std::move(shape)),
      mesh_(checked(std::move(mesh), shape_.has_value(), name_)),
      neighbours_(mesh::triangle_neighbours(mesh_, mesh::first_vertices_at(mesh_.vertices))),
      layers_(std::move(layers)),
      tree_(std::make_unique<geometry::TriangleTree>(mesh_)),
      lazy_(std::make_unique<Lazy>()) {
  const std::size_t n = mesh_.triangles.size();
  require_layers(layers_, n, name_);
  centroids_.reserve(n);
  normals_.reserve(n);
  areas_.reserve(n);
  for (int t = 0; t < triangle_count(); ++t) {
    const Eigen::Vector3d doubled = area_vector_doubled(mesh_, t);
    const double length = plain_norm(doubled);
    if (!mesh::has_normal(doubled)) {
      throw InputError(
          fmt::format("{}: triangle {} is degenerate (area 0); remove it, for instance with "
                      "'condyle mesh FILE --repair OUT'",
                      name_, t));
    }
    centroids_.push_back(centroid(mesh_, t));
    normals_.push_back(doubled / length);
    areas_.push_back(0.5 * length);
  }
}

ContactSurface::ContactSurface(const ContactSurface& surface, CastingNodes nodes,
                               std::vector<Layer> layers)
    : name_(surface.name_),
      mesh_(surface.mesh_),
      centroids_(std::move(nodes.positions)),
      normals_(std::move(nodes.normals)),
      areas_(std::move(nodes.areas)),
      node_of_vertex_(std::move(nodes.of_vertex)),
      vertex_of_node_(std::move(nodes.vertex)),
      first_neighbour_(std::move(nodes.neighbours.first)),
      node_neighbours_(std::move(nodes.neighbours.others)),
      layers_(std::move(layers)),
      tree_(std::make_unique<geometry::TriangleTree>(as_mesh(centroids_))),
      lazy_(std::make_unique<Lazy>()) {}

ContactSurface::ContactSurface(ContactSurface&&) noexcept = default;
ContactSurface& ContactSurface::operator=(ContactSurface&&) noexcept = default;
ContactSurface::~ContactSurface() = default;

std::shared_ptr<const ContactSurface> ContactSurface::cast_from_nodes(
    const ContactSurface& surface) {
  if (surface.is_deformable()) {
    throw InputError(surface.name() +
                     ": a surface whose vertices move casts from its triangles, not from nodes");
  }
  CastingNodes nodes = casting_nodes(surface.mesh());
  if (nodes.positions.empty()) {
    throw InputError(surface.name() +
                     ": no node bounds any area, as on a sheet of two sides; let triangles cast");
  }
  std::vector<Layer> layers = node_layers(surface, nodes);
  return std::shared_ptr<const ContactSurface>(
      new ContactSurface(surface, std::move(nodes), std::move(layers)));
}

const OrderedRays& ContactSurface::ordered_rays() const {
  std::call_once(lazy_->once, [this] { lazy_->rays = put_in_order({centroids_, normals_}); });
  return lazy_->rays;
}

LayerSetups& ContactSurface::layer_setups() const { return lazy_->layers; }

void require_springs(const ContactSurface& surface, const std::string& what) {
  const int layers = surface.has_uniform_layer() ? 1 : surface.element_count();
  for (int t = 0; t < layers; ++t) {
    Layer layer = surface.layer(t);
    if (layer.use == LayerUse::any) continue;
    if (layer.use == LayerUse::rigid)
      throw InputError(fmt::format(
          "{}: {} is rigid, which springs cannot be; give it a layer, or take the formulation "
          "elastic_layer",
          what, surface.name()));
    layer.use = LayerUse::any;
    require_valid(layer, fmt::format("{}: {} (springs; the formulation elastic_layer takes more)",
                                     what, surface.name()));
  }
}

ContactSurface with_layer(const ContactSurface& surface, const Layer& layer) {
  if (surface.shape() != nullptr) return {*surface.shape(), surface.mesh(), layer, surface.name()};
  ContactSurface other(surface.mesh(), layer, surface.name());
  if (surface.has_uniform_layer() && layer.poissons_ratio == surface.layer(0).poissons_ratio &&
      layer.thickness == surface.layer(0).thickness)
    other.layer_setups().use(surface.layer_setups().table());
  return other;
}

}  // namespace condyle
