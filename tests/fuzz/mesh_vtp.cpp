// VTP: XML with arrays in ASCII, base64, appended, compressed.
#include "fuzz/fuzz_target.h"
#include "fuzz/mesh_checks.h"

CONDYLE_FUZZ_TARGET(mesh_vtp) {
  using namespace condyle;
  fuzz::check_mesh(
      &mesh::parse_vtp, [](const TriangleMesh& mesh) { return mesh::vtp_bytes(mesh, {}); },
      fuzz::text_of(data, size), "mesh.vtp");
  return 0;
}
