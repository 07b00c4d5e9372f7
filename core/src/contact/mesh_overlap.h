#pragma once

#include "condyle/contact/contact_surface.h"
#include "condyle/geometry/shape.h"
#include "condyle/pose.h"

namespace condyle {

/// How deep the triangles of a target mesh reach into a convex, bounded shape from outside, X_CT
/// being the pose of the mesh in the shape's frame [m]; 0 if none does. Triangles that turn their
/// back to the shape at their deepest point, or behind which most of it is, do not count: nothing
/// presses on them. Of the points of
/// a triangle, those of its edges count, and the one below which the shape reaches deepest.
double overlap_with_mesh(const geometry::Shape& shape, const ContactSurface& target,
                         const Pose& X_CT);

}  // namespace condyle
