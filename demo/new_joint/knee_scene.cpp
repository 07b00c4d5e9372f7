#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "condyle/error.h"
#include "condyle/scene/scene_build.h"
#include "condyle/scene/scene_file.h"
#include "new_joint/femoral_shape.h"
#include "new_joint/insert_shape.h"
#include "new_joint/joint_scenes.h"
#include "new_joint/knee_patella.h"
#include "new_joint/touching.h"

namespace condyle {
namespace {

constexpr double k_generic_width = 0.068;      // of the generic knee's femoral component [m]
constexpr double k_femoral_thickness = 0.007;  // assumed [m]
constexpr double k_insert_thickness = 0.008;   // of a layer whose back is not in the file [m]

void scale_about_origins(scene::Scene& knee, double scale, bool mirrored) {
  const Eigen::Vector3d factors(scale, scale, mirrored ? -scale : scale);
  for (scene::SceneLigament& ligament : knee.ligaments)
    for (scene::ScenePoint& point : ligament.path) point.p_B = factors.cwiseProduct(point.p_B);
  for (scene::SceneLoad& load : knee.loads) load.p_B = factors.cwiseProduct(load.p_B);
}

scene::SceneBody& body_named(scene::Scene& knee, const std::string& name) {
  const auto body = std::ranges::find(knee.bodies, name, &scene::SceneBody::name);
  if (body == knee.bodies.end()) {
    throw InputError(fmt::format("{}: has no body '{}', which a new knee is made from",
                                 knee.file.string(), name));
  }
  return *body;
}

/// Half of the casting mesh's triangles on each side of the insert's middle.
std::vector<scene::HalfSpaceRegion> compartments(const Pose& X_BM, bool is_left) {
  std::vector<scene::HalfSpaceRegion> regions;
  for (const char* name : {"medial", "lateral"}) {
    const bool is_right_hand = (std::string(name) == "lateral") != is_left;
    const Eigen::Vector3d normal =
        X_BM.linear().transpose() * Eigen::Vector3d(0, 0, is_right_hand ? 1 : -1);
    regions.push_back({name, normal, normal.dot(X_BM.inverse().translation())});
  }
  return regions;
}

const char* extension_note(ExtensionFrom from) {
  switch (from) {
    case ExtensionFrom::flat_cut:
      return "Found: at extension the flat cut for the bone is level.";
    case ExtensionFrom::radius:
      return "Guessed: at extension the femur stands 15 degrees before its condyles tighten, which "
             "may "
             "be 10 degrees off; --flexion corrects it.";
    case ExtensionFrom::opening:
      break;
  }
  return "Guessed: at extension the femoral component's opening is level, which may be 25 degrees "
         "off; "
         "--flexion corrects it.";
}

void tell_shapes(const FemoralShape& femur, const InsertShape& insert,
                 std::vector<std::string>& notes) {
  notes.push_back(fmt::format(
      "Found: the flexion axis is that of the condyles' backs, of {:.1f} mm radius; the condyles "
      "stand {:.1f} mm apart.",
      1e3 * femur.posterior_radius, 1e3 * femur.condyle_spacing));
  notes.emplace_back(extension_note(femur.extension_from));
  switch (insert.front_from) {
    case FrontFrom::notch:
      notes.emplace_back("Found: the insert's notch is behind.");
      return;
    case FrontFrom::rim:
      notes.emplace_back("Guessed: the insert's higher rim is in front; --turn-insert turns it.");
      return;
    case FrontFrom::dishes:
      notes.emplace_back(
          "Guessed: the insert's dishes are deepest behind the middle; --turn-insert turns it.");
      return;
    case FrontFrom::nothing:
      notes.emplace_back(
          "Guessed: the insert's front, which looks like its back; --turn-insert turns it.");
  }
}

}  // namespace

scene::Scene make_knee_scene(const NewJointInput& input, JointParts read, NewJointDoubts& doubts) {
  auto& [femoral, tibial] = read.parts;
  std::vector<std::string>& notes = read.notes;
  mend(femoral, "the femoral component", true, mended_file(input.scene_file, 0), notes);
  mend(tibial, "the insert", false, mended_file(input.scene_file, 1), notes);
  const FemoralShape femur = find_femoral_shape(femoral.mesh, femoral.file.string());
  const InsertShape insert =
      find_insert_shape(tibial.mesh, tibial.is_closed, femur.condyle_spacing, tibial.file.string());
  tell_shapes(femur, insert, notes);
  doubts.has_insert_front = insert.front_from != FrontFrom::notch;

  scene::Scene knee = scene::read_scene(input.generic_knee);
  const bool is_left = input.side == BodySide::left;
  const double scale = femur.width / k_generic_width;
  scale_about_origins(knee, scale, is_left);
  notes.push_back(fmt::format(
      "Assumed: a {} knee (--side) with the ligaments and the load of '{}', {:.2f} times as large.",
      word_of(input.side), knee.name, scale));

  Pose X_FM = femur.X_FM, X_IM = insert.X_IM;
  const Eigen::AngleAxisd half_turn(std::numbers::pi, Eigen::Vector3d::UnitY());
  if (input.turned_about[0]) X_FM = half_turn * X_FM;
  if (input.turned_about[1]) X_IM = half_turn * X_IM;
  X_FM = Eigen::AngleAxisd(input.flexion, Eigen::Vector3d::UnitZ()) * X_FM;
  const double thickness = insert.thickness.value_or(k_insert_thickness);
  notes.push_back(
      fmt::format("Assumed: the femoral component is cobalt chrome, {:.1f} mm thick; the insert is "
                  "polyethylene, {:.1f} mm thick{}.",
                  1e3 * k_femoral_thickness, 1e3 * thickness,
                  insert.thickness ? " below its dishes, as in the file" : ""));

  scene::SceneBody& femur_body = body_named(knee, "femur");
  scene::SceneBody& tibia_body = body_named(knee, "tibia");
  femur_body.meshes = {
      mesh_of_part("component", femoral, X_FM, "cobalt_chrome", k_femoral_thickness)};
  tibia_body.meshes = {mesh_of_part("insert", tibial, X_IM, "uhmwpe", thickness)};
  knee.contacts[0].regions = compartments(X_IM, is_left);

  // The tibia's dishes come under the points on which the femur stands, and the femur comes down.
  tibia_body.X_WB.translation() = Eigen::Vector3d(femur.lowest_x, 0, 0);
  const double above = bounding_box(transformed(tibial.mesh, X_IM)).max().y() -
                       bounding_box(transformed(femoral.mesh, X_FM)).min().y();
  femur_body.X_WB.translation() = Eigen::Vector3d(0, above, 0);
  const auto surface = [](const scene::SceneMesh& mesh, const JointPart& part) {
    return make_surface(mesh, part.mesh, part.file.string());
  };
  const Pose X_WI = tibia_body.X_WB * X_IM;
  const double way = distance_to_touch({.casting = surface(tibia_body.meshes[0], tibial),
                                        .target = surface(femur_body.meshes[0], femoral),
                                        .X_CT = X_WI.inverse() * femur_body.X_WB * X_FM},
                                       X_WI.linear().transpose() * -Eigen::Vector3d::UnitY());
  femur_body.X_WB.translation().y() -= way - k_start_gap;

  if (read.patella) {
    mend(*read.patella, "the patella", true, mended_file(input.scene_file, 2), notes);
    add_patella(knee,
                {.part = *read.patella,
                 .femoral = femoral,
                 .femur = femur,
                 .scale = scale,
                 .is_turned_about = input.turned_about[2]},
                notes);
    knee.contacts.back().regions = compartments(knee.bodies.back().meshes[0].X_BM, is_left);
  }

  knee.name = fmt::format("Knee of {} and {}", input.files[0].filename().string(),
                          input.files[1].filename().string());
  knee.description = fmt::format(
      "A knee made from {} meshes: the femoral component bends on the insert under load. The notes "
      "say what was found in the meshes and what was guessed.",
      input.patella.empty() ? "two" : "three");
  knee.camera = {};
  knee.notes = std::move(notes);
  return knee;
}

}  // namespace condyle
