#pragma once

namespace condyle {

/// Throws InputError that names the shape and the length where it is not positive and finite [m].
void require_length(const char* shape, const char* name, double length);

}  // namespace condyle
