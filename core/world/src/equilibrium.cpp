#include "condyle/world/equilibrium.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "condyle/error.h"
#include "core/src/base/pose_inverse.h"
#include "core/world/src/equilibrium_state.h"
#include "core/world/src/session_checks.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

StepSettings step_of(const EquilibriumSettings& settings) {
  if (!(settings.tolerance > 0) || !(settings.largest_jump >= 0) ||
      !(settings.rough_tolerance >= 0) || settings.max_iterations < 1 || settings.threads < 1)
    throw InputError(
        "Settings of an equilibrium: need tolerance > 0, largest_jump and rough_tolerance >= 0, "
        "max_iterations >= 1 "
        "and threads >= 1");
  StepSettings step;
  step.integration = Integration::backward_euler;
  step.max_substeps = 1;
  step.max_passes = 8;  // where more would be needed, a stiffer step does better
  step.threads = settings.threads;
  return step;
}

void require_there(int body, const EquilibriumState& state, const std::string& what) {
  if (body < -1 || body >= state.engine.count())
    throw InputError(fmt::format("{}: there is no body {}", what, body));
}

void require_load(const PointLoad& load, const EquilibriumState& state) {
  require_there(load.body, state, "Load of an equilibrium");
  require_there(load.frame, state, "Frame of a load");
  if (load.body < 0) throw InputError("Load of an equilibrium: name the body on which it acts");
  if (!load.p_B.allFinite() || !load.force.allFinite() || !load.moment.allFinite())
    throw InputError("Load of an equilibrium: its point, force and moment must be finite");
}

void require_joint(const CoordinateJoint& joint, const EquilibriumState& state) {
  const std::string what = fmt::format("Joint '{}' of an equilibrium", joint.name);
  require_there(joint.body_a, state, what);
  require_there(joint.body_b, state, what);
  require_rigid(joint.X_AJ, what);
  require_rigid(joint.X_BK, what);
  const auto is_free = [&](int body) { return body >= 0 && state.engine.bodies[body].is_free(); };
  if (joint.body_a == joint.body_b || (!is_free(joint.body_a) && !is_free(joint.body_b)))
    throw InputError(what + ": needs two different bodies, of which one is free to move");
  for (std::size_t i = 0; i < 6; ++i)
    if ((joint.held[i] && !std::isfinite(*joint.held[i])) || !(joint.most[i] > 0))
      throw InputError(what + ": values of coordinates must be finite, and forces above 0");
  if (joint.held[1] && !(std::abs(*joint.held[1]) < std::numbers::pi / 2))
    throw InputError(fmt::format(
        "{}: its second rotation is held at {:g} rad; it must be between -pi/2 and pi/2, where the "
        "axes of the first and the third coincide",
        what, *joint.held[1]));
}

/// A rotation without the rounding of many products.
Eigen::Matrix3d rotation_near(const Eigen::Matrix3d& R) {
  return Eigen::Quaterniond(R).normalized().toRotationMatrix();
}

/// The pose `part` times further than from `from` to `to`.
Pose beyond(const Pose& from, const Pose& to, double part) {
  const Eigen::AngleAxisd turn(rotation_near(to.linear() * from.linear().transpose()));
  Pose led = Pose::Identity();
  led.translation() = to.translation() + part * (to.translation() - from.translation());
  led.linear() = rotation_near(
      Eigen::AngleAxisd(part * turn.angle(), turn.axis()).toRotationMatrix() * to.linear());
  return led;
}

}  // namespace

BodyState EquilibriumBodies::state(int body, double dt) const {
  const EquilibriumBody& of = bodies[static_cast<std::size_t>(body)];
  BodyState state;
  state.X_WB = of.X_WB;
  if (!of.is_free()) return state;
  const double mass = stiffness * dt * dt, inertia = mass * of.radius * of.radius;
  state.inverse_mass = 1 / mass;
  state.inverse_inertia_W = Eigen::Matrix3d::Identity() / inertia;
  state.by_forces.angular = dt / inertia * of.load.head<3>();
  state.by_forces.linear = dt / mass * of.load.tail<3>();
  return state;
}

