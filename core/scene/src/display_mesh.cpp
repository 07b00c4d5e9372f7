#include "condyle/geometry/shape.h"
#include "condyle/mesh/primitives.h"
#include "condyle/scene/scene.h"
#include "condyle/scene/scene_build.h"
#include "core/src/mesh/division.h"

namespace condyle::scene {

bool is_endless(const geometry::Shape& shape) {
  return std::holds_alternative<geometry::HalfSpace>(shape) ||
         std::holds_alternative<geometry::InfiniteCylinder>(shape);
}

ShapeFineness default_fineness(const geometry::Shape& shape, double extent) {
  const double size = is_endless(shape) ? extent : bounding_box(shape).sizes().maxCoeff();
  return {1e-3 * size, size / 16, extent};
}

TriangleMesh display_mesh(const geometry::Shape& shape, const ShapeFineness& fineness) {
  if (const auto* solid = std::get_if<geometry::MeshSolid>(&shape)) return solid->mesh();
  const auto part_of = [&]() -> TriangleMesh {
    if (std::holds_alternative<geometry::HalfSpace>(shape)) {
      return mesh::make_plane_grid(fineness.extent, fineness.extent, 1, 1);
    }
    if (const auto* tube = std::get_if<geometry::InfiniteCylinder>(&shape)) {
      return mesh_of(geometry::Cylinder{tube->radius, fineness.extent / 2}, fineness.chord_error);
    }
    return mesh_of(shape, fineness.chord_error);
  };
  return divided(part_of(), fineness.longest_edge);
}

}  // namespace condyle::scene
