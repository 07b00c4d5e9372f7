#include "core/src/mesh/bytes_behind.h"

#include <fmt/core.h>

#include "core/src/mesh/mesh_source.h"

namespace condyle::mesh {

std::vector<MeshFinding> look_behind(std::string_view behind, std::string_view last) {
  if (is_padding(behind)) return {};
  return {{"bytes_behind_mesh",
           fmt::format("{} bytes that are no padding stand behind the last {}, and are not read",
                       behind.size(), last),
           "harmless if they are a note; if a part is missing, export the mesh again"}};
}

}  // namespace condyle::mesh
