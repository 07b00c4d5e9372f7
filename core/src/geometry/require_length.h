#pragma once

namespace condyle::geometry {

/// Throws InputError naming the shape and the length [m] if the length is not positive and finite.
void require_length(const char* shape, const char* name, double length);

}  // namespace condyle::geometry
