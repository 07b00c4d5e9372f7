#pragma once

#include "condyle/geometry/shape.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// How fine the mesh is that casts, and is drawn, for an analytic shape.
struct ShapeFineness {
  double chord_error = 0;   ///< how far the mesh may lie from the shape [m], > 0
  double longest_edge = 0;  ///< of its triangles [m], > 0
  /// Edge of the square that stands for a half space, length of the piece of an infinite cylinder
  /// [m]; of no meaning for others.
  double extent = 1;
};

/// Whether the shape needs an extent: half space, infinite cylinder.
bool is_endless(const Shape& shape);

/// What serves most: chords within 1/1000 of the shape's size (or its extent), edges up to 1/16.
ShapeFineness default_fineness(const Shape& shape, double extent = 1);

/// The mesh, in the shape's frame; of a mesh solid its own. Throws InputError where it would have
/// too many triangles.
TriangleMesh stand_in_mesh(const Shape& shape, const ShapeFineness& fineness);

}  // namespace condyle
