#pragma once

#include "condyle/geometry/shape.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// The resolution of the mesh that represents an analytic shape where it casts or is drawn.
struct ShapeFineness {
  double chord_error = 0;   ///< largest distance of the mesh from the shape [m], > 0
  double longest_edge = 0;  ///< longest edge of its triangles [m], > 0
  /// Half space: edge of the square that represents it; infinite cylinder: length of the piece
  /// [m]. Unused for other shapes.
  double extent = 1;
};

/// Whether the shape needs an extent, that is a half space or an infinite cylinder.
bool is_endless(const Shape& shape);

/// A resolution for most purposes: chords within 1/1000 and edges up to 1/16 of the shape's size
/// (or its extent).
ShapeFineness default_fineness(const Shape& shape, double extent = 1);

/// The mesh in the shape's frame; for a mesh solid its own mesh. Throws InputError if it would have
/// too many triangles.
TriangleMesh display_mesh(const Shape& shape, const ShapeFineness& fineness);

}  // namespace condyle
