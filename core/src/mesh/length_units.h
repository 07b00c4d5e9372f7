#pragma once

#include "condyle/mesh/mesh_file.h"

namespace condyle::mesh {

/// A coordinate of a file in metres: the double nearest to the decimal number in the file, for
/// metric units.
double to_metres(double value, LengthUnit unit);
double from_metres(double value, LengthUnit unit);

}  // namespace condyle::mesh
