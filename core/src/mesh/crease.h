#pragma once

namespace condyle::mesh {

/// Two triangles meet at a crease, bent by more than 45 degrees, if the dot product of their unit
/// normals is below this.
inline constexpr double k_crease_cosine = 0.7071;

}  // namespace condyle::mesh
