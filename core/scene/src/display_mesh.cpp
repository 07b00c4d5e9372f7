#include <algorithm>
#include <variant>

#include "condyle/geometry/shape.h"
#include "condyle/mesh/primitives.h"
#include "condyle/scene/scene.h"
#include "condyle/scene/scene_build.h"
#include "core/src/geometry/centred_mesh.h"
#include "core/src/mesh/division.h"

namespace condyle::scene {
namespace {

/// The shape, or of an infinite cylinder a piece of this length.
geometry::Shape with_end(const geometry::Shape& shape, double length) {
  const auto* const tube = std::get_if<geometry::InfiniteCylinder>(&shape);
  if (tube == nullptr) return shape;
  return geometry::Cylinder{tube->radius, length / 2};
}

/// A mesh with its vertices on the shape.
TriangleMesh mesh_on(const geometry::Shape& shape, const ShapeFineness& fineness) {
  const double size = fineness.extent;
  return divided(std::holds_alternative<geometry::HalfSpace>(shape)
                     ? mesh::make_plane_grid(size, size, 1, 1)
                     : mesh_of(shape, fineness.chord_error),
                 fineness.longest_edge);
}

}  // namespace

bool is_endless(const geometry::Shape& shape) { return !bounding_box(shape).sizes().allFinite(); }

ShapeFineness default_fineness(const geometry::Shape& shape, double extent) {
  const double size = is_endless(shape) ? extent : bounding_box(shape).sizes().maxCoeff();
  return {1e-3 * size, size / 16, extent};
}

ShapeFineness casting_fineness(const geometry::Shape& shape, double thickness, double extent) {
  // A ball on a plane then has some 60 triangles in contact at the smallest depth, whatever its
  // radius; the force is right to 1 %.
  constexpr double k_smallest_depth = 1e-3, k_error_over_depth = 0.04;
  constexpr double k_most_triangles = 1e5;
  constexpr double k_least_error = 1e-7;  // that scene files may give [m]
  const double goal = std::max(k_least_error, k_error_over_depth * k_smallest_depth * thickness);
  ShapeFineness fineness = default_fineness(shape, extent);
  if (!(thickness > 0)) return fineness;
  const geometry::Shape part = with_end(shape, extent);
  const auto triangles = [&] { return double(mesh_on(part, fineness).triangles.size()); };
  double count = triangles(), growth = 4;
  while (fineness.chord_error > goal && growth * count <= k_most_triangles) {
    fineness.chord_error = std::max(goal, fineness.chord_error / 4);
    growth = triangles() / count;
    count *= growth;
  }
  return fineness;
}

double casting_thickness(double own, double target) { return own > 0 ? own : target; }

TriangleMesh display_mesh(const geometry::Shape& shape, const ShapeFineness& fineness) {
  if (const auto* solid = std::get_if<geometry::MeshSolid>(&shape)) return solid->mesh();
  const geometry::Shape part = with_end(shape, fineness.extent);
  TriangleMesh mesh = mesh_on(part, fineness);
  centre_on(part, mesh);
  return mesh;
}

}  // namespace condyle::scene
