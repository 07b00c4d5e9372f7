#include "core/opensim/src/osim_scene_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "condyle/error.h"
#include "condyle/opensim/osim_scene.h"
#include "core/scene/src/inertia.h"

namespace condyle::opensim {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// The inertia [kg m^2] of a ball of this mass [kg] and the density of water.
Matrix3d ball_inertia(double mass) {
  constexpr double k_density = 1000;
  const double radius = std::cbrt(3 * mass / (4 * std::numbers::pi * k_density));
  return 0.4 * mass * radius * radius * Matrix3d::Identity();
}

/// Adds the mass, centre of mass and inertia of a body A that is fixed to body B at X_BA.
void add_mass(const OsimBody& more, const Pose& X_BA, scene::SceneBody& body) {
  const double mass = body.mass + more.mass;
  if (!(mass > 0)) return;
  const Vector3d centre = X_BA * more.p_BoBcm;
  const Vector3d both = (body.mass * body.p_BoBcm + more.mass * centre) / mass;
  const Matrix3d& R = X_BA.linear();
  body.I_BBcm += scene::point_inertia(body.mass, body.p_BoBcm - both) +
                 R * more.I_BBcm * R.transpose() + scene::point_inertia(more.mass, centre - both);
  body.mass = mass;
  body.p_BoBcm = both;
}

void put_mass(const OsimSceneSource& source, int index, scene::SceneBody& body,
              ModelReport& report) {
  const OsimModel& model = source.model;
  add_mass(model.bodies[index], Pose::Identity(), body);
  for (int b = 1; b < static_cast<int>(model.bodies.size()); ++b) {
    if (source.roles[b].carrier != index) continue;
    add_mass(model.bodies[b], source.bodies.X_GB[index].inverse() * source.bodies.X_GB[b], body);
    report.add("body that hangs on a moving one, without contact or ligament",
               "its mass is rigidly part of that one");
  }
  if (!(body.mass > 0)) {
    throw InputError(
        fmt::format("{}: body '{}' would move and has no mass; give it one in the model",
                    model.file.string(), body.name));
  }
  if (scene::is_physical_inertia(body.I_BBcm)) return;
  body.I_BBcm = ball_inertia(body.mass);
  report.add("body with an inertia that no body can have", "that of a ball of water stands in");
}

bool has_contact(const OsimModel& model, int mesh) {
  return std::any_of(model.contacts.begin(), model.contacts.end(), [&](const OsimContact& contact) {
    return contact.casting == mesh || contact.target == mesh;
  });
}

scene::MeshFromFile file_of(const OsimSceneSource& source, const std::string& name,
                            const Vector3d& scale, ModelReport& report) {
  return {.file = find_geometry(name, source.folders, source.model.file, report),
          .unit = mesh::LengthUnit::metre,
          .scale = scale};
}

/// The layer that the first contact gives for the mesh; otherwise the mesh's own layer.
Layer layer_of(const OsimSceneSource& source, int mesh, ModelReport& report) {
  std::optional<Layer> layer;
  for (const OsimContact& contact : source.model.contacts) {
    for (const auto& [index, given] : {std::pair(contact.casting, contact.casting_layer),
                                       std::pair(contact.target, contact.target_layer)}) {
      if (index != mesh || !given) continue;
      if (!layer) layer = given;
      if (*layer != *given)
        report.add("mesh to which two contacts give different layers", "the first one's holds");
    }
  }
  return layer.value_or(source.model.contact_meshes[mesh].layer);
}

scene::SceneMesh contact_mesh(const OsimSceneSource& source, int index, ModelReport& report) {
  const OsimContactMesh& mesh = source.model.contact_meshes[index];
  scene::SceneMesh made;
  made.name = mesh.name;
  made.source = file_of(source, mesh.file, mesh.scale, report);
  made.X_BM = source.model.frames[mesh.frame].X_BF * mesh.X_FM;
  made.layer = layer_of(source, index, report);
  if (mesh.variable_thickness) {
    made.back = {file_of(source, mesh.back_file, mesh.scale, report), mesh.min_thickness,
                 mesh.max_thickness};
  }
  return made;
}

/// Adds the meshes that are only drawn and that a scene can show, if their files exist.
void add_drawn_meshes(const OsimSceneSource& source, int index, scene::SceneBody& body,
                      ModelReport& report) {
  for (const OsimMesh& mesh : source.model.meshes) {
    const OsimFrame& frame = source.model.frames[mesh.frame];
    if (frame.body != index) continue;
    if ((mesh.scale.array() == 0).any()) {
      report.add("mesh for display with a scale factor of zero", "it is not shown");
      continue;
    }
    try {
      scene::SceneMesh made;
      made.source = file_of(source, mesh.file, mesh.scale, report);
      made.name = fmt::format("{} {}", mesh.name, body.meshes.size());
      made.X_BM = frame.X_BF;
      body.meshes.push_back(made);
    } catch (const InputError&) {
      report.add("mesh for display whose file is missing", "it is not shown");
    }
  }
}

}  // namespace

scene::SceneBody scene_body(const OsimSceneSource& source, int index, ModelReport& report) {
  const bool moves = source.roles[index].moves;
  scene::SceneBody body;
  body.name = source.model.bodies[index].name;
  body.kind = moves ? scene::BodyKind::dynamic : scene::BodyKind::fixed;
  body.X_WB = source.bodies.X_GB[index];
  if (moves) {
    body.V_WB = source.bodies.V_GB_G[index];
    put_mass(source, index, body, report);
  }
  const OsimModel& model = source.model;
  for (int m = 0; m < static_cast<int>(model.contact_meshes.size()); ++m) {
    if (model.frames[model.contact_meshes[m].frame].body == index && has_contact(model, m)) {
      body.meshes.push_back(contact_mesh(source, m, report));
    }
  }
  add_drawn_meshes(source, index, body, report);
  return body;
}

}  // namespace condyle::opensim
