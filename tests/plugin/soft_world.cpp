#include "plugin/soft_world.h"

#include "condyle/bullet/surface_shape.h"
#include "plugin/bullet/src/convert.h"

namespace condyle::test {
namespace {

/// Adds the outer faces of the lattice, counter-clockwise seen from outside, by indices of nodes.
void add_faces(const Lattice& lattice, const std::array<int, 3>& stride, btSoftBody& soft) {
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const bool top : {false, true}) {
      for (int i = 0; i < lattice.cells[u]; ++i) {
        for (int j = 0; j < lattice.cells[v]; ++j) {
          const int a =
              (top ? lattice.cells[axis] * stride[axis] : 0) + i * stride[u] + j * stride[v];
          const int b = a + stride[u], c = b + stride[v], d = a + stride[v];
          soft.appendFace(a, top ? b : c, top ? c : b);
          soft.appendFace(a, top ? c : d, top ? d : c);
        }
      }
    }
  }
}

}  // namespace

SoftWorld::SoftWorld(double gravity, const bullet::PluginSettings& settings) {
  const btVector3 g(0, 0, static_cast<btScalar>(-gravity));
  world.setGravity(g);
  world.getWorldInfo().m_gravity = g;
  world.getWorldInfo().m_sparsesdf.Initialize();
  plugin = std::make_unique<bullet::Plugin>(world, settings);
}

SoftWorld::~SoftWorld() {
  plugin.reset();
  for (auto& soft : softs) world.removeSoftBody(soft.get());
  for (auto& body : bodies) world.removeRigidBody(body.get());
}

btSoftBody& SoftWorld::add_lattice(const Lattice& lattice) {
  std::vector<btVector3> places;
  const auto& n = lattice.cells;
  const std::array<int, 3> stride = {1, n[0] + 1, (n[0] + 1) * (n[1] + 1)};
  for (int k = 0; k <= n[2]; ++k) {
    for (int j = 0; j <= n[1]; ++j) {
      for (int i = 0; i <= n[0]; ++i) {
        const Eigen::Vector3d part(double(i) / n[0], double(j) / n[1], double(k) / n[2]);
        const Eigen::Vector3d place =
            lattice.center + lattice.size.cwiseProduct(part - Eigen::Vector3d::Constant(0.5));
        places.push_back(bullet::to_bullet(place));
      }
    }
  }
  const int count = static_cast<int>(places.size());
  const std::vector<btScalar> masses(places.size(), static_cast<btScalar>(lattice.mass / count));
  softs.push_back(
      std::make_unique<btSoftBody>(&world.getWorldInfo(), count, places.data(), masses.data()));
  btSoftBody& soft = *softs.back();
  soft.m_materials[0]->m_kLST = static_cast<btScalar>(lattice.stiffness);
  soft.m_cfg.piterations = lattice.iterations;
  for (int a = 0; lattice.has_links && a < count; ++a) {
    for (int b = a + 1; b < count; ++b) {
      const int di = std::abs(a % stride[1] - b % stride[1]);
      const int dj = std::abs(a / stride[1] % (n[1] + 1) - b / stride[1] % (n[1] + 1));
      const int dk = std::abs(a / stride[2] - b / stride[2]);
      if (std::max({di, dj, dk}) == 1) soft.appendLink(a, b);
    }
  }
  add_faces(lattice, stride, soft);
  if (lattice.is_fixed_below)
    for (int i = 0; i < stride[2]; ++i) soft.setMass(i, 0);
  soft.getCollisionShape()->setMargin(btScalar(0.01));
  world.addSoftBody(&soft);
  return soft;
}

btRigidBody& SoftWorld::add_body(const TriangleMesh& mesh, const Layer& layer, double mass,
                                 double inertia, const Eigen::Vector3d& position) {
  auto surface = std::make_shared<const ContactSurface>(mesh, layer);
  shapes.push_back(std::make_unique<bullet::SurfaceShape>(surface));
  const auto moment = static_cast<btScalar>(inertia);
  btRigidBody::btRigidBodyConstructionInfo info(
      static_cast<btScalar>(mass), nullptr, shapes.back().get(), btVector3(moment, moment, moment));
  info.m_startWorldTransform.setIdentity();
  info.m_startWorldTransform.setOrigin(bullet::to_bullet(position));
  info.m_linearDamping = info.m_angularDamping = 0;
  bodies.push_back(std::make_unique<btRigidBody>(info));
  world.addRigidBody(bodies.back().get());
  colliders.push_back(plugin->add_collider(*bodies.back(), surface));
  return *bodies.back();
}

void SoftWorld::step(double dt, int count) {
  for (int i = 0; i < count; ++i) world.stepSimulation(static_cast<btScalar>(dt), 0);
}

Vector6 momentum(const btSoftBody& soft) {
  Vector6 sum = Vector6::Zero();
  for (int i = 0; i < soft.m_nodes.size(); ++i) {
    const btSoftBody::Node& node = soft.m_nodes[i];
    if (!(node.m_im > 0)) continue;
    const Eigen::Vector3d p = bullet::to_eigen(node.m_v) / double(node.m_im);
    sum.tail<3>() += p;
    sum.head<3>() += bullet::to_eigen(node.m_x).cross(p);
  }
  return sum;
}

}  // namespace condyle::test
