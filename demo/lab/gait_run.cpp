#include "lab/gait_run.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "condyle/error.h"
#include "engine/built_scene.h"

namespace condyle {
namespace {

constexpr const char* k_carrier = "gait carrier";

scene::TimeTable over_cycle(const GaitCycle& cycle, const std::vector<double>& values) {
  return {.times = cycle.time, .values = values, .smooth = false, .period = cycle.period()};
}

/// The first load on the body, which says where the axial force acts and along what.
scene::SceneLoad axial_load(const scene::Scene& scene, const std::string& body) {
  for (const scene::SceneLoad& load : scene.loads) {
    if (load.body != body || load.force.norm() == 0) continue;
    scene::SceneLoad axial = load;
    axial.name = "axial force";
    axial.force.normalize();
    axial.moment.setZero();
    return axial;
  }
  throw InputError(fmt::format(
      "{}: no force acts on '{}'; the axial force of a cycle acts where, and along what, "
      "the scene's first load on it does",
      scene.name, body));
}

/// Frees an axis of the joint between the body and the world, which a carrier will hold.
void free_axis(scene::Scene& scene, const std::string& body, int axis) {
  for (scene::SceneJoint& joint : scene.joints) {
    if (joint.kind != scene::JointKind::generic || joint.body_a != body || !joint.body_b.empty())
      continue;
    if (!joint.X_WJ.linear().isIdentity(1e-6) && !joint.free_axes[axis])
      throw InputError(
          fmt::format("{}: joint '{}' holds turned axes, so the cycle cannot move '{}' along one; "
                      "give its load "
                      "in place of its displacement",
                      scene.name, joint.name, body));
    joint.free_axes[axis] = true;
  }
}

/// Puts the body where the cycle has it at time 0, at which joints take hold. Strands whose length
/// follows from where the scene has the body keep it.
Pose put_at_start(scene::Scene& scene, scene::SceneBody& body, const GaitCycle& cycle) {
  for (scene::SceneLigament& ligament : scene.ligaments) {
    ligament.strand = initial_strand(scene, ligament);
    ligament.slack_from = scene::SlackFrom::slack_length;
  }
  Pose moved = Pose::Identity();
  moved.translation() = body.X_WB.translation();
  if (cycle.forward_drive == CycleDrive::displacement)
    moved.translation().x() += cycle.forward.front();
  if (cycle.turn_drive == CycleDrive::displacement)
    moved.rotate(Eigen::AngleAxisd(cycle.turn.front(), Eigen::Vector3d::UnitY()));
  body.X_WB = moved * Pose(Eigen::Translation3d(-body.X_WB.translation())) * body.X_WB;
  return moved;
}

/// A carrier that moves along x and turns about y, and a joint that holds the body to it in these.
void add_carrier(scene::Scene& scene, scene::SceneBody& body, const GaitCycle& cycle) {
  scene::SceneBody carrier{.name = k_carrier, .kind = scene::BodyKind::kinematic};
  carrier.X_WB.translation() = body.X_WB.translation();
  scene::SceneJoint hold{.name = "gait hold",
                         .kind = scene::JointKind::generic,
                         .body_a = body.name,
                         .body_b = k_carrier};
  hold.X_WJ = put_at_start(scene, body, cycle);
  hold.free_axes.fill(true);
  constexpr int k_tx = 0, k_ry = 4;
  if (cycle.forward_drive == CycleDrive::displacement) {
    free_axis(scene, body.name, k_tx);
    hold.free_axes[k_tx] = false;
    scene.motions.push_back({.name = "AP displacement",
                             .body = k_carrier,
                             .axis = Eigen::Vector3d::UnitX(),
                             .rotation = false,
                             .table = over_cycle(cycle, cycle.forward)});
  }
  if (cycle.turn_drive == CycleDrive::displacement) {
    free_axis(scene, body.name, k_ry);
    hold.free_axes[k_ry] = false;
    scene.motions.push_back({.name = "IE rotation",
                             .body = k_carrier,
                             .axis = Eigen::Vector3d::UnitY(),
                             .table = over_cycle(cycle, cycle.turn)});
  }
  scene.bodies.push_back(std::move(carrier));
  scene.joints.push_back(std::move(hold));
}

}  // namespace

scene::Scene gait_scene(const scene::Scene& scene, const TestedJoint& joint,
                        const GaitCycle& cycle) {
  const scene::SceneBody& body = scene.bodies[joint.body];
  scene::Scene gait = still_scene(scene, joint, {StillPoint{.flexion = joint.start}});
  gait.solve = scene::SceneSolve::motion;
  gait.settle = scene.settle.value_or(scene::SceneSettle{});
  gait.rate = scene.rate;
  gait.duration = cycle.period();
  if (!cycle.flexion.empty()) {
    if (joint.motion < 0)
      throw InputError(fmt::format(
          "{}: no rotation moves the body that touches '{}'; leave out the column 'flexion'",
          scene.name, body.name));
    gait.motions[joint.motion].table = over_cycle(cycle, cycle.flexion);
  } else if (joint.motion >= 0) {
    gait.motions[joint.motion].table = constant_table(joint.start);
  }

  scene::SceneLoad axial = axial_load(scene, body.name);
  axial.factor = over_cycle(cycle, cycle.axial);
  std::erase_if(gait.loads, [&](const scene::SceneLoad& load) { return load.body == body.name; });
  gait.loads.push_back(axial);
  const scene::SceneLoad at_axial{.name = "", .body = body.name, .p_B = axial.p_B};
  if (cycle.forward_drive == CycleDrive::force) {
    scene::SceneLoad& load = gait.loads.emplace_back(at_axial);
    load.name = "AP force";
    load.force = Eigen::Vector3d::UnitX();
    load.factor = over_cycle(cycle, cycle.forward);
  }
  if (cycle.turn_drive == CycleDrive::force) {
    scene::SceneLoad& load = gait.loads.emplace_back(at_axial);
    load.name = "IE torque";
    load.moment = Eigen::Vector3d::UnitY();
    load.factor = over_cycle(cycle, cycle.turn);
  }
  if (cycle.forward_drive == CycleDrive::displacement ||
      cycle.turn_drive == CycleDrive::displacement)
    add_carrier(gait, gait.bodies[joint.body], cycle);
  return gait;
}

int steps_of(const GaitRun& run, const GaitCycle& cycle, double rate) {
  const double wanted = run.steps > 0 ? run.steps : std::max(200.0, rate * cycle.period());
  return 100 * static_cast<int>(std::ceil(wanted / 100 - 1e-9));
}

void run_gait(SceneWorld& world, const GaitCycle& cycle, const GaitRun& run,
              const std::function<void(int i, double dt)>& take) {
  const int steps = steps_of(run, cycle, world.scene().rate);
  const double dt = cycle.period() / steps;
  while (world.is_settling()) world.step(1 / world.scene().rate);
  for (int i = 0; i < (run.cycles - 1) * steps; ++i) world.step(dt);
  take(0, 0);
  for (int i = 1; i <= steps; ++i) {
    world.step(dt);
    take(i, dt);
  }
}

}  // namespace condyle
