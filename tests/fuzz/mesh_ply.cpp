// PLY, ASCII and binary.
#include "fuzz/fuzz_target.h"
#include "fuzz/mesh_checks.h"

CONDYLE_FUZZ_TARGET(mesh_ply) {
  using namespace condyle;
  fuzz::check_mesh(
      &mesh::parse_ply, [](const TriangleMesh& mesh) { return mesh::ply_bytes(mesh); },
      fuzz::text_of(data, size), "mesh.ply");
  return 0;
}
