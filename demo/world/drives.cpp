#include "world/drives.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace condyle {
namespace {

constexpr double k_turn = 2 * std::numbers::pi, k_degree = std::numbers::pi / 180;
constexpr double k_millimetre = 1e-3;
constexpr double k_least_range[] = {30 * k_degree, 0.01};  // of a rotation [rad], of a shift [m]
constexpr double k_catch_up_time = 0.05;                   // of the slow end [s]
constexpr double k_caught_up = 1e-6;                       // of the range
constexpr double k_most_load = 2;                          // over the scene's largest

/// The range of a table, widened about its middle to at least `least`.
void set_range(const scene::TimeTable& table, double least, Drive& drive) {
  const auto [low, high] = std::ranges::minmax(table.values);
  const double widen = std::max(0.0, (least - (high - low)) / 2);
  drive.low = low - widen;
  drive.high = high + widen;
}

void set_rotation_range(const scene::TimeTable& table, Drive& drive) {
  set_range(table, k_least_range[0], drive);
  drive.turns_round = drive.high - drive.low > k_turn * (1 + 1e-9);
  if (drive.turns_round) drive.low = 0, drive.high = k_turn;
}

Drive motion_drive(const scene::SceneMotion& motion) {
  Drive drive{.kind = Drive::Kind::motion, .name = motion.name};
  drive.unit = motion.rotation ? "deg" : "mm";
  drive.one_unit = motion.rotation ? k_degree : k_millimetre;
  if (motion.rotation)
    set_rotation_range(motion.table, drive);
  else
    set_range(motion.table, k_least_range[1], drive);
  return drive;
}

Drive hinge_drive(const scene::SceneJoint& joint) {
  Drive drive{.kind = Drive::Kind::hinge, .name = joint.name, .unit = "deg", .one_unit = k_degree};
  set_range(*joint.target_angle, k_least_range[0], drive);
  return drive;
}

/// Shown as its force, or its moment if it has no force.
Drive load_drive(const scene::SceneLoad& load) {
  const bool is_force = load.force.norm() > 0;
  const double size = is_force ? load.force.norm() : load.moment.norm();
  Drive drive{.kind = Drive::Kind::load, .name = load.name};
  drive.unit = is_force ? "N" : "N m";
  drive.one_unit = size > 0 ? 1 / size : 1;
  double low = 1, high = 1;
  if (load.factor) {
    low = *std::ranges::min_element(load.factor->values);
    high = *std::ranges::max_element(load.factor->values);
  }
  drive.low = k_most_load * std::min(low, 0.0);
  drive.high = k_most_load * std::max(high, 0.0);
  if (drive.low == drive.high) drive.high = 1;
  return drive;
}

Drive control_drive(const scene::SceneControl& control) {
  Drive drive{.kind = Drive::Kind::control, .name = control.name, .unit = control.unit};
  drive.low = control.low;
  drive.high = control.high;
  return drive;
}

double own_amount(const scene::Scene& scene, const DriveClock& clock, const Drive& drive) {
  switch (drive.kind) {
    case Drive::Kind::motion:
      return value_at(scene.motions[drive.index].table, clock.time);
    case Drive::Kind::hinge:
      return value_at(*scene.joints[drive.index].target_angle, clock.hinge_time);
    case Drive::Kind::load: {
      const scene::SceneLoad& load = scene.loads[drive.index];
      return clock.load_factor * (load.factor ? value_at(*load.factor, clock.time) : 1);
    }
    case Drive::Kind::control:
      return value_at(scene.controls[drive.index].table, clock.time);
  }
  return 0;
}

}  // namespace

std::vector<Drive> drives_of(const scene::Scene& scene) {
  std::vector<Drive> drives;
  const auto add = [&](Drive drive, std::size_t index) {
    drive.index = static_cast<int>(index);
    drives.push_back(std::move(drive));
  };
  for (std::size_t i = 0; i < scene.motions.size(); ++i) add(motion_drive(scene.motions[i]), i);
  for (std::size_t i = 0; i < scene.joints.size(); ++i)
    if (scene.joints[i].target_angle) add(hinge_drive(scene.joints[i]), i);
  for (std::size_t i = 0; i < scene.loads.size(); ++i) add(load_drive(scene.loads[i]), i);
  for (std::size_t i = 0; i < scene.controls.size(); ++i) add(control_drive(scene.controls[i]), i);
  return drives;
}

void read_clock(const scene::Scene& scene, const DriveClock& clock, std::span<Drive> drives) {
  for (Drive& drive : drives)
    drive.amount = (drive.by_hand ? *drive.by_hand : own_amount(scene, clock, drive)) + drive.rest;
}

void set_by_hand(const scene::Scene& scene, const DriveClock& clock, std::optional<double> by_hand,
                 Drive& drive) {
  const double own = own_amount(scene, clock, drive);
  const double before = (drive.by_hand ? *drive.by_hand : own) + drive.rest;
  drive.by_hand = by_hand;
  const double wanted = by_hand ? *by_hand : own;
  drive.rest = before - wanted;
  if (drive.turns_round) drive.rest = std::remainder(drive.rest, k_turn);
  drive.amount = wanted + drive.rest;
}

void catch_up(double dt, std::span<Drive> drives) {
  for (Drive& drive : drives) {
    if (drive.rest == 0) continue;
    const double range = drive.high - drive.low;
    const double wanted = drive.rest * -std::expm1(-dt / k_catch_up_time);
    drive.rest -= std::clamp(wanted, -range * dt, range * dt);
    if (std::abs(drive.rest) < k_caught_up * range) drive.rest = 0;
  }
}

DrivenAmounts amounts_of(const scene::Scene& scene, std::span<const Drive> drives) {
  DrivenAmounts amounts;
  amounts.joints.resize(scene.joints.size());
  for (const Drive& drive : drives) {
    if (drive.kind == Drive::Kind::motion) amounts.motions.push_back(drive.amount);
    if (drive.kind == Drive::Kind::hinge) amounts.joints[drive.index] = drive.amount;
    if (drive.kind == Drive::Kind::control) amounts.controls.push_back(drive.amount);
  }
  return amounts;
}

double load_amount(std::span<const Drive> drives, int load) {
  const auto loads = std::ranges::find(drives, Drive::Kind::load, &Drive::kind);
  return loads[load].amount;
}

}  // namespace condyle
