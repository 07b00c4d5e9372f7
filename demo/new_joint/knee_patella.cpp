#include "new_joint/knee_patella.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "condyle/error.h"
#include "condyle/geometry/shape.h"
#include "condyle/scene/scene_build.h"
#include "new_joint/joint_scenes.h"
#include "new_joint/patella_shape.h"
#include "new_joint/touching.h"

namespace condyle {
namespace {

// Points of the shipped knee whose tendon carries a patella [m].
const Eigen::Vector3d k_muscle_on_femur(0.05, 0.2, 0), k_tendon_on_tibia(0.042, -0.055, 0);
constexpr double k_tendon_stiffness = 20000;  // N per strain
constexpr double k_tendon_damping = 100;      // [N s]
constexpr double k_muscle_force = 150;        // [N]
/// Softer than a tendon: a muscle lengthens by some 50 mm while the knee bends, and its force
/// doubles.
constexpr double k_muscle_stiffness = 400;       // N per strain
constexpr double k_patella_mass = 0.1;           // with its tendons [kg]
constexpr double k_cartilage_thickness = 0.003;  // [m]

const scene::SceneBody& body_of(const scene::Scene& knee, const std::string& name) {
  return *std::ranges::find(knee.bodies, name, &scene::SceneBody::name);
}

/// How far the groove of the femoral component comes forward, in the femur's frame [m].
double front_of_groove(const scene::Scene& knee, const NewPatella& patella) {
  const Pose& X_FM = body_of(knee, "femur").meshes[0].X_BM;
  const double half_strip = 0.05 * patella.femur.width;
  double front = -std::numeric_limits<double>::infinity();
  for (const Eigen::Vector3d& v : patella.femoral.mesh.vertices) {
    const Eigen::Vector3d p = X_FM * v;
    if (std::abs(p.z()) < half_strip) front = std::max(front, p.x());
  }
  return front;
}

scene::SceneLigament strand_between(const char* name, const scene::ScenePoint& a,
                                    const scene::ScenePoint& b, double stiffness) {
  scene::SceneLigament ligament;
  ligament.strand.name = name;
  ligament.strand.linear_stiffness = stiffness;
  ligament.strand.damping_coefficient = k_tendon_damping;
  ligament.slack_from = scene::SlackFrom::reference_force;
  ligament.reference = k_muscle_force;
  ligament.path = {a, b};
  return ligament;
}

/// A cylinder within the front of the femoral component, over which the muscle's tendon runs once
/// the patella has gone down between the condyles.
scene::SceneWrap groove_wrap(const scene::Scene& knee, const NewPatella& patella) {
  constexpr double k_below_groove = 1e-3;  // [m]
  const double radius = patella.femur.posterior_radius;
  scene::SceneWrap wrap{.name = "groove", .body = "femur"};
  wrap.X_BS.translation().x() = front_of_groove(knee, patella) - k_below_groove - radius;
  wrap.shape = geometry::InfiniteCylinder{radius};
  wrap.side = Eigen::Vector3d::UnitX();
  return wrap;
}

void add_strands(scene::Scene& knee, const NewPatella& patella, const Eigen::Vector3d& sizes) {
  // Both hold the patella at its ends, in front of the middle of its thickness, where its bone is.
  const Eigen::Vector3d upper(sizes.x() / 4, sizes.y() / 2, 0), lower(upper.x(), -upper.y(), 0);
  scene::SceneLigament muscle =
      strand_between("quadriceps", {"femur", patella.scale * k_muscle_on_femur}, {"patella", upper},
                     k_muscle_stiffness);
  muscle.wraps = {groove_wrap(knee, patella)};
  knee.ligaments.push_back(std::move(muscle));
  knee.ligaments.push_back(strand_between("patellar_tendon", {"patella", lower},
                                          {"tibia", patella.scale * k_tendon_on_tibia},
                                          k_tendon_stiffness));
}

/// Moves the patella back until it just does not touch the femoral component. Throws InputError if
/// it does not meet it.
void bring_to_groove(const scene::Scene& knee, scene::SceneBody& body, const NewPatella& patella) {
  const scene::SceneBody& femur = body_of(knee, "femur");
  const Pose X_FM = femur.meshes[0].X_BM;
  const double front = bounding_box(transformed(patella.femoral.mesh, X_FM)).max().x();
  const scene::SceneMesh& mesh = body.meshes[0];
  const double half_size = bounding_box(patella.part.mesh).sizes().norm() / 2;
  body.X_WB.translation().x() = femur.X_WB.translation().x() + front + half_size;
  const Pose X_PM = mesh.X_BM;
  PlacedPair pair{
      .casting = make_surface(mesh, patella.part.mesh, patella.part.file.string()),
      .target = make_surface(femur.meshes[0], patella.femoral.mesh, patella.femoral.file.string()),
      .X_CT = (body.X_WB * X_PM).inverse() * femur.X_WB * X_FM};
  const Eigen::Vector3d forward = X_PM.linear().transpose() * Eigen::Vector3d::UnitX();
  double way = distance_to_touch(pair, forward);
  pair.X_CT.pretranslate(way * forward);
  // Normals that lean from the way may find a gap where others have passed: back by the overlap.
  constexpr double k_deeper = 2e-4, k_window = 4e-3, k_least = 1e-6;  // [m]
  constexpr int k_most_moves = 30;
  for (int i = 0; i < k_most_moves; ++i) {
    const double depth = overlap_of(pair, k_window).depth;
    if (depth < k_least) break;
    pair.X_CT.pretranslate(-depth * forward);
    way -= depth;
  }
  body.X_WB.translation().x() -= way - k_start_gap;

  pair.X_CT.pretranslate(k_deeper * forward);
  if (overlap_of(pair, k_window).within > 0) return;
  throw InputError(fmt::format(
      "{}: does not meet the groove of {} where a patella is, with its lower end level with the "
      "joint line; give the patella of that knee, or --unit",
      patella.part.file.string(), patella.femoral.file.string()));
}

void add_contact(scene::Scene& knee, bool is_button) {
  scene::SceneContact contact = knee.contacts[0];
  contact.name = "patella_femoral";
  contact.casting = {"patella", "patella"};
  contact.target = knee.contacts[0].target;
  contact.regions.clear();
  if (!is_button) contact.settings.max_proximity = k_cartilage_thickness;
  knee.contacts.push_back(std::move(contact));
}

void tell_patella(const NewPatella& patella, const PatellaShape& shape, double thickness,
                  std::vector<std::string>& notes) {
  const Eigen::Vector3d mm = 1e3 * shape.sizes;
  notes.push_back(
      fmt::format("Found: the patella {}, {:.0f} mm thick, {:.0f} high and {:.0f} wide.",
                  shape.is_button ? "is a button, flat or open for the bone" : "has no flat front",
                  mm.x(), mm.y(), mm.z()));
  if (!shape.is_button)
    notes.emplace_back(
        "Guessed: the patella's pointed end is below, and its front; --turn-patella turns it.");
  notes.emplace_back(
      "Guessed: the patella's lower end is level with the joint line at extension, and it touches "
      "the groove in front of it.");
  notes.push_back(
      fmt::format("Assumed: the patella's surface is {}, {:.1f} mm thick; its mass is {:g} kg.",
                  shape.is_button ? "polyethylene" : "cartilage", 1e3 * thickness, k_patella_mass));
  notes.push_back(fmt::format(
      "Assumed: tendons of the shipped knee with a patella, {:.2f} times as large; the quadriceps "
      "pulls with {:g} N at extension and about twice that bent.",
      patella.scale, k_muscle_force));
}

}  // namespace

void add_patella(scene::Scene& knee, const NewPatella& patella, std::vector<std::string>& notes) {
  const PatellaShape shape = find_patella_shape(patella.part.mesh, patella.part.file.string());
  Pose X_PM = shape.X_PM;
  if (patella.is_turned_about)
    X_PM = Eigen::AngleAxisd(std::numbers::pi, Eigen::Vector3d::UnitY()) * X_PM;
  const double thickness = shape.is_button ? shape.sizes.x() : k_cartilage_thickness;
  tell_patella(patella, shape, thickness, notes);

  scene::SceneBody body{.name = "patella"};
  body.mass = k_patella_mass;
  const geometry::SolidProperties box = solid_properties(geometry::Brick{shape.sizes / 2});
  body.I_BBcm = k_patella_mass / box.volume * box.inertia;
  body.meshes = {mesh_of_part("patella", patella.part, X_PM,
                              shape.is_button ? "uhmwpe" : "cartilage", thickness)};
  const double joint_line = body_of(knee, "tibia").X_WB.translation().y();
  body.X_WB.translation().y() = joint_line + shape.sizes.y() / 2;
  bring_to_groove(knee, body, patella);
  add_strands(knee, patella, shape.sizes);
  knee.bodies.push_back(std::move(body));
  add_contact(knee, shape.is_button);
}

}  // namespace condyle
