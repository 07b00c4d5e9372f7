#include "lab/still_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "condyle/error.h"

namespace condyle {
namespace {

int body_number(const scene::Scene& scene, const std::string& name) {
  const auto body = std::ranges::find(scene.bodies, name, &scene::SceneBody::name);
  return static_cast<int>(body - scene.bodies.begin());
}

bool is_dynamic(const scene::Scene& scene, int body) {
  return scene.bodies[body].kind == scene::BodyKind::dynamic;
}

/// The first rotation that moves the body; -1: none.
int rotation_of(const scene::Scene& scene, const std::string& body) {
  for (std::size_t i = 0; i < scene.motions.size(); ++i)
    if (scene.motions[i].body == body && scene.motions[i].rotation) return static_cast<int>(i);
  return -1;
}

double largest_of(const scene::TimeTable& table) {
  return *std::ranges::max_element(table.values, {}, [](double v) { return std::abs(v); });
}

/// One value per second, along straight lines.
scene::TimeTable by_the_second(const std::vector<StillPoint>& points, double StillPoint::*amount) {
  scene::TimeTable table{.smooth = false};
  for (std::size_t i = 0; i < points.size(); ++i) {
    table.times.push_back(static_cast<double>(i + 1));
    table.values.push_back(points[i].*amount);
  }
  return table;
}

}  // namespace

TestedJoint find_tested_joint(const scene::Scene& scene) {
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    const scene::SceneContact& contact = scene.contacts[i];
    const int a = body_number(scene, contact.casting.body);
    const int b = body_number(scene, contact.target.body);
    if (is_dynamic(scene, a) == is_dynamic(scene, b)) continue;
    const int body = is_dynamic(scene, a) ? a : b;
    const int other = is_dynamic(scene, a) ? b : a;
    return {.motion = rotation_of(scene, scene.bodies[other].name),
            .body = body,
            .contact = static_cast<int>(i)};
  }
  throw InputError(fmt::format(
      "{}: has no contact between a dynamic body and one that is moved or fixed, which a test of a "
      "joint needs",
      scene.name));
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
      table = by_the_second(points, &StillPoint::flexion);
    else
      table = {.times = {0}, .values = {value_at(scene.motions[i].table, 0)}, .smooth = false};
  }
  for (scene::SceneLoad& load : still.loads) {
    if (!load.factor) continue;
    load.factor =
        scene::TimeTable{.times = {0}, .values = {largest_of(*load.factor)}, .smooth = false};
  }
  if (added != nullptr) {
    still.loads.push_back(*added);
    still.loads.back().factor = by_the_second(points, &StillPoint::load);
  }
  still.duration = static_cast<double>(points.size());
  still.rate = 1;
  return still;
}

void run_still(const scene::Scene& scene, const std::vector<StillPoint>& points,
               const std::function<void(const StillPoint&, const SceneWorld*)>& take,
               std::vector<std::string>& failed, MadeMeshes& meshes) {
  SceneWorld world(scene, &meshes, EngineName::statics);
  bool is_lost = false;
  for (const StillPoint& point : points) {
    try {
      if (!is_lost) world.step(1);
    } catch (const SimulationError& error) {
      // What comes after starts where nothing balances.
      failed.emplace_back(error.what());
      is_lost = true;
    }
    if (point.is_row) take(point, is_lost ? nullptr : &world);
  }
}

std::vector<StillPoint> points_at(const std::vector<double>& angles) {
  constexpr double k_step = 5 * std::numbers::pi / 180;
  std::vector<StillPoint> points;
  double from = angles.empty() ? 0 : angles.front();
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
