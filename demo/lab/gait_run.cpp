#include "lab/gait_run.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "base/long_work.h"
#include "condyle/error.h"
#include "engine/built_scene.h"
#include "new_joint/ball_fit.h"

namespace condyle {
namespace {

constexpr const char* k_carrier = "gait carrier";
constexpr int k_tx = 0, k_ry = 4;         // among the axes of a generic joint
constexpr double k_most_run_steps = 1e6;  // of all repetitions
constexpr double k_missed = 0.05;         // of the greatest displacement
constexpr double k_cup_of_sphere = 0.15;  // least part of a sphere that is a cup

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

/// Whether a joint between a body and something that stands still holds the body in an axis of the
/// world.
bool holds_axis(const scene::SceneJoint& joint, int axis) {
  using Kind = scene::JointKind;
  const bool is_turn = axis >= 3;
  const Eigen::Vector3d direction =
      joint.X_WJ.linear().transpose() * Eigen::Vector3d::Unit(is_turn ? axis - 3 : axis);
  std::array<bool, 6> free = joint.free_axes;
  if (joint.kind != Kind::generic) free.fill(false);
  // A hinge turns about, and a slider moves along, the x axis of its frame.
  if (joint.kind == Kind::hinge) free[3] = true;
  if (joint.kind == Kind::slider) free[0] = true;
  if (joint.kind == Kind::ball) free[3] = free[4] = free[5] = true;
  for (int i = 0; i < 3; ++i)
    if (!free[is_turn ? i + 3 : i] && std::abs(direction[i]) > 1e-6) return true;
  return false;
}

/// Frees an axis of the generic joints that hold the body to what stands still, so that a carrier
/// can move it; refuses other joints that hold it.
void free_axis(scene::Scene& scene, const std::string& body, int axis) {
  for (scene::SceneJoint& joint : scene.joints) {
    if (joint.body_a != body && joint.body_b != body) continue;
    const std::string& other = joint.body_a == body ? joint.body_b : joint.body_a;
    const int at = body_index(scene, other);
    if (at >= 0 && scene.bodies[at].kind == scene::BodyKind::dynamic) continue;  // it may follow
    if (!holds_axis(joint, axis)) continue;
    const bool stands = at < 0 || scene.bodies[at].kind == scene::BodyKind::fixed;
    if (!stands || joint.kind != scene::JointKind::generic || !joint.X_WJ.linear().isIdentity(1e-6))
      throw InputError(fmt::format(
          "{}: joint '{}' holds '{}' where the cycle gives its {}; only generic joints to the "
          "world or a fixed body, with axes of the world, give way; give the cycle's {} instead",
          scene.file.empty() ? scene.name : scene.file.string(), joint.name, body,
          axis == k_tx ? "AP displacement" : "IE rotation",
          axis == k_tx ? "AP force" : "IE torque"));
    joint.free_axes[static_cast<std::size_t>(axis)] = true;
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
  const double steps = 100 * std::ceil(wanted / 100 - 1e-9);
  if (steps * run.cycles <= k_most_run_steps) return static_cast<int>(steps);
  if (run.steps > 0 || steps <= k_most_run_steps)
    throw InputError(
        fmt::format("cycle '{}': {} repetitions of {:.0f} steps are more than {:.0f}; ask for "
                    "fewer repetitions or steps",
                    cycle.name, run.cycles, steps, k_most_run_steps));
  throw InputError(
      fmt::format("cycle '{}': its period of {:g} s takes {:.0f} steps at the scene's rate of {:g} "
                  "Hz, more than {:.0f}; shorten it, or ask for fewer steps",
                  cycle.name, cycle.period(), steps, rate, k_most_run_steps));
}

void add_miss(CycleMiss& miss, const Pose& X_WB, const Pose& X_WB0, const GaitCycle& cycle,
              double time) {
  if (cycle.forward_drive == CycleDrive::displacement) {
    const double x = X_WB.translation().x() - X_WB0.translation().x();
    const double off = std::abs(x - value_at(over_cycle(cycle, cycle.forward), time));
    if (!(off <= miss.forward)) miss.forward = off, miss.forward_time = time;
  }
  if (cycle.turn_drive == CycleDrive::displacement) {
    const Eigen::AngleAxisd turn(X_WB.linear() * X_WB0.linear().transpose());
    const double off =
        std::abs(turn.angle() * turn.axis().y() - value_at(over_cycle(cycle, cycle.turn), time));
    if (!(off <= miss.turn)) miss.turn = off, miss.turn_time = time;
  }
}

std::vector<std::string> notes_of(const CycleMiss& miss, const GaitCycle& cycle) {
  std::vector<std::string> notes;
  const auto say = [&](const char* name, const std::vector<double>& asked, double off, double time,
                       double unit, const char* unit_name) {
    double greatest = 0;
    for (const double value : asked) greatest = std::max(greatest, std::abs(value));
    if (off <= std::max(k_missed * greatest, 0.05 * unit)) return;
    notes.push_back(fmt::format(
        "The body does not follow the {} of the cycle: at {:.0f} % it is {:.3g} {} away from it, "
        "of at most {:.3g} {}. Something holds it; look at its joints and at the contact.",
        name, 100 * time / cycle.period(), off / unit, unit_name, greatest / unit, unit_name));
  };
  if (cycle.forward_drive == CycleDrive::displacement)
    say("AP displacement", cycle.forward, miss.forward, miss.forward_time, 1e-3, "mm");
  if (cycle.turn_drive == CycleDrive::displacement)
    say("IE rotation", cycle.turn, miss.turn, miss.turn_time, k_lab_degree, "deg");
  return notes;
}

std::vector<std::string> notes_of(const GaitCycle& cycle, const SceneWorld& world,
                                  const TestedJoint& joint) {
  std::vector<std::string> notes = notes_of(cycle);
  if (!cycle.is_built_in) return notes;
  const auto& contact = world.contacts()[joint.contact];
  for (const MeshIndex& side : {contact.casting, contact.target}) {
    if (fit_ball(*world.mesh(side).mesh, true).coverage < k_cup_of_sphere) continue;
    notes.push_back(fmt::format(
        "The joint is a ball and a cup, and the cycle '{}' is that of a knee: its flexion and "
        "loads are not a hip's or a shoulder's. Bring your own as a CSV file.",
        cycle.name));
    break;
  }
  return notes;
}

void run_gait(SceneWorld& world, const GaitCycle& cycle, const GaitRun& run,
              const std::function<void(int i, double dt)>& take) {
  const int steps = steps_of(run, cycle, world.scene().rate);
  const double dt = cycle.period() / steps;
  const int all = run.cycles * steps;
  const int before = all - steps;
  const WorkPart part("cycle '" + cycle.name + "'");
  while (world.is_settling()) {
    tell_work(0, all);
    world.step(1 / world.scene().rate);
  }
  for (int i = 0; i < before; ++i) {
    tell_work(i, all);
    world.step(dt);
  }
  take(0, 0);
  for (int i = 1; i <= steps; ++i) {
    tell_work(before + i, all);
    world.step(dt);
    take(i, dt);
  }
}

}  // namespace condyle
