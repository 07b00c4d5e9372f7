#pragma once

// The text header of a PLY file. Not part of the library's interface.

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/src/mesh/mesh_source.h"

namespace condyle::mesh {

enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

struct PlyProperty {
  std::string_view name;
  PlyType type = PlyType::float32;
  /// Type of the list's length; none if the property is not a list.
  std::optional<PlyType> count_type;
};

struct PlyElement {
  std::string_view name;
  std::int64_t count = 0;
  std::vector<PlyProperty> properties;
};

struct PlyHeader {
  bool ascii = false;
  std::endian order = std::endian::little;
  std::vector<PlyElement> elements;
  std::string_view body;  ///< the bytes after the header
};

/// Parses the header. Throws InputError naming the wrong line.
PlyHeader parse_ply_header(const MeshSource& source);

}  // namespace condyle::mesh
