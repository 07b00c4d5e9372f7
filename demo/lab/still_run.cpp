#include "lab/still_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/long_work.h"
#include "condyle/error.h"
#include "engine/built_scene.h"
#include "world/casting_sides.h"

namespace condyle {
namespace {

bool is_dynamic(const scene::Scene& scene, int body) {
  return scene.bodies[body].kind == scene::BodyKind::dynamic;
}

/// The first rotation that moves the body; -1: none.
int rotation_of(const scene::Scene& scene, const std::string& body) {
  for (std::size_t i = 0; i < scene.motions.size(); ++i)
    if (scene.motions[i].body == body && scene.motions[i].rotation) return static_cast<int>(i);
  return -1;
}

}  // namespace

double farthest_value(const scene::TimeTable& table) {
  return *std::ranges::max_element(table.values, {}, [](double v) { return std::abs(v); });
}

scene::Scene with_chosen_sides(scene::Scene scene) {
  for (scene::SceneContact& contact : scene.contacts)
    if (contact.side == CastingSide::both) contact.side = CastingSide::first;
  const auto is_open = [](const scene::SceneContact& contact) {
    return contact.side == CastingSide::automatic;
  };
  if (std::ranges::any_of(scene.contacts, is_open))
    choose_casting_sides(scene, build_bodies(scene));
  return scene;
}

scene::TimeTable constant_table(double value) {
  return {.times = {0}, .values = {value}, .smooth = false};
}

scene::TimeTable by_the_second(double start, const std::vector<StillPoint>& points,
                               double StillPoint::*amount) {
  scene::TimeTable table{.times = {0}, .values = {start}, .smooth = false};
  for (std::size_t i = 0; i < points.size(); ++i) {
    table.times.push_back(static_cast<double>(i + 1));
    table.values.push_back(points[i].*amount);
  }
  return table;
}

TestedJoint find_tested_joint(const scene::Scene& scene) {
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    const scene::SceneContact& contact = scene.contacts[i];
    const int a = body_index(scene, contact.casting.body);
    const int b = body_index(scene, contact.target.body);
    if (is_dynamic(scene, a) == is_dynamic(scene, b)) continue;
    const int body = is_dynamic(scene, a) ? a : b;
    const int other = is_dynamic(scene, a) ? b : a;
    const int motion = rotation_of(scene, scene.bodies[other].name);
    return {.motion = motion,
            .body = body,
            .contact = static_cast<int>(i),
            .start = motion < 0 ? 0 : value_at(scene.motions[motion].table, 0)};
  }
  throw InputError(fmt::format(
      "{}: has no contact between a dynamic body and one that is moved or fixed, which a test of a "
      "joint needs",
      scene.name));
}

std::vector<double> tested_angles(const scene::Scene& scene, const TestedJoint& joint,
                                  const std::vector<double>& given,
                                  std::initializer_list<double> usual_degrees) {
  if (joint.motion < 0 && !given.empty())
    throw InputError(
        fmt::format("{}: no rotation moves the body that touches '{}'; leave out the angles",
                    scene.name, scene.bodies[joint.body].name));
  if (joint.motion < 0) return {joint.start};
  if (!given.empty()) return given;
  std::vector<double> angles;
  for (const double degrees : usual_degrees) angles.push_back(degrees * k_lab_degree);
  return angles;
}

Pose pose_at_start(const scene::Scene& scene, int body) {
  const scene::SceneBody& of = scene.bodies[static_cast<std::size_t>(body)];
  return of.kind == scene::BodyKind::kinematic ? driven_pose(scene, body, 0) : of.X_WB;
}

scene::Scene still_scene(const scene::Scene& scene, const TestedJoint& joint,
                         const std::vector<StillPoint>& points, const scene::SceneLoad* added) {
  scene::Scene still = scene;
  still.settle.reset();
  still.closed_forms.clear();
  still.shown_against.clear();
  for (std::size_t i = 0; i < still.motions.size(); ++i) {
    scene::TimeTable& table = still.motions[i].table;
    if (static_cast<int>(i) == joint.motion)
      table = by_the_second(joint.start, points, &StillPoint::flexion);
    else
      table = constant_table(value_at(table, 0));
  }
  for (scene::SceneJoint& hinge : still.joints)
    if (hinge.target_angle) hinge.target_angle = constant_table(value_at(*hinge.target_angle, 0));
  for (scene::SceneContact& contact : still.contacts) {
    contact.settings.wear_coefficient = 0;
    contact.settings.record_sliding = false;
    if (contact.side == CastingSide::both) contact.side = CastingSide::first;
  }
  for (scene::SceneLoad& load : still.loads) {
    if (!load.factor) continue;
    load.factor = constant_table(farthest_value(*load.factor));
  }
  if (added != nullptr) {
    still.loads.push_back(*added);
    still.loads.back().factor = by_the_second(0, points, &StillPoint::load);
  }
  still.duration = static_cast<double>(points.size());
  still.rate = 1;
  return still;
}

void run_still(const scene::Scene& scene, const std::vector<StillPoint>& points,
               const std::function<void(const StillPoint&, const SceneWorld*)>& take,
               std::vector<std::string>& failed, MadeMeshes& meshes) {
  SceneWorld world(scene, &meshes, EngineName::statics);
  constexpr double k_rough = 1e-6;
  bool is_found = true;  // no later pose is reached after one that is not
  int rough = 0;
  double roughest = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const StillPoint& point = points[i];
    tell_work(static_cast<int>(i), static_cast<int>(points.size()));
    try {
      if (is_found) world.step(1);
    } catch (const SimulationError& error) {
      failed.push_back(fmt::format("at {:.0f} deg and a load of {:.3g}: {}",
                                   point.flexion / k_lab_degree, point.load, error.what()));
      is_found = false;
    }
    if (is_found && world.step_report().residual > k_rough) {
      ++rough;
      roughest = std::max(roughest, world.step_report().residual);
    }
    if (point.is_row) take(point, is_found ? &world : nullptr);
  }
  if (rough > 0)
    failed.push_back(
        fmt::format("at {} of {} poses forces balance to {:.1g} of the largest only, since a body "
                    "rests on edges between coarse facets; finer meshes do better",
                    rough, points.size(), roughest));
}

std::vector<StillPoint> points_at(double start, const std::vector<double>& angles) {
  constexpr double k_step = 5 * k_lab_degree;
  std::vector<StillPoint> points;
  double from = start;
  for (const double angle : angles) {
    const int steps =
        std::max(1, static_cast<int>(std::ceil(std::abs(angle - from) / k_step - 1e-9)));
    for (int i = 1; i <= steps; ++i)
      points.push_back(
          {.flexion = from + (angle - from) * i / steps, .load = 0, .is_row = i == steps});
    from = angle;
  }
  return points;
}

}  // namespace condyle
