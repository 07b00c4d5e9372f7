#include "condyle/opensim/osim_scene.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "condyle/error.h"
#include "core/opensim/src/osim_path_tracer.h"
#include "core/opensim/src/osim_scene_bodies.h"

namespace condyle::opensim {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// The name of a point's body; the world has an empty name.
std::string name_of(const OsimSceneSource& source, int body) {
  return body == 0 ? "" : source.model.bodies[body].name;
}

void add_contacts(const OsimSceneSource& source, OsimScene& made) {
  const OsimModel& model = source.model;
  const auto body = [&](int mesh) { return model.frames[model.contact_meshes[mesh].frame].body; };
  for (const OsimContact& contact : model.contacts) {
    const int casting = body(contact.casting), target = body(contact.target);
    if (!source.roles[casting].moves && !source.roles[target].moves) {
      made.report.add("contact between fixed bodies", "it is left out");
      continue;
    }
    made.scene.contacts.push_back(
        {.name = contact.name,
         .casting = {model.bodies[casting].name, model.contact_meshes[contact.casting].name},
         .target = {model.bodies[target].name, model.contact_meshes[contact.target].name},
         .settings = contact.settings,
         .regions = {},
         .sum_in = {}});
    made.report.add("direction of a contact's force",
                    "the target's normal; OpenSim's is force_direction \"casting\"");
  }
}

bool touches_moving_body(const OsimSceneSource& source, const ligament::StrandPath& path) {
  const auto moves = [&](const auto& part) { return source.roles[part.body].moves; };
  return std::any_of(path.points.begin(), path.points.end(), moves) ||
         std::any_of(path.obstacles.begin(), path.obstacles.end(), moves);
}

/// Adds the path in the current state. A surface acts between the points that the model gives for
/// it; if such a point is not part of the path at present, the next active point inward is used.
void put_path(const OsimSceneSource& source, const ligament::StrandPath& path,
              scene::SceneLigament& made) {
  const int count = static_cast<int>(path.points.size());
  std::vector<int> active_before(path.points.size() + 1, 0);
  for (int i = 0; i < count; ++i) {
    const ligament::PathPoint& point = path.points[i];
    active_before[i + 1] = active_before[i] + (point.is_active ? 1 : 0);
    if (point.is_active) made.path.push_back({name_of(source, point.body), point.p_B});
  }
  for (const ligament::PathObstacle& obstacle : path.obstacles) {
    const int last = obstacle.last_point < 0 ? count - 1 : obstacle.last_point;
    const int first_active = active_before[obstacle.first_point];
    const int last_active = active_before[last + 1] - 1;
    if (first_active >= last_active) continue;  // no part of the path is left for the surface
    const auto same = std::count_if(
        path.obstacles.begin(), path.obstacles.begin() + (&obstacle - path.obstacles.data()),
        [&](const ligament::PathObstacle& other) { return other.name == obstacle.name; });
    made.wraps.push_back(
        {.name = same == 0 ? obstacle.name : fmt::format("{} {}", obstacle.name, same + 1),
         .body = name_of(source, obstacle.body),
         .mesh = {},
         .X_BS = obstacle.X_BS,
         .shape = obstacle.shape,
         .side = obstacle.side,
         .first_point = first_active,
         .last_point = last_active});
  }
}

void report_state_of_points(const OsimPath& path, ModelReport& report) {
  for (const OsimPathPoint& point : path.points) {
    const bool moving = std::any_of(point.moving.begin(), point.moving.end(),
                                    [](const auto& part) { return part.coordinate >= 0; });
    if (moving) report.add("moving point of a path", "it stays where it is in this state");
    if (point.condition >= 0)
      report.add("conditional point of a path", "it stays as it is in this state");
  }
}

void add_ligaments(const OsimSceneSource& source, OsimScene& made) {
  for (const OsimLigament& ligament : source.model.ligaments) {
    OsimPathTracer tracer(source.model, ligament.path, ligament.strand.name, made.report);
    tracer.trace(source.state, source.bodies);
    if (!touches_moving_body(source, tracer.path())) {
      made.report.add("strand between fixed bodies", "it is left out");
      continue;
    }
    scene::SceneLigament strand;
    strand.strand = ligament.strand;
    put_path(source, tracer.path(), strand);
    report_state_of_points(ligament.path, made.report);
    made.scene.ligaments.push_back(strand);
  }
  for (const OsimCurveLigament& ligament : source.model.curve_ligaments) {
    made.report.add("Ligament",
                    "a scene has no force curve; it is left out (" + ligament.name + ")");
  }
}

// ---- joints

bool is_free(const OsimSceneSource& source, const OsimJoint& joint) {
  const auto locked = [&](int q) { return source.model.coordinates[q].locked; };
  if (std::any_of(joint.coordinates.begin(), joint.coordinates.end(), locked)) return false;
  if (joint.type == "FreeJoint") return true;
  std::vector<int> seen;
  for (const OsimAxis& axis : joint.axes) {
    if (axis.coordinates.size() != 1) return false;
    const int q = axis.coordinates[0];
    const bool again = std::find(seen.begin(), seen.end(), q) != seen.end();
    if (again) return false;
    seen.push_back(q);
  }
  return true;
}

std::optional<scene::JointKind> kind_of(const OsimSceneSource& source, const OsimJoint& joint) {
  const bool locked = std::all_of(joint.coordinates.begin(), joint.coordinates.end(),
                                  [&](int q) { return source.model.coordinates[q].locked; });
  if (locked) return scene::JointKind::fixed;  // includes weld joints, which have no coordinate
  if (joint.type == "PinJoint") return scene::JointKind::hinge;
  if (joint.type == "SliderJoint") return scene::JointKind::slider;
  if (joint.type == "BallJoint") return scene::JointKind::ball;
  return std::nullopt;
}

/// Converts an OpenSim joint frame to a scene's: OpenSim's hinge turns about z, a scene's about x.
Pose joint_frame(const Pose& X_GF, scene::JointKind kind) {
  Pose X_WJ = X_GF;
  if (kind == scene::JointKind::hinge) {
    Matrix3d z_first;
    z_first << Vector3d::UnitZ(), Vector3d::UnitX(), Vector3d::UnitY();
    X_WJ.linear() = X_GF.linear() * z_first;
  }
  return X_WJ;
}

void report_couplers(const OsimSceneSource& source, const OsimJoint& joint, ModelReport& report) {
  for (const OsimCoupler& coupler : source.model.couplers) {
    if (source.model.coordinates[coupler.dependent].joint ==
        static_cast<int>(&joint - source.model.joints.data())) {
      report.add("CoordinateCouplerConstraint of a moving body", "nothing couples its motions");
    }
  }
}

void add_joint(const OsimSceneSource& source, int body, OsimScene& made) {
  const OsimModel& model = source.model;
  const OsimRole& role = source.roles[body];
  const OsimJoint& joint = model.joints[role.joint];
  report_couplers(source, joint, made.report);
  if (role.is_driven || is_free(source, joint)) return;
  const std::optional<scene::JointKind> kind =
      role.is_beyond ? scene::JointKind::fixed : kind_of(source, joint);
  const OsimRole& parent = source.roles[role.parent];
  const int other = parent.carrier >= 0 ? parent.carrier : role.parent;
  const bool to_scene = other == 0 || source.roles[other].takes_part;
  if (!kind || !to_scene) {
    made.report.add(fmt::format("{} of a moving body", joint.type),
                    "only contacts and ligaments hold that body");
    return;
  }
  const OsimFrame& frame =
      model.frames[*kind == scene::JointKind::ball ? joint.child_frame : joint.parent_frame];
  scene::SceneJoint kept;
  kept.name = joint.name;
  kept.kind = *kind;
  kept.body_a = name_of(source, body);
  kept.body_b = name_of(source, other);
  kept.X_WJ = joint_frame(pose_of(frame, source.bodies), *kind);
  made.scene.joints.push_back(kept);
}

// ---- camera

bool is_in_contact(const scene::Scene& scene, const std::string& body, const std::string& mesh) {
  const auto is_it = [&](const scene::MeshName& side) {
    return side.body == body && side.mesh == mesh;
  };
  return std::ranges::any_of(scene.contacts, [&](const scene::SceneContact& contact) {
    return is_it(contact.casting) || is_it(contact.target);
  });
}

/// Looks from the front, the right and above, according to OpenSim's axes.
scene::SceneCamera camera_on(const OsimSceneSource& source, const scene::Scene& scene) {
  constexpr double k_least_size = 0.05, k_distances = 2.2;  // [m]; over the scene's size
  Eigen::AlignedBox3d box;
  for (const scene::SceneBody& body : scene.bodies)
    for (const scene::SceneMesh& mesh : body.meshes)
      if (is_in_contact(scene, body.name, mesh.name))
        box.extend((body.X_WB * mesh.X_BM).translation());
  for (const OsimLigament& ligament : source.model.ligaments) {
    for (const OsimPathPoint& point : ligament.path.points) {
      const OsimPointOnBody placed = point_on_body(source.model, point, source.state);
      if (source.roles[placed.body].moves) box.extend(source.bodies.X_GB[placed.body] * placed.p_B);
    }
  }
  scene::SceneCamera camera;
  if (box.isEmpty()) return camera;
  const double distance = k_distances * std::max(box.sizes().maxCoeff(), k_least_size);
  camera.target = box.center();
  camera.eye = box.center() + distance * Vector3d(0.6, 0.35, 0.72).normalized();
  return camera;
}

}  // namespace

