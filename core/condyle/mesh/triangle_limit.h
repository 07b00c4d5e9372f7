#pragma once

namespace condyle {

/// No mesh that is made, and not read from a file, has more triangles: it would take gigabytes for
/// a few words of input.
inline constexpr int k_most_made_triangles = 4'000'000;

}  // namespace condyle
