#include <fmt/format.h>

#include <Eigen/Geometry>

#include "condyle/error.h"
#include "condyle/scene/scene_build.h"
#include "new_joint/flat_face.h"
#include "new_joint/joint_scenes.h"
#include "new_joint/touching.h"

namespace condyle {
namespace {

constexpr double k_part_thickness = 0.005;  // assumed [m]
constexpr double k_load = 10;               // [N]

/// Where the pad looks: away from its flat back, or along the mean normal of an open one; and how
/// thick it is [m].
struct PadShape {
  Eigen::Vector3d facing = Eigen::Vector3d::UnitY();
  double thickness = 0.005;
  bool has_back = false;
};

PadShape find_pad_shape(const JointPart& pad) {
  const Facets facets = facets_of(pad.mesh);
  if (!pad.is_closed) return {.facing = (facets.normals * facets.areas).normalized()};
  const double size = sample_surface(pad.mesh, 1).size;
  const FlatFace face = largest_flat_face(facets, size);
  constexpr double k_least_share = 0.15;
  if (face.area_share < k_least_share) {
    throw InputError(fmt::format(
        "{}: does not look like a pad: it is closed, but has no flat back; give the pad first and "
        "the part that it presses second",
        pad.file.string()));
  }
  double farthest = 0;
  for (const Eigen::Vector3d& v : pad.mesh.vertices)
    farthest = std::max(farthest, face.offset - face.normal.dot(v));
  return {.facing = -face.normal, .thickness = farthest, .has_back = true};
}

/// The pose that turns the pad downward and brings the middle of its box to the origin.
Pose looking_down(const JointPart& pad, const Eigen::Vector3d& facing) {
  Pose X_PM = Pose::Identity();
  X_PM.linear() =
      Eigen::Quaterniond::FromTwoVectors(facing, -Eigen::Vector3d::UnitY()).toRotationMatrix();
  X_PM.translation() = -bounding_box(transformed(pad.mesh, X_PM)).center();
  return X_PM;
}

}  // namespace

scene::Scene make_pad_scene(const NewJointInput& input, JointParts read) {
  auto& [pad, part] = read.parts;
  std::vector<std::string>& notes = read.notes;
  mend(pad, "the pad", true, mended_file(input.scene_file, 0), notes);
  mend(part, "the part", true, mended_file(input.scene_file, 1), notes);
  const PadShape shape = find_pad_shape(pad);
  const Pose X_PM = looking_down(pad, shape.facing);
  notes.push_back(
      shape.has_back
          ? fmt::format("Found: the pad's flat back; it is {:.1f} mm thick.", 1e3 * shape.thickness)
          : fmt::format("Assumed: the open pad is a layer of {:.1f} mm.", 1e3 * shape.thickness));
  notes.emplace_back(
      "Assumed: a pad of silicone presses from above (y) on a part of steel, which stands as in "
      "its "
      "file.");

  // The part's middle is below the origin, its top at y = 0.
  Pose X_QM = Pose::Identity();
  const Eigen::AlignedBox3d box = bounding_box(part.mesh);
  X_QM.translation() = -Eigen::Vector3d(box.center().x(), box.max().y(), box.center().z());

  scene::Scene scene;
  scene.name = fmt::format("Pad {} on {}", input.files[0].filename().string(),
                           input.files[1].filename().string());
  scene.description =
      "A pad made from a mesh presses on a part. The notes say what was found in the meshes and "
      "what "
      "was guessed.";
  scene.gravity = Eigen::Vector3d::Zero();
  scene.duration = 2;
  scene.bodies = {{.name = "part",
                   .kind = scene::BodyKind::fixed,
                   .meshes = {mesh_of_part("surface", part, X_QM, "steel", k_part_thickness)}},
                  {.name = "finger",
                   .kind = scene::BodyKind::dynamic,
                   .meshes = {mesh_of_part("pad", pad, X_PM, "silicone", shape.thickness)},
                   .mass = 0.05,
                   .I_BBcm = 1e-5 * Eigen::Matrix3d::Identity()}};
  scene::SceneBody& finger = scene.bodies[1];
  const double above = -bounding_box(transformed(pad.mesh, X_PM)).min().y();
  finger.X_WB.translation().y() = above + 1e-3;
  const Pose X_WP = finger.X_WB * X_PM;
  const double way = distance_to_touch(
      {.casting = make_surface(finger.meshes[0], pad.mesh, pad.file.string()),
       .target = make_surface(scene.bodies[0].meshes[0], part.mesh, part.file.string()),
       .X_CT = X_WP.inverse() * X_QM},
      X_WP.linear().transpose() * Eigen::Vector3d::UnitY());
  finger.X_WB.translation().y() -= way - k_start_gap;

  scene::SceneContact contact{
      .name = "grip", .casting = {"finger", "pad"}, .target = {"part", "surface"}};
  contact.settings.max_proximity = 0.8 * shape.thickness;
  contact.settings.lumped = false;
  contact.settings.dissipation = 2;
  contact.settings.friction = friction_of("silicone", "steel", false);
  scene.contacts = {contact};
  scene.joints = {{.name = "guide",
                   .kind = scene::JointKind::generic,
                   .body_a = "finger",
                   .free_axes = {false, true, false, false, false, false}}};
  scene.loads = {{.name = "press",
                  .body = "finger",
                  .force = Eigen::Vector3d(0, -k_load, 0),
                  .factor = scene::TimeTable{.times = {0, 0.5}, .values = {0.1, 1}}}};
  notes.push_back(fmt::format("Assumed: a load of {:.0f} N.", k_load));
  scene.notes = std::move(notes);
  return scene;
}

}  // namespace condyle