OsimState default_state(const OsimModel& model, const OsimKinematics& kinematics) {
  OsimState state;
  for (const OsimCoordinate& coordinate : model.coordinates) {
    state.q.push_back(coordinate.default_value);
    state.u.push_back(coordinate.default_speed);
  }
  kinematics.apply_couplers(state);
  return state;
}

OsimScene scene_of(const OsimModel& model, const OsimKinematics& kinematics, const OsimState& state,
                   std::span<const std::filesystem::path> folders) {
  OsimSceneSource source{model, state, folders, {}, body_roles(model)};
  kinematics.evaluate(state, source.bodies);
  return scene_of(source);
}

OsimScene scene_of(const OsimSceneSource& source) {
  const OsimModel& model = source.model;
  OsimScene made;
  made.report = model.report;
  made.scene.name = model.name;
  made.scene.description = fmt::format("From {}: what its contacts and ligaments hold together.",
                                       model.file.filename().string());
  made.scene.file = model.file;
  made.scene.gravity = model.gravity;
  bool any_moves = false;
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    if (b == 0 ? !source.roles[b].has_contact : !source.roles[b].takes_part) continue;
    made.scene.bodies.push_back(scene_body(source, b, made.report));
    if (!source.roles[b].moves) continue;
    any_moves = true;
    add_joint(source, b, made);
  }
  if (!any_moves) {
    throw InputError(fmt::format(
        "{}: no body would move; a scene needs a contact or a ligament between two of its bodies",
        model.file.string()));
  }
  add_contacts(source, made);
  add_ligaments(source, made);
  made.scene.camera = camera_on(source, made.scene);
  return made;
}

}  // namespace condyle::opensim
