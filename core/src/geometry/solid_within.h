#pragma once

#include <string>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle::geometry {

/// The solid inside a surface, for unit density and in the surface's frame: that of its exact
/// shape, or of the closed mesh where `exact` is null. Throws InputError that begins with
/// `surface`, what the surface is called, if it is open.
SolidProperties solid_within(const Shape* exact, const TriangleMesh& triangles,
                             const std::string& surface);

}  // namespace condyle::geometry
