#include "engine/built_scene.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/scene/src/inertia.h"
#include "engine/made_meshes.h"

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
    const auto [X_BP, inertia] = scene::principal_frame(built.mass.p_BoBcm, built.mass.I_BBcm);
    built.X_BP = X_BP;
    built.principal_inertia = inertia;
  }
  return built;
}

Integration integration_of(scene::SceneIntegration integration) {
  switch (integration) {
    case scene::SceneIntegration::implicit:
      return Integration::implicit;
    case scene::SceneIntegration::backward_euler:
      return Integration::backward_euler;
  }
  return Integration::implicit;
}

}  // namespace

std::vector<BuiltBody> build_bodies(const scene::Scene& scene, MadeMeshes* shared) {
  MeshMaker maker(shared);
  std::vector<BuiltBody> built;
  for (const scene::SceneBody& body : scene.bodies) built.push_back(build_body(scene, body, maker));
  maker.finish();
  return built;
}

int body_index(const scene::Scene& scene, const std::string& name) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (scene.bodies[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

int mesh_index(const scene::SceneBody& body, const std::string& name) {
  for (std::size_t i = 0; i < body.meshes.size(); ++i) {
    if (body.meshes[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

bool have_contact(const scene::Scene& scene, const std::string& a, const std::string& b) {
  return std::any_of(scene.contacts.begin(), scene.contacts.end(), [&](const auto& contact) {
    return contact.settings.applies_force &&
           ((contact.casting.body == a && contact.target.body == b) ||
            (contact.casting.body == b && contact.target.body == a));
  });
}

ContactSettings contact_of_unnamed_pairs() {
  ContactSettings settings;
  settings.applies_force = false;
  return settings;
}

ligament::Strand initial_strand(const scene::Scene& scene, const scene::SceneLigament& ligament) {
  return make_strand(ligament, initial_length(scene, ligament));
}

PlacedPath placed_path(const scene::Scene& scene, const scene::SceneLigament& ligament,
                       const std::function<Pose(int body)>& X_PB_of) {
  PlacedPath placed{.bodies = {}, .path = make_path(scene, ligament)};
  const auto place = [&](int& body) {
    const bool is_world = body == static_cast<int>(scene.bodies.size());
    const Pose X_PB = is_world ? Pose(Pose::Identity()) : X_PB_of(body);
    const auto found = std::ranges::find(placed.bodies, body);
    const auto at = static_cast<int>(found - placed.bodies.begin());
    if (found == placed.bodies.end()) placed.bodies.push_back(body);
    body = at;
    return X_PB;
  };
  for (ligament::PathPoint& point : placed.path.points) point.p_B = place(point.body) * point.p_B;
  for (ligament::PathObstacle& wrap : placed.path.obstacles)
    wrap.X_BS = place(wrap.body) * wrap.X_BS;
  return placed;
}

PlacedPath placed_path(const scene::Scene& scene, const scene::SceneLigament& ligament,
                       const std::vector<BuiltBody>& built) {
  return placed_path(scene, ligament, [&](int body) -> Pose {
    return built[static_cast<std::size_t>(body)].X_BP.inverse();
  });
}

StepSettings step_settings(const scene::Scene& scene) {
  StepSettings settings;
  settings.min_substeps = scene.contact_substeps;
  settings.integration = integration_of(scene.integration);
  return settings;
}

double first_clock(const scene::Scene& scene) {
  return scene.settle ? -scene.settle->approach : 0.0;
}

Pose driven_pose(const scene::Scene& scene, int body, double time) {
  std::vector<double> motions;
  for (const scene::SceneMotion& motion : scene.motions)
    motions.push_back(value_at(motion.table, time));
  return driven_pose(scene, body, motions);
}

Pose driven_pose(const scene::Scene& scene, int body, std::span<const double> motions) {
  Pose X_WB = scene.bodies[body].X_WB;
  for (std::size_t i = 0; i < scene.motions.size(); ++i) {
    const scene::SceneMotion& motion = scene.motions[i];
    if (motion.body != scene.bodies[body].name) continue;
    const double amount = motions[i];
    if (motion.rotation) {
      X_WB.translate(motion.p_B).rotate(Eigen::AngleAxisd(amount, motion.axis));
      X_WB.translate(-motion.p_B);
    } else {
      X_WB.translate(amount * motion.axis);
    }
  }
  return X_WB;
}

}  // namespace condyle
