#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "condyle/error.h"
#include "world/bullet_scene.h"
#include "world/made_meshes.h"

namespace condyle {
namespace {

bool takes_part_in_contact(const scene::Scene& scene, const scene::SceneBody& body,
                           const scene::SceneMesh& mesh) {
  for (const scene::SceneContact& contact : scene.contacts) {
    for (const scene::MeshName& side : {contact.casting, contact.target}) {
      if (side.body == body.name && side.mesh == mesh.name) return true;
    }
  }
  return false;
}

/// Sets frame P to the principal axes. If the axes of the body are already principal, keeps them,
/// so that frames stay readable.
void set_principal_frame(BuiltBody& body) {
  body.X_BP.translation() = body.mass.p_BoBcm;
  const Eigen::Matrix3d& I = body.mass.I_BBcm;
  const Eigen::Matrix3d off_diagonal = I - Eigen::Matrix3d(I.diagonal().asDiagonal());
  if (off_diagonal.norm() <= 1e-9 * I.norm()) {
    body.principal_inertia = I.diagonal();
    return;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(I);
  Eigen::Matrix3d R = axes.eigenvectors();
  if (R.determinant() < 0) R.col(2) = -R.col(2);
  body.X_BP.linear() = R;
  body.principal_inertia = axes.eigenvalues();
}

BuiltBody build_body(const scene::Scene& scene, const scene::SceneBody& body, MeshMaker& maker) {
  BuiltBody built;
  for (const scene::SceneMesh& mesh : body.meshes) {
    const std::string name = fmt::format("mesh '{}' of body '{}'", mesh.name, body.name);
    built.meshes.push_back(maker.make(mesh, takes_part_in_contact(scene, body, mesh), name));
  }
  if (body.kind == scene::BodyKind::dynamic) {
    std::vector<TriangleMesh> meshes;
    for (const BuiltMesh& mesh : built.meshes) meshes.push_back(*mesh.mesh);
    built.mass = make_body_mass(body, meshes);
    set_principal_frame(built);
  }
  return built;
}

}  // namespace

std::vector<BuiltBody> build_bodies(const scene::Scene& scene, MadeMeshes* shared) {
  MeshMaker maker(shared);
  std::vector<BuiltBody> built;
  for (const scene::SceneBody& body : scene.bodies) built.push_back(build_body(scene, body, maker));
  maker.finish();
  return built;
}

}  // namespace condyle
