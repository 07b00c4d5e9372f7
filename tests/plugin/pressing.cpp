#include "plugin/pressing.h"

#include "condyle/contact/contact_pair.h"
#include "core/src/contact/laws/pressure_law.h"

namespace condyle::test {

double stiffness_per_area(const Layer& layer) {
  return constrained_modulus(layer.elastic_modulus, layer.poissons_ratio) / (2 * layer.thickness);
}

double flat_depth(const Layer& layer, double force, double area) {
  return force / (stiffness_per_area(layer) * area);
}

Eigen::Vector3d force_at(const ContactSurface& casting, const ContactSurface& target,
                         const Pose& X_WC, const Pose& X_WT) {
  const auto borrowed = [](const ContactSurface& surface) {
    return std::shared_ptr<const ContactSurface>(&surface, [](const ContactSurface*) {});
  };
  ContactPair pair(borrowed(casting), borrowed(target), {});
  return X_WC.linear() * pair.evaluate(X_WC.inverse() * X_WT).F_casting_C.force;
}

int bullet_points(btDynamicsWorld& world, const btCollisionObject& a, const btCollisionObject& b) {
  int points = 0;
  for (int i = 0; i < world.getDispatcher()->getNumManifolds(); ++i) {
    const btPersistentManifold& m = *world.getDispatcher()->getManifoldByIndexInternal(i);
    if ((m.getBody0() == &a && m.getBody1() == &b) || (m.getBody0() == &b && m.getBody1() == &a))
      points += m.getNumContacts();
  }
  return points;
}

int pressing(const bullet::Plugin& plugin) {
  int count = 0;
  for (const PairReport& pair : plugin.pairs())
    count += pair.result().total.n_contacting > 0 ? 1 : 0;
  return count;
}

double height(const btRigidBody& body) { return body.getWorldTransform().getOrigin().z(); }

Approx at_depth(double z, double depth) {
  return Approx(z).margin(k_double_engine ? 1e-4 * depth : 0.01 * depth + 2e-8);
}

}  // namespace condyle::test
