#include "condyle/contact/contact_surface.h"

#include <fmt/core.h>

#include <mutex>
#include <utility>
#include <variant>

#include "condyle/error.h"
#include "core/src/collision/ray_cluster.h"
#include "core/src/contact/surface/casting_nodes.h"
#include "core/src/contact/surface/layer_limits.h"
#include "core/src/contact/surface/layer_setups.h"
#include "core/src/contact/surface/parts_on_shape.h"
#include "core/src/contact/surface/plain_vectors.h"
#include "core/src/contact/surface/triangle_extents.h"
#include "core/src/geometry/triangle_tree.h"
#include "core/src/mesh/topology.h"
#include "core/src/mesh/triangle_shape.h"
#include "core/src/mesh/welding.h"

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
    for (const int node : nodes.of_triangle[t]) {
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

/// If so, a table of compliance serves both surfaces, since its entries scale with the modulus.
bool differ_in_modulus_alone(const ContactSurface& a, const ContactSurface& b) {
  const int layers = a.has_uniform_layer() ? 1 : a.element_count();
  if (a.has_uniform_layer() != b.has_uniform_layer()) return false;
  for (int t = 0; t < layers; ++t)
    if (a.layer(t).poissons_ratio != b.layer(t).poissons_ratio ||
        a.layer(t).thickness != b.layer(t).thickness)
      return false;
  return true;
}

}  // namespace

namespace {

/// Where the ray of a triangle starts: at its centroid, for a cylinder at the place on it.
Eigen::Vector3d start_of_ray(const std::optional<geometry::Shape>& shape, const TriangleMesh& mesh,
                             int t, const Eigen::Vector3d& normal) {
  if (!shape || !std::holds_alternative<geometry::Cylinder>(*shape)) return centroid(mesh, t);
  const auto& [a, b, c] = mesh.triangles[t];
  return centroid_on(*shape, normal, {mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]}).point;
}

}  // namespace

struct ContactSurface::Parts::LazyRays {
  std::once_flag once;
  OrderedRays ordered;
};

ContactSurface::ContactSurface(TriangleMesh mesh, const Layer& layer, std::string name)
    : ContactSurface(std::move(mesh), std::vector<Layer>{layer}, std::move(name)) {}

ContactSurface::ContactSurface(TriangleMesh mesh, std::vector<Layer> layers, std::string name)
    : ContactSurface(parts_of(std::nullopt, std::move(mesh), name), std::move(layers), name) {}

ContactSurface::ContactSurface(geometry::Shape shape, TriangleMesh mesh, const Layer& layer,
                               std::string name, TriangleDivision division)
    : ContactSurface(parts_of(checked(std::move(shape), name), std::move(mesh), name), {layer},
                     name) {
  parts_->division = division;
  if (this->shape() != nullptr && division != TriangleDivision::never)
    parts_->largest = condyle::largest_extents(*this);
}

ContactSurface::ContactSurface(std::shared_ptr<Parts> parts, std::vector<Layer> layers,
                               std::string name)
    : name_(std::move(name)),
      parts_(std::move(parts)),
      layers_(std::move(layers)),
      layer_setups_(std::make_unique<LayerSetups>()) {
  require_layers(layers_, areas().size(), name_);
}

std::shared_ptr<ContactSurface::Parts> ContactSurface::parts_of(
    std::optional<geometry::Shape> shape, TriangleMesh mesh, const std::string& name) {
  auto parts = std::make_shared<Parts>();
  parts->mesh = checked(std::move(mesh), shape.has_value(), name);
  parts->shape = std::move(shape);
  parts->neighbours =
      mesh::triangle_neighbours(parts->mesh, mesh::first_vertices_at(parts->mesh.vertices));
  parts->tree = std::make_unique<geometry::TriangleTree>(parts->mesh);
  parts->rays = std::make_unique<Parts::LazyRays>();
  const std::size_t n = parts->mesh.triangles.size();
  parts->centroids.reserve(n);
  parts->normals.reserve(n);
  parts->areas.reserve(n);
  for (int t = 0; t < static_cast<int>(n); ++t) {
    const Eigen::Vector3d doubled = area_vector_doubled(parts->mesh, t);
    mesh::require_normal(doubled, t, name);
    const double length = plain_norm(doubled);
    parts->normals.push_back(doubled / length);
    parts->centroids.push_back(start_of_ray(parts->shape, parts->mesh, t, parts->normals.back()));
    parts->areas.push_back(0.5 * length);
  }
  return parts;
}

std::shared_ptr<ContactSurface::Parts> ContactSurface::node_parts_of(const ContactSurface& surface,
                                                                     CastingNodes nodes) {
  auto parts = std::make_shared<Parts>();
  parts->shape = surface.parts_->shape;
  parts->mesh = surface.mesh();
  parts->centroids = std::move(nodes.positions);
  parts->normals = std::move(nodes.normals);
  parts->areas = std::move(nodes.areas);
  parts->neighbours = surface.parts_->neighbours;
  parts->nodes_of_triangles = std::move(nodes.of_triangle);
  parts->vertex_of_node = std::move(nodes.vertex);
  parts->first_neighbour = std::move(nodes.neighbours.first);
  parts->node_neighbours = std::move(nodes.neighbours.others);
  parts->tree = std::make_unique<geometry::TriangleTree>(as_mesh(parts->centroids));
  parts->rays = std::make_unique<Parts::LazyRays>();
  return parts;
}

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
    throw InputError(surface.name() + ": no node bounds any area; let triangles cast");
  }
  std::vector<Layer> layers = node_layers(surface, nodes);
  return std::shared_ptr<const ContactSurface>(new ContactSurface(
      node_parts_of(surface, std::move(nodes)), std::move(layers), surface.name()));
}

const OrderedRays& ContactSurface::ordered_rays() const {
  Parts::LazyRays& rays = *parts_->rays;
  std::call_once(rays.once, [&] { rays.ordered = put_in_order({centroids(), normals()}); });
  return rays.ordered;
}

LayerSetups& ContactSurface::layer_setups() const { return *layer_setups_; }

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
  return with_layers(surface, {layer});
}

ContactSurface with_layers(const ContactSurface& surface, std::vector<Layer> layers) {
  if (surface.is_deformable()) return {surface.mesh(), std::move(layers), surface.name()};
  ContactSurface other(surface.parts_, std::move(layers), surface.name());
  if (differ_in_modulus_alone(surface, other))
    other.layer_setups().use(surface.layer_setups().table());
  return other;
}

}  // namespace condyle