void EquilibriumBodies::move(int body, const Pose& X_WB, const Twist& velocity) {
  EquilibriumBody& of = bodies[static_cast<std::size_t>(body)];
  of.X_WB = X_WB;
  of.moved << k_step * velocity.angular, k_step * velocity.linear;
}

EquilibriumState::EquilibriumState(const EquilibriumSettings& given)
    : settings(given), session(engine, step_of(given)) {}

Pose EquilibriumState::pose_of(int body) const {
  return body < 0 ? Pose::Identity() : engine.bodies[static_cast<std::size_t>(body)].X_WB;
}

Pose EquilibriumState::pose_in(const CoordinateJoint& joint) const {
  return inverse_of(pose_of(joint.body_a) * joint.X_AJ) * (pose_of(joint.body_b) * joint.X_BK);
}

BodyPoses EquilibriumState::poses() const {
  BodyPoses all;
  for (const EquilibriumBody& body : engine.bodies) all.push_back(body.X_WB);
  return all;
}

void EquilibriumState::put(const BodyPoses& poses) {
  for (std::size_t b = 0; b < poses.size(); ++b) engine.bodies[b].X_WB = poses[b];
}

std::vector<Vector6> EquilibriumState::joint_forces() const {
  std::vector<Vector6> forces;
  for (const HeldJoint& held : joints) forces.push_back(held.force);
  return forces;
}

void EquilibriumState::set_joint_forces(const std::vector<Vector6>& forces) {
  for (std::size_t j = 0; j < joints.size(); ++j)
    joints[j].force = j < forces.size() ? forces[j] : Vector6(Vector6::Zero());
}

Equilibrium::Equilibrium(const EquilibriumSettings& settings)
    : state_(std::make_unique<EquilibriumState>(settings)) {}
Equilibrium::Equilibrium(Equilibrium&&) noexcept = default;
Equilibrium& Equilibrium::operator=(Equilibrium&&) noexcept = default;
Equilibrium::~Equilibrium() = default;

int Equilibrium::add_fixed(const Pose& X_WB, const std::string& name) {
  require_rigid(X_WB, "Body of an equilibrium");
  const int number = body_count();
  EquilibriumBody body;
  body.X_WB = X_WB;
  body.name = name.empty() ? fmt::format("body {}", number) : name;
  state_->engine.bodies.push_back(body);
  state_->is_solved = false;
  forget();
  return number;
}

int Equilibrium::add_free(const Pose& X_WB, double radius, const std::string& name) {
  if (!(radius > 0) || !std::isfinite(radius))
    throw InputError(
        fmt::format("Body of an equilibrium: its radius of {} m must be above 0", radius));
  const int number = add_fixed(X_WB, name);
  state_->engine.bodies.back().radius = radius;
  return number;
}

int Equilibrium::body_count() const { return state_->engine.count(); }

bool Equilibrium::is_free(int body) const {
  return state_->engine.bodies.at(static_cast<std::size_t>(body)).is_free();
}

Session& Equilibrium::session() { return state_->session; }
const Session& Equilibrium::session() const { return state_->session; }

void Equilibrium::set_meeting(std::function<bool(int, int)> lets_meet) {
  state_->engine.may_meet = std::move(lets_meet);
}

int Equilibrium::add_load(const PointLoad& load) {
  require_load(load, *state_);
  state_->loads.push_back(load);
  state_->is_solved = false;
  return static_cast<int>(state_->loads.size()) - 1;
}

void Equilibrium::set_load(int number, const PointLoad& load) {
  require_load(load, *state_);
  state_->loads.at(static_cast<std::size_t>(number)) = load;
  state_->is_solved = false;
}

