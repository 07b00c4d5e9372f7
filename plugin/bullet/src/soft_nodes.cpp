#include "plugin/bullet/src/soft_nodes.h"

#include <BulletCollision/CollisionShapes/btEmptyShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletSoftBody/btSoftBody.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "condyle/error.h"
#include "plugin/bullet/src/convert.h"
#include "plugin/bullet/src/link_strain.h"

namespace condyle::bullet {
namespace {

using Eigen::Vector3d;

TriangleMesh mesh_of(const btSoftBody& soft, const std::string& name) {
  if (soft.m_faces.size() == 0)
    throw InputError(name +
                     ": its soft body has no faces to press with; give it some (appendFace)");
  TriangleMesh mesh;
  for (int i = 0; i < soft.m_nodes.size(); ++i)
    mesh.vertices.push_back(to_eigen(soft.m_nodes[i].m_x));
  for (int f = 0; f < soft.m_faces.size(); ++f) {
    auto& triangle = mesh.triangles.emplace_back();
    for (int k = 0; k < 3; ++k)
      triangle[k] = static_cast<int>(soft.m_faces[f].m_n[k] - &soft.m_nodes[0]);
  }
  return mesh;
}

}  // namespace

SoftNodes::SoftNodes(btSoftBody& soft, const Layer& layer, const std::string& name)
    : MovingVertices(std::make_shared<DeformableSurface>(mesh_of(soft, name), layer, name)),
      soft_(soft),
      name_(name) {
  proxy_shape_ = std::make_unique<btEmptyShape>();
  proxy_ = std::make_unique<btRigidBody>(
      btRigidBody::btRigidBodyConstructionInfo(0, nullptr, proxy_shape_.get()));
  const std::size_t count = start().size();
  free_motion_.start.resize(count);
  free_motion_.end.resize(count);
  free_motion_.inverse_mass.resize(count);
}

SoftNodes::~SoftNodes() = default;

void SoftNodes::begin(double dt) {
  const bool is_active = soft_.isActive();
  for (std::size_t i = 0; i < free_motion_.start.size(); ++i) {
    const btSoftBody::Node& node = soft_.m_nodes[static_cast<int>(i)];
    free_motion_.start[i] = to_eigen(is_active ? node.m_q : node.m_x);
    free_motion_.end[i] = to_eigen(node.m_x);
    free_motion_.inverse_mass[i] = static_cast<double>(node.m_im);
  }
  if (is_active) require_links_hold(soft_, free_motion_.start, dt, name_);
  try {
    begin_free(free_motion_, dt);
  } catch (const InputError& error) {
    throw SimulationError(fmt::format(
        "{}; this soft body does not hold together: give it more mass or stiffer links, or take "
        "shorter steps",
        error.what()));
  }
}

void SoftNodes::drop_bullet_contact(const btCollisionObject& object) {
  auto& contacts = soft_.m_rcontacts;
  for (int i = contacts.size() - 1; i >= 0; --i) {
    if (contacts[i].m_cti.m_colObj != &object) continue;
    contacts.swap(i, contacts.size() - 1);
    contacts.pop_back();
  }
}

void SoftNodes::push_nodes() {
  const btScalar dt = soft_.m_sst.sdt;
  for (std::size_t i = 0; i < impulses().size(); ++i) {
    btSoftBody::Node& node = soft_.m_nodes[static_cast<int>(i)];
    const btVector3 change = node.m_im * to_bullet(impulses()[i]);
    node.m_v += change;
    node.m_x += dt * change;
  }
}

void SoftNodes::save(Backup& backup) const {
  backup.place.clear();
  backup.velocity.clear();
  backup.force.clear();
  for (int i = 0; i < soft_.m_nodes.size(); ++i) {
    backup.place.push_back(to_eigen(soft_.m_nodes[i].m_x));
    backup.velocity.push_back(to_eigen(soft_.m_nodes[i].m_v));
    backup.force.push_back(to_eigen(soft_.m_nodes[i].m_f));
  }
}

void SoftNodes::restore(const Backup& backup) {
  for (std::size_t i = 0; i < backup.place.size(); ++i) {
    btSoftBody::Node& node = soft_.m_nodes[static_cast<int>(i)];
    node.m_x = to_bullet(backup.place[i]);
    node.m_v = to_bullet(backup.velocity[i]);
    node.m_f = to_bullet(backup.force[i]);
  }
}

}  // namespace condyle::bullet
