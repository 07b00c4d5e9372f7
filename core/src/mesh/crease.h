#pragma once

namespace condyle::mesh {

/// Two triangles whose normals have a smaller product meet at a crease: bent by more than 45
/// degrees.
inline constexpr double k_crease_cosine = 0.7071;

}  // namespace condyle::mesh
