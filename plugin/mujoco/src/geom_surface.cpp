#include "plugin/mujoco/src/geom_surface.h"

#include <fmt/core.h>

#include <cmath>
#include <cstddef>
#include <optional>

#include "condyle/error.h"
#include "condyle/geometry/shape.h"
#include "condyle/mesh/primitives.h"
#include "condyle/mesh/triangle_mesh.h"
#include "core/src/geometry/centred_mesh.h"
#include "core/src/mesh/division.h"

namespace condyle::mujoco {
namespace {

/// The vertices of a mesh, and triangles of them.
TriangleMesh mesh_of_model(const mjModel& model, int mesh, const int* faces, int face_count) {
  TriangleMesh out;
  const float* const vertices =
      model.mesh_vert + 3 * static_cast<std::ptrdiff_t>(model.mesh_vertadr[mesh]);
  for (int v = 0; v < model.mesh_vertnum[mesh]; ++v)
    out.vertices.emplace_back(vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]);
  for (int t = 0; t < face_count; ++t)
    out.triangles.push_back({faces[3 * t], faces[3 * t + 1], faces[3 * t + 2]});
  return welded(out);
}

std::optional<geometry::Shape> shape_of(const mjModel& model, int geom) {
  const mjtNum* const size = model.geom_size + 3 * geom;
  switch (model.geom_type[geom]) {
    case mjGEOM_PLANE:
      return geometry::HalfSpace{};
    case mjGEOM_SPHERE:
      return geometry::Sphere{size[0]};
    case mjGEOM_CAPSULE:
      return geometry::Capsule{size[0], size[1]};
    case mjGEOM_ELLIPSOID:
      return geometry::Ellipsoid{{size[0], size[1], size[2]}};
    case mjGEOM_CYLINDER:
      return geometry::Cylinder{size[0], size[1]};
    case mjGEOM_BOX:
      return geometry::Brick{{size[0], size[1], size[2]}};
    default:
      return {};
  }
}

/// Unless its fineness is given, fine enough to cast, since a triangle samples pressure at its
/// centroid only.
TriangleMesh casting_mesh(const geometry::Shape& shape, double radius, const CastingMesh& given) {
  constexpr double k_chord_over_radius = 1e-3, k_edge_over_radius = 1.0 / 12;
  const double chord = given.chord_error > 0 ? given.chord_error : k_chord_over_radius * radius;
  const double edge = given.longest_edge > 0 ? given.longest_edge : k_edge_over_radius * radius;
  if (geometry::is_bounded(shape)) {
    TriangleMesh mesh = mesh::divided(geometry::mesh_of(shape, chord), edge);
    if (given.chord_error > 0) geometry::centre_on(shape, mesh);
    return mesh;
  }
  if (!(given.extent > 0)) return {};
  const TriangleMesh square = mesh::make_plane_grid(given.extent, given.extent, 1, 1);
  return edge > 0 ? mesh::divided(square, edge) : square;
}

}  // namespace

std::shared_ptr<const ContactSurface> surface_of(const mjModel& model, int geom, const Layer& layer,
                                                 const std::string& name,
                                                 const CastingMesh& given) {
  for (const double length : {given.chord_error, given.longest_edge, given.extent})
    if (!(length >= 0) || !std::isfinite(length))
      throw InputError(fmt::format(
          "{}: a chord_error, longest_edge or extent of {:g} m is out of range; give one above 0",
          name, length));
  if (model.geom_type[geom] == mjGEOM_MESH) {
    if (given.chord_error > 0 || given.longest_edge > 0 || given.extent > 0 || given.is_divided)
      throw InputError(
          fmt::format("{}: its geom is a mesh, which is taken as it is; leave out "
                      "chord_error, longest_edge, extent and divided",
                      name));
    const int mesh = model.geom_dataid[geom];
    const int* const faces =
        model.mesh_face + 3 * static_cast<std::ptrdiff_t>(model.mesh_faceadr[mesh]);
    return std::make_shared<ContactSurface>(
        mesh_of_model(model, mesh, faces, model.mesh_facenum[mesh]), layer, name);
  }
  std::optional<geometry::Shape> shape = shape_of(model, geom);
  if (!shape)
    throw InputError(fmt::format(
        "{}: its geom is neither a mesh nor a plane, sphere, capsule, ellipsoid, cylinder or box; "
        "give its surface with add_collider(geom, surface)",
        name));
  if (given.extent > 0 && model.geom_type[geom] != mjGEOM_PLANE)
    throw InputError(fmt::format("{}: an extent is of planes; its geom is none", name));
  TriangleMesh mesh;
  try {
    mesh = casting_mesh(*shape, model.geom_rbound[geom], given);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", name, error.what()));
  }
  return std::make_shared<ContactSurface>(
      *std::move(shape), std::move(mesh), layer, name,
      given.is_divided ? TriangleDivision::on_smooth : TriangleDivision::never);
}

TriangleMesh hull_of_geom(const mjModel& model, int geom) {
  const int mesh = model.geom_dataid[geom];
  if (model.mesh_graphadr[mesh] < 0) return {};
  // Numbers of vertices and faces, then per vertex its first edge and its place in the mesh, all
  // edges, and the corners of each face in the mesh.
  const int* const graph = model.mesh_graph + model.mesh_graphadr[mesh];
  const int vertex_count = graph[0], face_count = graph[1];
  const int* const faces = graph + 2 + 3 * vertex_count + 3 * face_count;
  return mesh_of_model(model, mesh, faces, face_count);
}

}  // namespace condyle::mujoco
