#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "c/src/bullet_world.h"
#include "c/src/failure.h"
#include "c/src/handles.h"
#include "c/src/numbers.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "core/scene/src/inertia.h"
#include "plugin/bullet/src/convert.h"

namespace condyle::c {
namespace {

using bullet::to_bullet;
using bullet::to_eigen;

void require_kind(int kind) {
  if (kind != CONDYLE_FIXED && kind != CONDYLE_KINEMATIC && kind != CONDYLE_DYNAMIC)
    throw InputError(
        fmt::format("kind is {}, must be CONDYLE_FIXED (0), CONDYLE_KINEMATIC (1) or "
                    "CONDYLE_DYNAMIC (2)",
                    kind));
}

scene::PrincipalFrame frame_of(double mass, const double* centre, const double* inertia) {
  if (!(finite(mass, "mass") > 0))
    throw InputError(fmt::format("mass is {}, must be above 0 for a dynamic body", mass));
  const Eigen::Matrix3d I = matrix_of(inertia, "inertia");
  if (!I.isApprox(I.transpose(), 1e-9) || !scene::is_physical_inertia(I))
    throw InputError(
        "inertia is that of no body: it must be symmetric, with three positive principal moments, "
        "none above the sum of the other two");
  const scene::PrincipalFrame frame = scene::principal_frame(vector_of(centre, "centre"), I);
  if (!std::isfinite(1 / mass) || !frame.inertia.cwiseInverse().allFinite())
    throw InputError(
        fmt::format("mass is {} and the least moment of inertia {}; both are too "
                    "small to divide by",
                    mass, frame.inertia.minCoeff()));
  return frame;
}

int add_body(condyle_world& world, int kind, double mass, const double* centre,
             const double* inertia, const Pose& X_WB) {
  require_kind(kind);
  auto body = std::make_unique<Body>();
  body->kind = kind;
  scene::PrincipalFrame frame;
  if (kind == CONDYLE_DYNAMIC) frame = frame_of(mass, centre, inertia);
  body->X_BP = frame.X_BP;
  body->shape = std::make_unique<btCompoundShape>();
  btRigidBody::btRigidBodyConstructionInfo info(kind == CONDYLE_DYNAMIC ? mass : 0, nullptr,
                                                body->shape.get(), to_bullet(frame.inertia));
  info.m_startWorldTransform = to_bullet(X_WB * frame.X_BP);
  body->rigid = std::make_unique<btRigidBody>(info);
  if (kind == CONDYLE_KINEMATIC)
    body->rigid->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
  body->rigid->setActivationState(DISABLE_DEACTIVATION);
  world.bodies.push_back(std::move(body));
  world.world.addRigidBody(world.bodies.back()->rigid.get());
  return static_cast<int>(world.bodies.size()) - 1;
}

void remove_body(condyle_world& world, int number) {
  Body& body = world.body(number);
  std::erase_if(world.strands, [&](const AttachedStrand& strand) {
    if (std::ranges::count(strand.bodies, number) == 0) return false;
    world.plugin->remove_strand(strand.id);
    return true;
  });
  for (auto& joint : world.joints)
    if (joint && (joint->body_a == number || joint->body_b == number)) world.remove_joint(joint);
  for (const ColliderId id : body.colliders) world.plugin->remove_collider(id);
  world.world.removeRigidBody(body.rigid.get());
  world.bodies[static_cast<std::size_t>(number)].reset();
}

/// Adds the surface to the body's shape, so that Bullet's broad phase finds it, and to the plugin.
ColliderId add_surface(condyle_world& world, int number, const condyle_surface& surface,
                       const Pose& X_BS) {
  Body& body = world.body(number);
  const Pose X_PS = body.X_BP.inverse() * X_BS;
  const int child = body.shape->getNumChildShapes();
  bullet::ColliderOptions options{.compound_child = child,
                                  .name = fmt::format("surface {} of body {}", child, number)};
  auto shape = std::make_unique<bullet::SurfaceShape>(surface.surface);
  body.surfaces.reserve(body.surfaces.size() + 1);
  body.colliders.reserve(body.colliders.size() + 1);
  body.shape->addChildShape(to_bullet(X_PS), shape.get());
  world.world.updateSingleAabb(body.rigid.get());
  try {
    body.colliders.push_back(
        world.plugin->add_collider(*body.rigid, surface.surface, X_PS, options));
  } catch (...) {
    body.shape->removeChildShapeByIndex(child);
    throw;
  }
  body.surfaces.push_back(std::move(shape));
  return body.colliders.back();
}

Pose pose_of_body(const Body& body) {
  return bullet::to_pose(X_WP_of(*body.rigid)) * body.X_BP.inverse();
}

/// From the origin of B to the centre of mass, along the world's axes.
Eigen::Vector3d arm_of(const Body& body) {
  return pose_of_body(body).linear() * body.X_BP.translation();
}

}  // namespace
}  // namespace condyle::c

