#include "lab/pad_rig.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "condyle/contact/contact_pair.h"
#include "condyle/error.h"
#include "condyle/geometry/shape.h"
#include "condyle/scene/scene_build.h"
#include "engine/built_scene.h"

namespace condyle {
namespace {

constexpr double k_start_overlap = 0.02;  // of the pad's thickness
constexpr double k_most_beyond =
    0.5;                       // of the contact's max_proximity, that the mesh reaches further
constexpr double k_snap = 15;  // to an axis of the pad's mesh [degree]

/// A side of the scene's first contact.
struct PadSide {
  int body = -1, mesh = -1;
};

PadSide side_of(const scene::Scene& scene, const scene::MeshName& name) {
  const int body = body_index(scene, name.body);
  return {body, mesh_index(scene.bodies[body], name.mesh)};
}

const scene::SceneMesh& mesh_of(const scene::Scene& scene, const PadSide& side) {
  return scene.bodies[side.body].meshes[side.mesh];
}

Pose placed_at_start(const scene::Scene& scene, const PadSide& side) {
  return pose_at_start(scene, side.body) * scene.bodies[side.body].meshes[side.mesh].X_BM;
}

/// The part of the pad that sees the other side, in the pad's mesh frame.
struct SeenFace {
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();  ///< mean of its triangles; zero: there is none
  Eigen::Vector3d nearest = Eigen::Vector3d::Zero();  ///< the point that is nearest to that side
};

SeenFace seen_face(const scene::Scene& scene, const PadSide& pad, const PadSide& other,
                   ContactSettings settings, const std::vector<BuiltBody>& built) {
  settings.min_proximity = -settings.max_proximity;
  settings.formulation = Formulation::linear;
  settings.normal = {};
  settings.friction = {};
  const auto& casting = built[pad.body].meshes[pad.mesh].surface;
  ContactPair pair(casting, built[other.body].meshes[other.mesh].surface, settings);
  const ContactResult& result =
      pair.evaluate(placed_at_start(scene, pad).inverse() * placed_at_start(scene, other));
  SeenFace face;
  double most = -std::numeric_limits<double>::infinity();
  for (const ProximityHit& hit : result.hits) {
    const auto t = static_cast<std::size_t>(hit.casting_triangle);
    face.normal += pair.casting().areas()[t] * pair.casting().normals()[t];
    if (hit.proximity <= most) continue;
    most = hit.proximity;
    face.nearest = pair.casting().centroids()[t];
  }
  if (face.normal.norm() > 0) face.normal.normalize();
  return face;
}

/// How far points reach along a direction.
double reach(const std::vector<Eigen::Vector3d>& points, const Eigen::Vector3d& direction) {
  double most = -std::numeric_limits<double>::infinity();
  for (const Eigen::Vector3d& p : points) most = std::max(most, direction.dot(p));
  return most;
}

/// An axis of the frame, if one is near.
Eigen::Vector3d snapped(const Eigen::Vector3d& direction) {
  Eigen::Index axis = 0;
  const double most = direction.cwiseAbs().maxCoeff(&axis);
  if (most < std::cos(k_snap * k_lab_degree)) return direction;
  return Eigen::Vector3d::Unit(axis) * (direction[axis] < 0 ? -1 : 1);
}

scene::SceneBody plate_body(const PadRig& rig, scene::BodyKind kind, double tilt) {
  const geometry::Shape half_space = geometry::HalfSpace{};
  scene::SceneMesh top{
      .name = "top",
      .source = scene::MeshFromShape{.shape = half_space,
                                     .fineness = scene::default_fineness(half_space, 0.1)}};
  // Its outward normal is z.
  top.X_BM.linear() =
      Eigen::AngleAxisd(-std::numbers::pi / 2, Eigen::Vector3d::UnitX()).toRotationMatrix();
  top.layer = rig.plate;
  scene::SceneBody plate{.name = "plate", .kind = kind, .meshes = {std::move(top)}};
  plate.X_WB.linear() = Eigen::AngleAxisd(tilt, Eigen::Vector3d::UnitX()).toRotationMatrix();
  return plate;
}

scene::Scene pad_over(const PadRig& rig, scene::SceneBody plate, double height) {
  scene::Scene scene;
  scene.name = rig.name;
  scene.gravity = Eigen::Vector3d::Zero();
  scene::SceneBody finger{.name = "finger",
                          .kind = scene::BodyKind::dynamic,
                          .meshes = {rig.pad},
                          .mass = 0.05,
                          .I_BBcm = 1e-5 * Eigen::Matrix3d::Identity()};
  finger.X_WB.translation().y() = height;
  scene.bodies = {std::move(plate), std::move(finger)};
  scene.contacts = {{.name = "press",
                     .casting = {"finger", rig.pad.name},
                     .target = {"plate", "top"},
                     .settings = rig.settings}};
  scene.joints = {{.name = "guide",
                   .kind = scene::JointKind::generic,
                   .body_a = "finger",
                   .free_axes = {false, true, false, false, false, false}}};
  scene.loads = {{.name = "load", .body = "finger", .force = -Eigen::Vector3d::UnitY()}};
  return scene;
}

/// Where the pad's body is so that its nearest point is a little below the tilted plate.
double starting_height(const PadRig& rig, double tilt) {
  const Eigen::Vector3d normal(0, std::cos(tilt), std::sin(tilt));
  double least = std::numeric_limits<double>::infinity();
  for (const Eigen::Vector3d& v : make_mesh(rig.pad).vertices)
    least = std::min(least, normal.dot(rig.pad.X_BM * v));
  return (-k_start_overlap * rig.pad.layer->thickness - least) / std::cos(tilt);
}

}  // namespace

PadRig make_pad_rig(const scene::Scene& scene, MadeMeshes& meshes) {
  if (scene.contacts.empty())
    throw InputError(fmt::format("{}: has no contact, which a test of a pad needs", scene.name));
  const scene::SceneContact& contact = scene.contacts[0];
  PadSide pad = side_of(scene, contact.casting), other = side_of(scene, contact.target);
  for (const PadSide& side : {pad, other}) {
    if (soft_block(mesh_of(scene, side)) == nullptr) continue;
    throw InputError(fmt::format("{}: contact '{}': the test of a pad takes layers, no soft block",
                                 scene.name, contact.name));
  }
  const auto softness = [&](const PadSide& side) {
    const Layer& layer = *mesh_of(scene, side).layer;
    return layer.use == LayerUse::rigid ? 0 : 1 / layer.elastic_modulus;
  };
  if (softness(other) > softness(pad)) std::swap(pad, other);

  PadRig rig{.name = fmt::format("{}/{}", scene.bodies[pad.body].name, mesh_of(scene, pad).name),
             .pad = mesh_of(scene, pad),
             .plate = *mesh_of(scene, other).layer,
             .settings = contact.settings};
  rig.settings.wear_coefficient = 0;
  rig.settings.record_sliding = false;
  rig.settings.applies_force = true;
  const std::vector<BuiltBody> built = build_bodies(scene, &meshes);
  const SeenFace seen = seen_face(scene, pad, other, contact.settings, built);
  if (seen.normal.norm() == 0)
    throw InputError(
        fmt::format("{}: contact '{}': at time 0 no triangle of the pad '{}' sees '{}' within its "
                    "max_proximity; bring them nearer",
                    scene.name, contact.name, rig.name, mesh_of(scene, other).name));
  const Eigen::Vector3d facing = snapped(seen.normal);
  const TriangleMesh& whole = *built[pad.body].meshes[pad.mesh].mesh;
  const double beyond = reach(whole.vertices, seen.normal) - seen.normal.dot(seen.nearest);
  if (beyond > k_most_beyond * contact.settings.max_proximity)
    throw InputError(fmt::format(
        "{}: contact '{}': a flat plate would not reach where '{}' touches '{}', since its mesh "
        "reaches {:.2g} mm further beside that, as the rim of a hollow one; the test of a pad "
        "needs "
        "a face that stands out. For a joint: condyle lab contact",
        scene.name, contact.name, mesh_of(scene, other).name, rig.name, 1e3 * beyond));
  rig.pad.X_BM.linear() =
      Eigen::Quaterniond::FromTwoVectors(facing, -Eigen::Vector3d::UnitY()).toRotationMatrix();
  rig.pad.X_BM.translation().setZero();
  rig.pad.name = "pad";
  rig.pad.carried_by.clear();
  const Eigen::AlignedBox3d box = bounding_box(transformed(whole, rig.pad.X_BM));
  rig.pad.X_BM.translation() = -box.center();
  rig.notes.push_back(fmt::format(
      "The pad is '{}', the softer side of '{}'; its mesh faces along ({:.2g}, {:.2g}, {:.2g}). It "
      "presses on a flat plate with the layer of '{}'.",
      rig.name, contact.name, facing.x() + 0.0, facing.y() + 0.0, facing.z() + 0.0,
      mesh_of(scene, other).name));
  return rig;
}

scene::Scene pressed_pad_scene(const PadRig& rig, double tilt,
                               const std::vector<StillPoint>& points) {
  scene::Scene scene =
      pad_over(rig, plate_body(rig, scene::BodyKind::fixed, tilt), starting_height(rig, tilt));
  scene.contacts[0].settings.friction = {};  // a balance has none
  scene.loads[0].factor = by_the_second(points.front().load, points, &StillPoint::load);
  scene.duration = static_cast<double>(points.size());
  scene.rate = 1;
  return scene;
}

scene::Scene drawn_plate_scene(const PadRig& rig, double load, const PlateMotion& motion) {
  scene::Scene scene =
      pad_over(rig, plate_body(rig, scene::BodyKind::kinematic, 0), starting_height(rig, 0));
  Friction& friction = scene.contacts[0].settings.friction;
  friction.mode = FrictionMode::stiction;
  friction.dynamic_coefficient = friction.static_coefficient;
  scene.loads[0].factor = constant_table(load);
  scene.motions = {{.name = "draw",
                    .body = "plate",
                    .axis = motion.is_turn ? Eigen::Vector3d::UnitY() : Eigen::Vector3d::UnitX(),
                    .p_B = motion.centre,
                    .rotation = motion.is_turn,
                    .table = {.times = {0, 1}, .values = {0, motion.amount}, .smooth = false}}};
  scene.settle = scene::SceneSettle{};
  scene.duration = 1;
  return scene;
}

}  // namespace condyle
