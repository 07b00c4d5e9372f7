#include "plugin/test_world.h"

namespace condyle::test {

TestWorld::TestWorld(const bullet::PluginSettings& settings) {
  world.setGravity(btVector3(0, 0, static_cast<btScalar>(-k_gravity)));
  plugin = std::make_unique<bullet::Plugin>(world, settings);
}

TestWorld::~TestWorld() {
  plugin.reset();
  while (world.getNumConstraints() > 0) world.removeConstraint(world.getConstraint(0));
  for (auto& body : bodies) world.removeRigidBody(body.get());
}

btRigidBody& TestWorld::add_body(btCollisionShape* shape, double mass, const btVector3& inertia,
                                 const Eigen::Vector3d& position,
                                 const Eigen::Quaterniond& rotation) {
  shapes.emplace_back(shape);
  Pose X = Pose::Identity();
  X.linear() = rotation.toRotationMatrix();
  X.translation() = position;
  btRigidBody::btRigidBodyConstructionInfo info(static_cast<btScalar>(mass), nullptr, shape,
                                                inertia);
  info.m_startWorldTransform = bullet::to_bullet(X);
  info.m_linearDamping = info.m_angularDamping = 0;
  bodies.push_back(std::make_unique<btRigidBody>(info));
  bodies.back()->setActivationState(DISABLE_DEACTIVATION);
  world.addRigidBody(bodies.back().get());
  return *bodies.back();
}

btRigidBody& TestWorld::add_mesh_body(const TriangleMesh& mesh, const Layer& layer, double mass,
                                      const btVector3& inertia, const Eigen::Vector3d& position,
                                      const Eigen::Quaterniond& rotation) {
  return add_mesh_body(std::make_shared<const ContactSurface>(mesh, layer), mass, inertia, position,
                       rotation);
}

btRigidBody& TestWorld::add_mesh_body(std::shared_ptr<const ContactSurface> surface, double mass,
                                      const btVector3& inertia, const Eigen::Vector3d& position,
                                      const Eigen::Quaterniond& rotation) {
  btRigidBody& body =
      add_body(new bullet::SurfaceShape(surface), mass, inertia, position, rotation);
  colliders.push_back(plugin->add_collider(body, surface));
  return body;
}

void TestWorld::step(double dt, int count) {
  for (int i = 0; i < count; ++i) world.stepSimulation(static_cast<btScalar>(dt), 0);
}

TriangleMesh below(const TriangleMesh& mesh, double height) {
  TriangleMesh part;
  std::vector<int> place(mesh.vertices.size(), -1);
  for (std::array<int, 3> triangle : mesh.triangles) {
    double sum = 0;
    for (const int v : triangle) sum += mesh.vertices[v].z();
    if (sum > 3 * height) continue;
    for (int& v : triangle) {
      const Eigen::Vector3d& vertex = mesh.vertices[v];
      int& mapped = place[v];
      if (mapped < 0) {
        mapped = static_cast<int>(part.vertices.size());
        part.vertices.push_back(vertex);
      }
      v = mapped;
    }
    part.triangles.push_back(triangle);
  }
  return part;
}

btVector3 sphere_inertia(double mass, double radius) {
  const auto i = static_cast<btScalar>(0.4 * mass * radius * radius);
  return {i, i, i};
}

btVector3 box_inertia(double mass, const Eigen::Vector3d& size) {
  const Eigen::Vector3d s = size.cwiseAbs2();
  return bullet::to_bullet(mass / 12 *
                           Eigen::Vector3d(s.y() + s.z(), s.x() + s.z(), s.x() + s.y()));
}

double kinetic_energy(const btRigidBody& body) {
  const btVector3 w = body.getWorldTransform().getBasis().transpose() * body.getAngularVelocity();
  const btVector3 I = body.getLocalInertia();
  return 0.5 * double(body.getLinearVelocity().length2() / body.getInvMass() +
                      I.x() * w.x() * w.x() + I.y() * w.y() * w.y() + I.z() * w.z() * w.z());
}

Vector6 momentum(std::span<btRigidBody* const> bodies) {
  Vector6 sum = Vector6::Zero();
  for (const btRigidBody* body : bodies) {
    const double mass = 1 / double(body->getInvMass());
    const double inertia = 1 / double(body->getInvInertiaDiagLocal().x());
    const Eigen::Vector3d p = mass * bullet::to_eigen(body->getLinearVelocity());
    sum.tail<3>() += p;
    sum.head<3>() += bullet::to_eigen(body->getWorldTransform().getOrigin()).cross(p) +
                     inertia * bullet::to_eigen(body->getAngularVelocity());
  }
  return sum;
}

}  // namespace condyle::test
