#pragma once

namespace condyle::mesh {

/// Largest number of triangles in a generated mesh (one that is not read from a file): a few words
/// of input must not take gigabytes.
inline constexpr int k_most_made_triangles = 4'000'000;

}  // namespace condyle::mesh
