#include "engine/bullet/soft_body.h"

#include "condyle/scene/scene_build.h"
#include "plugin/bullet/src/convert.h"

namespace condyle {

std::unique_ptr<btSoftBody> make_soft_body(btSoftBodyWorldInfo& info, const scene::SoftBlock& block,
                                           const Pose& X_WM) {
  const TriangleMesh mesh = make_soft_block_mesh(block);
  std::vector<btVector3> places;
  for (const Eigen::Vector3d& vertex : mesh.vertices)
    places.push_back(bullet::to_bullet(Eigen::Vector3d(X_WM * vertex)));
  const int count = static_cast<int>(places.size());
  const std::vector<btScalar> masses(places.size(), static_cast<btScalar>(block.mass / count));
  auto soft = std::make_unique<btSoftBody>(&info, count, places.data(), masses.data());
  soft->m_materials[0]->m_kLST = static_cast<btScalar>(block.link_stiffness);
  soft->m_cfg.piterations = block.iterations;
  // Switches off Bullet's own collisions, which would be found and discarded in each step.
  soft->m_cfg.collisions = 0;
  soft->m_cfg.kDP = static_cast<btScalar>(block.damping);
  for (const auto& [a, b] : soft_block_links(block)) soft->appendLink(a, b);
  for (const auto& [a, b, c] : mesh.triangles) soft->appendFace(a, b, c);
  for (int node = 0; node < held_nodes(block); ++node) soft->setMass(node, 0);
  return soft;
}

}  // namespace condyle
