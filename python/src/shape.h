#pragma once

#include <string>

#include "condyle/geometry/shape.h"

namespace condyle::python {

/// An analytic shape or a mesh solid; a class of its own, for pybind11 makes a variant of Python's
/// types of the bare one.
struct Solid {
  geometry::Shape shape;
};

/// "Sphere(radius=0.03)", or the name of a shape that has no numbers.
std::string text_of(const Solid& solid);

}  // namespace condyle::python
