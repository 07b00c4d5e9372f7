#include "fuzz/mesh_checks.h"

#include <cmath>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "condyle/mesh/mesh_repair.h"
#include "fuzz/fuzz_target.h"

namespace condyle::fuzz {
namespace {

void require_same(const TriangleMesh& mesh, const TriangleMesh& again) {
  require(mesh.triangles == again.triangles, "other triangles read back than were written");
  require(mesh.vertices == again.vertices, "other vertices read back than were written");
}

/// Contact takes a mesh that was repaired.
void repair_if_possible(const TriangleMesh& mesh) {
  mesh::RepairedMesh repaired;
  try {
    repaired = repair(mesh);
  } catch (const InputError&) {  // no triangle is left
    return;
  }
  const ContactSurface surface(repaired.mesh, Layer{1e6, 0.4, 0.01}, "repaired mesh");
  require(surface.triangle_count() == repaired.report.triangles, "triangles are lost in repair");
}

}  // namespace

void use_mesh(const mesh::MeshInFile& read) {
  const mesh::MeshReport report = inspect(read);
  require(std::isfinite(report.area) && report.area >= 0, "the area is no number");
  require(report.triangles == static_cast<int>(read.mesh.triangles.size()), "triangles are lost");
  to_text(report, "mesh");
  to_json(report);
  repair_if_possible(welded(read.mesh));
}

void check_mesh(ParseMesh parse, const WriteMesh& write, std::string_view bytes,
                const std::string& name) {
  mesh::MeshInFile read;
  try {
    read = parse({name, bytes});
    require_readable(name, read.mesh);
  } catch (const InputError& error) {
    return require_names(error, name);
  }
  use_mesh(read);
  if (write != nullptr) require_same(read.mesh, parse({name, write(read.mesh)}).mesh);
}

}  // namespace condyle::fuzz
