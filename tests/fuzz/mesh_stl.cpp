// STL, ASCII and binary. It is written as floats, which read back as they are once they were read
// from a binary file.
#include "fuzz/fuzz_target.h"
#include "fuzz/mesh_checks.h"

CONDYLE_FUZZ_TARGET(mesh_stl) {
  using namespace condyle;
  const std::string_view bytes = fuzz::text_of(data, size);
  const auto write = [](const TriangleMesh& mesh) { return mesh::stl_bytes(mesh); };
  fuzz::check_mesh(&mesh::parse_stl, mesh::is_binary_stl(bytes) ? write : fuzz::WriteMesh(), bytes,
                   "mesh.stl");
  return 0;
}
