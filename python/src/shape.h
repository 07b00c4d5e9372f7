#pragma once

#include <string>

#include "condyle/geometry/shape.h"

namespace condyle::python {

/// An analytic shape or a mesh solid. A separate struct, because pybind11 would convert the bare
/// variant to one of several Python types.
struct Solid {
  geometry::Shape shape;
};

/// The name of a shape and its numbers, if it has any.
std::string text_of(const Solid& solid);

}  // namespace condyle::python
