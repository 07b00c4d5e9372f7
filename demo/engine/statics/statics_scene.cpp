#include "engine/statics/statics_scene.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "condyle/error.h"

namespace condyle {
namespace {

/// How far a body reaches from the origin of its frame P [m].
double radius_of(const scene::SceneBody& body, const BuiltBody& built) {
  const Pose X_PB = built.X_BP.inverse();
  double radius = 0;
  for (std::size_t i = 0; i < built.meshes.size(); ++i)
    for (const Eigen::Vector3d& vertex : built.meshes[i].mesh->vertices)
      radius = std::max(radius, (X_PB * body.meshes[i].X_BM * vertex).norm());
  if (radius > 0) return radius;
  return std::sqrt(built.principal_inertia.maxCoeff() / built.mass.mass);
}

bool is_dynamic(const scene::Scene& scene, int body) {
  return body >= 0 && scene.bodies[static_cast<std::size_t>(body)].kind == scene::BodyKind::dynamic;
}

}  // namespace

void require_static(const scene::Scene& scene) {
  for (const scene::SceneContact& contact : scene.contacts) {
    if (contact.settings.friction.mode == FrictionMode::stiction)
      throw InputError(fmt::format(
          "contact '{}' has stiction, of which no static balance follows from poses alone; run it "
          "with the engine bullet, or let its friction be 'on' or 'off'",
          contact.name));
    if (contact.settings.wear_coefficient > 0)
      throw InputError(fmt::format(
          "contact '{}' wears, but static balances have no path of sliding between them; run it "
          "with the engine bullet, or set its wear_coefficient to 0",
          contact.name));
  }
}

void add_bodies(Equilibrium& world, const scene::Scene& scene,
                const std::vector<BuiltBody>& built) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const scene::SceneBody& body = scene.bodies[i];
    for (const scene::SceneMesh& mesh : body.meshes)
      if (soft_block(mesh))
        throw InputError(fmt::format(
            "'{}.{}' is a soft block, of which no static balance is found; use the engine bullet",
            body.name, mesh.name));
    const Pose X_WP = driven_pose(scene, static_cast<int>(i), first_clock(scene)) * built[i].X_BP;
    if (body.kind == scene::BodyKind::dynamic)
      world.add_free(X_WP, radius_of(body, built[i]), body.name);
    else
      world.add_fixed(X_WP, body.name);
  }
  world.add_fixed(Pose::Identity(), "world");
}

ColliderId add_mesh(Equilibrium& world, const scene::Scene& scene,
                    const std::vector<BuiltBody>& built, int body, int mesh) {
  const auto b = static_cast<std::size_t>(body), m = static_cast<std::size_t>(mesh);
  const scene::SceneBody& of = scene.bodies[b];
  return world.session().add_collider(body, built[b].meshes[m].surface,
                                      built[b].X_BP.inverse() * of.meshes[m].X_BM,
                                      of.name + "." + of.meshes[m].name);
}

StrandId add_strand(Equilibrium& world, const scene::Scene& scene,
                    const std::vector<BuiltBody>& built, const scene::SceneLigament& ligament) {
  const auto [bodies, path] = placed_path(scene, ligament, built);  // the world is the last body
  return world.session().add_strand(initial_strand(scene, ligament), bodies, path);
}

CoordinateJoint coordinate_joint(const Equilibrium& world, const scene::Scene& scene,
                                 const scene::SceneJoint& joint) {
  const int a = body_index(scene, joint.body_a), b = body_index(scene, joint.body_b);
  CoordinateJoint made{.name = joint.name, .body_a = b, .body_b = a};
  made.X_AJ = b < 0 ? joint.X_WJ : world.pose(b).inverse() * joint.X_WJ;
  made.X_BK = world.pose(a).inverse() * joint.X_WJ;
  made.axes = TranslationAxes::of_second;
  if (!is_dynamic(scene, a) && !is_dynamic(scene, b)) return made;
  const auto lock = [&made](int first, int end) {
    for (int axis = first; axis < end; ++axis) made.held[static_cast<std::size_t>(axis)] = 0;
  };
  switch (joint.kind) {
    case scene::JointKind::hinge:
      lock(1, 6);
      break;
    case scene::JointKind::ball:
      lock(3, 6);
      break;
    case scene::JointKind::slider:
      lock(0, 3);
      lock(4, 6);
      break;
    case scene::JointKind::fixed:
      lock(0, 6);
      break;
    case scene::JointKind::generic:
      for (int axis = 0; axis < 6; ++axis)  // the scene counts translations first
        if (!joint.free_axes[static_cast<std::size_t>(axis)])
          lock((axis + 3) % 6, (axis + 3) % 6 + 1);
      break;
  }
  if (joint.target_angle) {
    made.held[0] = 0;
    made.most[0] = joint.max_torque;
  }
  return made;
}

}  // namespace condyle