const PointLoad& Equilibrium::load(int number) const {
  return state_->loads.at(static_cast<std::size_t>(number));
}

void Equilibrium::clear_loads() {
  state_->loads.clear();
  state_->is_solved = false;
}

int Equilibrium::add_joint(const CoordinateJoint& joint) {
  require_joint(joint, *state_);
  state_->joints.push_back({joint});
  state_->is_solved = false;
  return static_cast<int>(state_->joints.size()) - 1;
}

void Equilibrium::set_joint(int number, const CoordinateJoint& joint) {
  require_joint(joint, *state_);
  state_->joints.at(static_cast<std::size_t>(number)).joint = joint;
  state_->is_solved = false;
}

const CoordinateJoint& Equilibrium::joint(int number) const {
  return state_->joints.at(static_cast<std::size_t>(number)).joint;
}

JointCoordinates Equilibrium::coordinates(int number) const {
  const CoordinateJoint& of = joint(number);
  return joint_coordinates(state_->pose_in(of), of.axes);
}

Vector6 Equilibrium::joint_forces(int number) const {
  return state_->joints.at(static_cast<std::size_t>(number)).force;
}

void Equilibrium::put(int body, const Pose& X_WB) {
  require_rigid(X_WB, "Body of an equilibrium");
  EquilibriumBody& moved = state_->engine.bodies.at(static_cast<std::size_t>(body));
  moved.X_WB = X_WB;
  state_->is_solved = false;
  if (moved.is_free()) forget();
}

const Pose& Equilibrium::pose(int body) const {
  return state_->engine.bodies.at(static_cast<std::size_t>(body)).X_WB;
}

bool Equilibrium::lead(double part) {
  const std::vector<BodyPoses>& found = state_->found;
  if (found.size() < 2 || !std::isfinite(part)) return false;
  state_->is_solved = false;
  for (std::size_t b = 0; b < state_->engine.bodies.size(); ++b)
    if (EquilibriumBody& body = state_->engine.bodies[b]; body.is_free())
      body.X_WB = beyond(found[0][b], found[1][b], part);
  return true;
}

void Equilibrium::forget() { state_->found.clear(); }

EquilibriumReport Equilibrium::solve() {
  const BodyPoses before = state_->poses();
  const std::vector<Vector6> forces = state_->joint_forces();
  const std::shared_ptr<const EngineMemory> session = state_->session.save();
  state_->is_solved = false;
  try {
    state_->report = find_equilibrium(*state_, session);
  } catch (...) {
    state_->put(before);
    state_->set_joint_forces(forces);
    state_->session.restore(*session);
    throw;
  }
  for (EquilibriumBody& body : state_->engine.bodies)
    if (body.is_free()) body.X_WB.linear() = rotation_near(body.X_WB.linear());
  if (state_->found.size() == 2) state_->found.erase(state_->found.begin());
  state_->found.push_back(state_->poses());
  state_->is_solved = true;
  return state_->report;
}

const EquilibriumReport& Equilibrium::report() const { return state_->report; }

std::shared_ptr<const EquilibriumMemory> Equilibrium::save() const {
  return std::make_shared<EquilibriumMemory>(
      EquilibriumMemory{state_->poses(), state_->found, state_->session.save(), state_->report,
                        state_->joint_forces()});
}

void Equilibrium::restore(const EquilibriumMemory& memory) {
  if (memory.poses.size() != state_->engine.bodies.size() ||
      memory.joint_forces.size() > state_->joints.size())
    throw InputError(
        "Equilibrium::restore: there were other bodies or joints when this was saved; save it "
        "again "
        "after the last one has been added");
  state_->session.restore(*memory.session);
  state_->is_solved = false;
  state_->set_joint_forces(memory.joint_forces);
  state_->put(memory.poses);
  state_->found = memory.found;
  state_->report = memory.report;
}

}  // namespace condyle
