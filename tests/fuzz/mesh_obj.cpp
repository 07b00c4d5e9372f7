// OBJ.
#include "fuzz/fuzz_target.h"
#include "fuzz/mesh_checks.h"

CONDYLE_FUZZ_TARGET(mesh_obj) {
  using namespace condyle;
  fuzz::check_mesh(
      &mesh::parse_obj, [](const TriangleMesh& mesh) { return mesh::obj_bytes(mesh); },
      fuzz::text_of(data, size), "mesh.obj");
  return 0;
}
