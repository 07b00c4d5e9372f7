#include "condyle/geometry/shape.h"
#include "condyle/mesh/primitives.h"
#include "condyle/scene/scene.h"
#include "condyle/scene/scene_build.h"
#include "core/src/mesh/division.h"

namespace condyle::scene {

bool is_endless(const Shape& shape) {
  return std::holds_alternative<HalfSpace>(shape) ||
         std::holds_alternative<InfiniteCylinder>(shape);
}

ShapeFineness default_fineness(const Shape& shape, double extent) {
  const double size = is_endless(shape) ? extent : bounding_box(shape).sizes().maxCoeff();
  return {1e-3 * size, size / 16, extent};
}

TriangleMesh display_mesh(const Shape& shape, const ShapeFineness& fineness) {
  if (const auto* solid = std::get_if<MeshSolid>(&shape)) return solid->mesh();
  const auto part_of = [&]() -> TriangleMesh {
    if (std::holds_alternative<HalfSpace>(shape)) {
      return make_plane_grid(fineness.extent, fineness.extent, 1, 1);
    }
    if (const auto* tube = std::get_if<InfiniteCylinder>(&shape)) {
      return mesh_of(Cylinder{tube->radius, fineness.extent / 2}, fineness.chord_error);
    }
    return mesh_of(shape, fineness.chord_error);
  };
  return divided(part_of(), fineness.longest_edge);
}

}  // namespace condyle::scene