using namespace condyle;
using namespace condyle::c;

int condyle_world_add_body(condyle_world* world, int kind, double mass, const double centre[3],
                           const double inertia[9], const double X_WB[7]) {
  return made_or(-1, __func__, [&] {
    return add_body(required(world, "world"), kind, mass, centre, inertia, pose_of(X_WB, "X_WB"));
  });
}

int condyle_world_remove_body(condyle_world* world, int body) {
  return guarded(__func__, [&] { remove_body(required(world, "world"), body); });
}

int condyle_world_add_surface(condyle_world* world, int body, const condyle_surface* surface,
                              const double X_BS[7]) {
  return made_or(-1, __func__, [&] {
    return add_surface(required(world, "world"), body, required(surface, "surface"),
                       pose_of(X_BS, "X_BS"))
        .value;
  });
}

int condyle_world_pose(const condyle_world* world, int body, double pose[7]) {
  return guarded(__func__, [&] { write(pose_of_body(required(world, "world").body(body)), pose); });
}

int condyle_world_velocity(const condyle_world* world, int body, double twist[6]) {
  return guarded(__func__, [&] {
    const Body& of = required(world, "world").body(body);
    const Eigen::Vector3d angular = to_eigen(of.rigid->getAngularVelocity());
    const Eigen::Vector3d linear = to_eigen(of.rigid->getLinearVelocity());
    write(Twist{angular, linear - angular.cross(arm_of(of))}, twist);
  });
}

int condyle_world_set_pose(condyle_world* world, int body, const double X_WB[7]) {
  return guarded(__func__, [&] {
    const Body& of = required(world, "world").body(body);
    put(*of.rigid, to_bullet(pose_of(X_WB, "X_WB") * of.X_BP));
  });
}

int condyle_world_set_velocity(condyle_world* world, int body, const double twist[6]) {
  return guarded(__func__, [&] {
    const Body& of = required(world, "world").body_of_kind(body, CONDYLE_DYNAMIC, "dynamic");
    const Twist V = twist_of(twist, "twist");
    of.rigid->setAngularVelocity(to_bullet(V.angular));
    of.rigid->setLinearVelocity(to_bullet(Eigen::Vector3d(V.linear + V.angular.cross(arm_of(of)))));
  });
}

int condyle_world_move_to(condyle_world* world, int body, const double X_WB[7]) {
  return guarded(__func__, [&] {
    // Bullet moves it from its interpolation transform, where the last step has left it.
    const Body& of = required(world, "world").body_of_kind(body, CONDYLE_KINEMATIC, "kinematic");
    of.rigid->setWorldTransform(to_bullet(pose_of(X_WB, "X_WB") * of.X_BP));
  });
}

int condyle_world_apply_wrench(condyle_world* world, int body, const double wrench[6]) {
  return guarded(__func__, [&] {
    const Body& of = required(world, "world").body_of_kind(body, CONDYLE_DYNAMIC, "dynamic");
    const Wrench F = wrench_of(wrench, "wrench");
    of.rigid->applyCentralForce(to_bullet(F.force));
    of.rigid->applyTorque(to_bullet(Eigen::Vector3d(F.moment - arm_of(of).cross(F.force))));
  });
}
