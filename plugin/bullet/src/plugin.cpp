#include "condyle/bullet/plugin.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <fmt/core.h>

#include "condyle/error.h"
#include "core/world/src/session_checks.h"
#include "plugin/bullet/src/collider_shape.h"
#include "plugin/bullet/src/convert.h"
#include "plugin/bullet/src/world_session.h"

namespace condyle::bullet {
namespace {

/// The Bullet shape of a collider, and its pose in the body.
struct ShapeInBody {
  const btCollisionShape* shape;
  Pose X_BS = Pose::Identity();
};

ShapeInBody shape_in_body(const btRigidBody& body, int child, const std::string& name) {
  const btCollisionShape* shape = body.getCollisionShape();
  if (shape == nullptr)
    throw InputError(name + ": its body has no collision shape; give it one first");
  if (child == -1) return {shape};
  const auto* compound = shape->isCompound() ? static_cast<const btCompoundShape*>(shape) : nullptr;
  if (compound == nullptr || child < 0 || child >= compound->getNumChildShapes())
    throw InputError(
        fmt::format("{}: there is no child {} in its body's shape; give the index of a child of a "
                    "btCompoundShape, or -1 for the whole shape",
                    name, child));
  return {compound->getChildShape(child), to_pose(compound->getChildTransform(child))};
}

}  // namespace

Plugin::Plugin(btDynamicsWorld& world, const PluginSettings& settings)
    : AnySession(std::make_unique<WorldSession>(world, checked(settings))),
      session_(static_cast<WorldSession&>(*state_)) {}

ColliderId Plugin::add_collider(btRigidBody& body, const Layer& layer,
                                const ColliderOptions& options) {
  SessionCollider collider{.name = session_.name_or_number(options.name)};
  const ShapeInBody part = shape_in_body(body, options.compound_child, collider.name);
  const auto [surface, X_shape_S] = collider_surface(*part.shape, layer, collider.name);
  collider.X_BS = part.X_BS * X_shape_S;
  set_surface(surface, collider);
  return session_.add_collider(body, options.compound_child, std::move(collider));
}

ColliderId Plugin::add_collider(btRigidBody& body, std::shared_ptr<const ContactSurface> surface,
                                const Pose& X_BS, const ColliderOptions& options) {
  SessionCollider collider{.X_BS = X_BS, .name = session_.name_or_number(options.name)};
  shape_in_body(body, options.compound_child, collider.name);
  if (!surface) throw InputError(collider.name + ": its ContactSurface is null");
  set_surface(std::move(surface), collider);
  return session_.add_collider(body, options.compound_child, std::move(collider));
}

ColliderId Plugin::add_collider(btRigidBody& body, std::shared_ptr<DeformableSurface> surface,
                                const Pose& X_BS, const ColliderOptions& options) {
  SessionCollider collider{.X_BS = X_BS, .name = session_.name_or_number(options.name)};
  shape_in_body(body, options.compound_child, collider.name);
  if (!surface) throw InputError(collider.name + ": its DeformableSurface is null");
  set_surface(surface->surface(), collider);
  collider.vertices = std::make_shared<MovingVertices>(std::move(surface));
  return session_.add_collider(body, options.compound_child, std::move(collider));
}

ColliderId Plugin::add_collider(btSoftBody& soft, const Layer& layer,
                                const ColliderOptions& options) {
  const std::string name = session_.name_or_number(options.name);
  if (options.compound_child != -1)
    throw InputError(name + ": a soft body has no children of a compound");
  return session_.add_collider(soft, layer, name);
}

StrandId Plugin::add_strand(const ligament::Strand& strand, btRigidBody& body_a,
                            const Eigen::Vector3d& p_A, btRigidBody& body_b,
                            const Eigen::Vector3d& p_B) {
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = p_A}, {.body = 1, .p_B = p_B}};
  btRigidBody* const bodies[] = {&body_a, &body_b};
  return add_strand(strand, bodies, path);
}

StrandId Plugin::add_strand(const ligament::Strand& strand, std::span<btRigidBody* const> bodies,
                            const ligament::StrandPath& path) {
  ligament::require_valid(strand, fmt::format("Strand '{}'", strand.name));
  return session_.add_strand(strand, bodies, path);
}

Wrench Plugin::strand_wrench(StrandId id, const btRigidBody& body) const {
  return session_.strand_wrench(id, session_.bodies.number_of(&body));
}

void Plugin::on_substep(std::function<void(double)> listener) {
  session_.listener = std::move(listener);
}

void Plugin::name_bodies(std::function<std::string(const btCollisionObject&)> name_of) {
  session_.body_name = std::move(name_of);
}

std::shared_ptr<const WorldMemory> Plugin::save() const { return session_.save_world(); }
void Plugin::restore(const WorldMemory& memory) { session_.restore_world(memory); }
std::size_t Plugin::size_of(const WorldMemory& memory) { return bullet::size_of(memory); }
std::uint64_t Plugin::hash_of(const WorldMemory& memory) { return bullet::hash_of(memory); }

std::size_t Plugin::kept_pairs() const { return session_.contacts.pairs.size(); }

}  // namespace condyle::bullet
