#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

#include "c/src/failure.h"
#include "c/src/handles.h"
#include "c/src/json_entry.h"
#include "c/src/numbers.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/contact/layer.h"
#include "condyle/error.h"
#include "condyle/geometry/shape.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/triangle_mesh.h"
#include "core/src/geometry/solid_within.h"

namespace condyle::c {
namespace {

condyle_surface* handle_of(std::shared_ptr<const ContactSurface> surface) {
  return new condyle_surface{std::move(surface)};
}

void require_int(std::size_t count, const char* name) {
  if (count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw InputError(fmt::format("{} is {}, more than a mesh may have", name, count));
}

TriangleMesh mesh_of_arrays(const double* vertices, std::size_t vertex_count,
                            const std::uint32_t* triangles, std::size_t triangle_count) {
  required(vertices, "vertices");
  required(triangles, "triangles");
  require_int(vertex_count, "vertex_count");
  require_int(triangle_count, "triangle_count");
  TriangleMesh mesh;
  mesh.vertices.resize(vertex_count);
  for (std::size_t i = 0; i < vertex_count; ++i)
    mesh.vertices[i] = {vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]};
  mesh.triangles.resize(triangle_count);
  for (std::size_t t = 0; t < triangle_count; ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t vertex = triangles[3 * t + k];
      if (vertex >= vertex_count)
        throw InputError(
            fmt::format("triangles[{}] is {}, must be below {}, the number of vertices", 3 * t + k,
                        vertex, vertex_count));
      mesh.triangles[t][k] = static_cast<int>(vertex);
    }
  }
  return mesh;
}

}  // namespace
}  // namespace condyle::c

using namespace condyle;
using namespace condyle::c;

condyle_surface* condyle_surface_from_arrays(const double* vertices, size_t vertex_count,
                                             const uint32_t* triangles, size_t triangle_count,
                                             double elastic_modulus, double poissons_ratio,
                                             double thickness) {
  return made_or<condyle_surface*>(nullptr, __func__, [&] {
    return handle_of(std::make_shared<ContactSurface>(
        mesh_of_arrays(vertices, vertex_count, triangles, triangle_count),
        Layer{elastic_modulus, poissons_ratio, thickness}));
  });
}

condyle_surface* condyle_surface_from_file(const char* file, const char* unit,
                                           double elastic_modulus, double poissons_ratio,
                                           double thickness) {
  return made_or<condyle_surface*>(nullptr, __func__, [&] {
    const mesh::LengthUnit length = mesh::parse_length_unit(&required(unit, "unit"));
    return handle_of(
        std::make_shared<ContactSurface>(mesh::read_mesh(&required(file, "file"), length),
                                         Layer{elastic_modulus, poissons_ratio, thickness}, file));
  });
}

condyle_surface* condyle_surface_from_json(const char* json, const char* folder) {
  return made_or<condyle_surface*>(nullptr, __func__,
                                   [&] { return handle_of(surface_of(json, folder)); });
}

void condyle_surface_free(condyle_surface* surface) { delete surface; }

int condyle_surface_vertex_count(const condyle_surface* surface) {
  return made_or(-1, __func__, [&] {
    return static_cast<int>(required(surface, "surface").surface->mesh().vertices.size());
  });
}

int condyle_surface_triangle_count(const condyle_surface* surface) {
  return made_or(-1, __func__,
                 [&] { return required(surface, "surface").surface->triangle_count(); });
}

int condyle_surface_mesh(const condyle_surface* surface, double* vertices, size_t vertex_count,
                         uint32_t* triangles, size_t triangle_count) {
  return guarded(__func__, [&] {
    const TriangleMesh& mesh = required(surface, "surface").surface->mesh();
    if (vertices != nullptr || vertex_count > 0)
      require_count(vertex_count, mesh.vertices.size(), "vertices");
    if (triangles != nullptr || triangle_count > 0)
      require_count(triangle_count, mesh.triangles.size(), "triangles");
    if (vertex_count > 0) required(vertices, "vertices");
    if (triangle_count > 0) required(triangles, "triangles");
    for (std::size_t i = 0; i < vertex_count; ++i)
      std::copy_n(mesh.vertices[i].data(), 3, vertices + 3 * i);
    for (std::size_t t = 0; t < triangle_count; ++t)
      std::ranges::copy(mesh.triangles[t], triangles + 3 * t);
  });
}

int condyle_surface_mass(const condyle_surface* surface, double density, double* mass,
                         double centre[3], double inertia[9]) {
  return guarded(__func__, [&] {
    const ContactSurface& of = *required(surface, "surface").surface;
    if (!(finite(density, "density") > 0))
      throw InputError(fmt::format("density is {}, must be above 0", density));
    required(mass, "mass");
    required(centre, "centre");
    required(inertia, "inertia");
    const geometry::SolidProperties solid =
        solid_within(of.shape(), of.mesh(), of.name() + ": its surface");
    *mass = density * solid.volume;
    std::copy_n(solid.centre.data(), 3, centre);
    for (int i = 0; i < 9; ++i) inertia[i] = density * solid.inertia(i / 3, i % 3);
  });
}
