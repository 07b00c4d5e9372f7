#include "view/cutting.h"

#include "view/mesh_placement.h"

namespace condyle {
namespace {

/// Counts how often a line of sight leaves what is left of a mesh more often than it enters it:
/// once where it enters through the face of the cut.
void count_faces(const GlProgram& program, const DrawList& list, const DrawnMesh& mesh) {
  glClear(GL_STENCIL_BUFFER_BIT);
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  glDepthMask(GL_FALSE);
  glDisable(GL_DEPTH_TEST);
  glStencilFunc(GL_ALWAYS, 0, ~0u);
  glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, GL_INCR_WRAP);
  glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, GL_DECR_WRAP);
  {
    const Cutting cutting(program, list);
    set_placement(program, mesh.X_WM.matrix());
    mesh.mesh->draw();
  }
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_TRUE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
}

void draw_face(const GlProgram& program, const CutPlane& cut, const DrawnMesh& mesh,
               const GpuMesh& square) {
  const Eigen::AlignedBox3d& box = mesh.mesh->box();
  const Eigen::Vector3d middle = mesh.X_WM * Eigen::Vector3d(box.center());
  const Eigen::Vector3d on_plane = middle + (cut.offset - cut.normal.dot(middle)) * cut.normal;
  const double reach = box.diagonal().norm();
  glStencilFunc(GL_NOTEQUAL, 0, ~0u);
  glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
  set_look(program, mesh.look);
  set_placement(program, placed(on_plane, cut.normal, reach, reach));
  square.draw();
}

}  // namespace

Cutting::Cutting(const GlProgram& program, const DrawList& list) : program_(program) {
  if (!list.cut) return;
  const Eigen::Vector3f keeps = -list.cut->normal.cast<float>();
  program.set("u_cut", Eigen::Vector4f(keeps.x(), keeps.y(), keeps.z(),
                                       static_cast<float>(list.cut->offset)));
  begin_cut();
}

// Some drivers go on to clip, so nothing must lie beyond.
Cutting::~Cutting() {
  end_cut();
  program_.set("u_cut", Eigen::Vector4f(0, 0, 0, 1));
}

void draw_cut_faces(const GlProgram& program, const DrawList& list, const GpuMesh& square) {
  if (!list.cut) return;
  program.set("u_cut_face", 1);
  glEnable(GL_STENCIL_TEST);
  for (const DrawnMesh& mesh : list.meshes) {
    if (mesh.opacity < 1 || !mesh.is_closed) continue;
    count_faces(program, list, mesh);
    draw_face(program, *list.cut, mesh, square);
  }
  glDisable(GL_STENCIL_TEST);
  program.set("u_cut_face", 0);
}

}  // namespace condyle
